// Solving mode: what the reader enters, pencils in and draws, with its own history.
export class Play {
  constructor() { this.clear(); }

  clear() { this.past = []; this.future = []; this.now = { values: new Map(), pencil: new Map(), edges: new Set() }; }

  /** @private */
  change(make) {
    const { values, pencil, edges } = this.now;
    const next = {
      values: new Map(values), pencil: new Map([...pencil].map(([i, set]) => [i, new Set(set)])), edges: new Set(edges),
    };
    make(next);
    this.past.push(this.now);
    this.now = next;
    this.future = [];
  }

  enter(i, value) {
    this.change(next => { if (value === null) { next.values.delete(i); next.pencil.delete(i); } else next.values.set(i, value); });
  }

  pencil(i, value) {
    this.change(next => {
      const set = next.pencil.get(i) ?? new Set();
      if (!set.delete(value)) set.add(value);
      next.pencil.set(i, set);
    });
  }

  /** Draws a line between two neighbours, or takes it away. */
  line(i, j, on) {
    const key = `${Math.min(i, j)}-${Math.max(i, j)}`;
    if (this.now.edges.has(key) === on) return false;
    this.change(next => { if (on) next.edges.add(key); else next.edges.delete(key); });
    return true;
  }

  has(i, j) { return this.now.edges.has(`${Math.min(i, j)}-${Math.max(i, j)}`); }

  undo() { if (this.past.length) { this.future.push(this.now); this.now = this.past.pop(); return true; } return false; }
  redo() { if (this.future.length) { this.past.push(this.now); this.now = this.future.pop(); return true; } return false; }

  edges() { return [...this.now.edges].map(key => key.split("-").map(Number)); }

  /** What is filled in, as `hint` reads it: rows of numbers or labels; a drawn line brings the label of its end along. */
  filled(doc, labels) {
    const cols = doc.cells[0].length;
    const grid = doc.cells.map((row, r) => row.map((value, c) => this.now.values.get(r * cols + c) ?? value));
    if (labels) this.spread(grid, cols);
    return JSON.stringify(grid);
  }

  /** @private */
  spread(grid, cols) {
    const next = new Map();
    for (const [i, j] of this.edges()) {
      next.set(i, [...(next.get(i) ?? []), j]);
      next.set(j, [...(next.get(j) ?? []), i]);
    }
    const open = [...next.keys()].filter(i => typeof grid[Math.floor(i / cols)][i % cols] === "string");
    while (open.length) {
      const i = open.pop(), label = grid[Math.floor(i / cols)][i % cols];
      for (const j of next.get(i) ?? []) {
        if (grid[Math.floor(j / cols)][j % cols] === null) { grid[Math.floor(j / cols)][j % cols] = label; open.push(j); }
      }
    }
  }
}
