// The steps of a person on the board: the position after each, with the newest step marked.

const key = ([a, b]) => JSON.stringify(a < b ? [a, b] : [b, a]);

export class Steps {
  /** `document` of `clew-steps/1` or `clew-why-not/1`; `cols` of the board. */
  constructor(document, cols, end) {
    this.list = document.steps;
    this.supposed = document.supposed ?? null;
    this.end = end;
    this.cols = cols;
    this.at = 0;
  }

  get count() { return this.list.length; }
  go(to) { this.at = Math.max(0, Math.min(this.count, to)); }

  /** @private */
  place([r, c]) { return r * this.cols + c; }

  /** What the board shows after the first `at` steps. */
  view() {
    const values = new Map(), on = new Map(), off = new Map();
    const fresh = new Set(), freshEdges = [], gone = new Map();
    const learn = (finding, isNew) => {
      if (finding.edge) {
        (finding.on ? on : off).set(key(finding.edge), finding.edge);
        if (isNew && finding.on) freshEdges.push(finding.edge);
      } else if (finding.holds !== false) {
        values.set(this.place(finding.cell), finding.value);
        if (isNew) fresh.add(this.place(finding.cell));
      } else if (isNew) {
        const i = this.place(finding.cell);
        gone.set(i, [...(gone.get(i) ?? []), finding.value]);
      }
    };
    if (this.supposed) learn(this.supposed, this.at === 0);
    this.list.slice(0, this.at).forEach((step, k) => [...step.place, ...step.remove].forEach(f => learn(f, k === this.at - 1)));
    const step = this.list[this.at - 1];
    return {
      values, fresh, freshEdges, gone, edges: [...on.values()], crosses: [...off.values()],
      look: new Set((step?.cells ?? []).map(cell => this.place(cell))),
    };
  }

  title() {
    const step = this.list[this.at - 1];
    if (!step) return this.supposed ? "Suppose it were so" : "The puzzle";
    return step.title;
  }

  text() {
    if (this.at === this.count) return [this.list[this.at - 1]?.text, this.end].filter(Boolean).join("\n");
    return this.list[this.at - 1]?.text ?? "";
  }
}
