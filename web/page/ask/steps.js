// The steps of a person on the board: the position after each, with the newest step marked.
import { pairKey } from "../puzzle/geometry.js";

export class Steps {
  /** `document` of `clew-steps/1` or `clew-why-not/1`; `end` says how it ended. */
  constructor(document, geo, end) {
    Object.assign(this, { list: document.steps, supposed: document.supposed ?? null, end, geo, at: 0, idea: null, suppose: false });
  }

  get count() { return this.list.length; }
  get step() { return this.list[this.at - 1]; }
  go(to) { Object.assign(this, { at: Math.max(0, Math.min(this.count, to)), idea: null, suppose: false }); }

  /** What can be opened: the step itself if it assumes something, and the ideas behind it. */
  get openings() {
    const all = [this.step, ...(this.step?.ideas ?? [])].filter(Boolean);
    return all.filter(one => one.assumed || one.trail?.length);
  }

  /** What the board shows after the first `at` steps; with `suppose`, the position before, and what is assumed. */
  view() {
    const board = new Position(this.geo);
    if (this.supposed) board.learn(this.supposed, this.at === 0);
    const before = this.suppose ? this.at - 1 : this.at;
    this.list.slice(0, before).forEach((step, k) => [...step.place, ...step.remove].forEach(fact => board.learn(fact, k === this.at - 1)));
    const shown = this.idea ?? this.step;
    if (this.suppose && shown) {
      if (shown.assumed) board.suppose(shown.assumed);
      for (const fact of shown.trail ?? []) board.suppose(fact);
    }
    return { ...board.view(), look: new Set((shown?.cells ?? []).map(this.geo.index)) };
  }

  /** The steps that could be taken in any order with the present one. */
  get alike() {
    const round = this.step?.round;
    return round === undefined ? [] : this.list.flatMap((step, k) => (step.round === round ? [{ step, at: k + 1 }] : []));
  }

  title() { return this.step ? this.step.title : this.supposed ? "Suppose it were so" : "The puzzle"; }

  text() {
    if (this.idea) return this.idea.text;
    // An idea that the text of its step contains is not repeated.
    const { ideas = [], text = "" } = this.step ?? {};
    const own = ideas.length === 1 && text.includes(". Then ") ? text : [...ideas.map(idea => idea.text), text].join("\n");
    return this.at === this.count ? [own, this.end].filter(Boolean).join("\n") : own;
  }
}

/** What is known on the board at one moment. */
class Position {
  constructor(geo) {
    Object.assign(this, { geo, values: new Map(), on: new Map(), off: new Map(), fresh: new Set(), freshEdges: [], supposedEdges: [], supposed: new Set(), gone: new Map() });
  }

  learn(fact, isNew) {
    const { index } = this.geo;
    if (fact.edge) {
      const pair = fact.edge.map(index);
      (fact.on ? this.on : this.off).set(pairKey(...pair), pair);
      if (isNew && fact.on) this.freshEdges.push(pair);
    } else if (fact.holds !== false) {
      this.values.set(index(fact.cell), fact.value);
      if (isNew) this.fresh.add(index(fact.cell));
    } else if (isNew) {
      const i = index(fact.cell);
      this.gone.set(i, [...(this.gone.get(i) ?? []), fact.value]);
    }
  }

  suppose(fact) {
    const { index } = this.geo;
    if (fact.edge) {
      const pair = fact.edge.map(index);
      if (fact.on) this.supposedEdges.push(pair); else this.off.set(pairKey(...pair), pair);
    } else if (fact.holds !== false) { this.values.set(index(fact.cell), fact.value); this.supposed.add(index(fact.cell)); }
  }

  view() {
    const { values, fresh, freshEdges, supposedEdges, supposed, gone } = this;
    return { values, fresh, freshEdges, supposedEdges, broken: supposed, gone, lines: new Set(this.on.keys()), crosses: [...this.off.values()] };
  }
}
