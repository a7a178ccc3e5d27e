// The lines that a player draws: which pieces they form, and what a step of the pen changes. A line is cut by what crosses
// it, and shortens when the pen goes back along it. Nothing here is kept: it is computed from the set of drawn edges.
import { pairKey, pairOf } from "../puzzle/geometry.js";

/**
 * The lines of a board. `edges` is a set of names of pairs; `labels` gives a place's label, where lines have to end;
 * `isGiven` whether a place has a clue.
 * On a bridge two lines cross: there a place has two nodes, one for each way.
 */
export class Lines {
  constructor(geo, edges, labels = () => null, isGiven = () => false) {
    Object.assign(this, { geo, labels, isGiven, edges: new Set(), at: new Map() });
    for (const key of edges) {
      const [i, j] = pairOf(key);
      // Edges that a wall or a hole has taken away are not there, until it is gone again.
      if (geo.next[i]?.includes(j)) this.add(i, j);
    }
  }

  /** The node of place `i` for a line to place `j`. */
  node(i, j) {
    if (!this.geo.bridges.has(i)) return i;
    return this.geo.cells[i].r === this.geo.cells[j].r ? i : i + this.geo.cells.length;
  }

  place(node) { return node % this.geo.cells.length; }
  has(i, j) { return this.edges.has(pairKey(i, j)); }
  /** The nodes to which lines lead from a node. */
  joined(node) { return this.at.get(node) ?? []; }
  degree(i) { return this.joined(i).length + (this.geo.bridges.has(i) ? this.joined(i + this.geo.cells.length).length : 0); }

  add(i, j) {
    const a = this.node(i, j), b = this.node(j, i);
    this.edges.add(pairKey(i, j));
    this.at.set(a, [...this.joined(a), b]);
    this.at.set(b, [...this.joined(b), a]);
  }

  remove(a, b) {
    this.edges.delete(pairKey(this.place(a), this.place(b)));
    this.at.set(a, this.joined(a).filter(node => node !== b));
    this.at.set(b, this.joined(b).filter(node => node !== a));
  }

  /** The nodes of the piece of line through a node, in order; a closed one begins anywhere. */
  piece(node) {
    let start = node, before = -1;
    for (;;) {
      const next = this.joined(start).find(other => other !== before);
      if (next === undefined || next === node) break;
      [before, start] = [start, next];
      if (this.joined(start).length === 1) break;
    }
    const nodes = [start];
    before = -1;
    for (let here = start; ;) {
      const next = this.joined(here).find(other => other !== before && other !== start);
      if (next === undefined || nodes.length > this.at.size) return nodes;
      nodes.push(next);
      [before, here] = [here, next];
    }
  }

  /** All pieces, each `{ nodes, places, label, closed }`; the label is that of an end, if it has one. */
  pieces() {
    const seen = new Set(), found = [];
    for (const node of this.at.keys()) {
      if (seen.has(node) || !this.joined(node).length) continue;
      const nodes = this.piece(node);
      nodes.forEach(one => seen.add(one));
      const places = nodes.map(one => this.place(one));
      found.push({ nodes, places, label: this.labelOf(nodes), closed: nodes.length > 2 && this.joined(nodes[0]).includes(nodes.at(-1)) });
    }
    return found;
  }

  /** @private */
  labelOf(nodes) {
    for (const node of nodes) {
      const label = this.labels(this.place(node));
      if (label !== null) return label;
    }
    return null;
  }

  /** The loose end that a piece has besides a node, or the node itself. */
  otherEnd(node) {
    const nodes = this.piece(node);
    return nodes[0] === node ? nodes.at(-1) : nodes[0];
  }

  /**
   * The pen goes from a place to a neighbour. Returns whether it got there: it does not go onto the end of another label.
   * Going back along a line takes it away; a line that is crossed is cut, and what then hangs on no label is taken away;
   * a line that meets itself is cut to there, unless `mayClose`.
   */
  step(i, j, mayClose = false) {
    const a = this.node(i, j), b = this.node(j, i);
    if (this.has(i, j)) {
      // From the given end of a line whose other end is loose the pen goes along it.
      const isRoot = this.isGiven(i) && !this.isGiven(this.place(this.otherEnd(a)));
      if (this.joined(a).length === 1 && !isRoot) this.remove(a, b);
      return true;
    }
    const [from, to] = [this.labels(i), this.labels(j)];
    const ours = this.labelOf(this.piece(a));
    if (to !== null && ours !== null && to !== ours) return false;
    this.freeStart(a, from !== null);
    if (this.piece(a).includes(b)) return this.meetItself(a, b, mayClose);
    this.freeTarget(b, to !== null, this.labelOf(this.piece(a)));
    this.add(i, j);
    return true;
  }

  /** Room for one more line at the node where the pen is. @private */
  freeStart(a, isEnd) {
    const lines = this.joined(a);
    if (isEnd && lines.length) this.cut(a, lines[0]);
    else if (lines.length === 2) {
      // The side that hangs on a label stays, otherwise the longer one.
      const side = k => {
        const [keep, drop] = [lines[k], lines[1 - k]];
        return { drop, worth: this.worth(keep, a) };
      };
      const [one, two] = [side(0), side(1)];
      this.cut(a, (one.worth >= two.worth ? one : two).drop);
    }
  }

  /** How much hangs on one side of a node: a label counts more than any length. @private */
  worth(node, without) {
    let [before, here, length] = [without, node, 1];
    for (; length <= this.at.size; length++) {
      if (this.labels(this.place(here)) !== null) return 1e6 + length;
      const next = this.joined(here).find(other => other !== before);
      if (next === undefined) break;
      [before, here] = [here, next];
    }
    return length;
  }

  /** Room at the node where the pen arrives. @private */
  freeTarget(b, isEnd, ours) {
    const lines = [...this.joined(b)], theirs = this.labelOf(this.piece(b));
    const crosses = lines.length === 2 || (isEnd && lines.length === 1) || (lines.length === 1 && ours !== null && theirs !== null && ours !== theirs);
    if (crosses) for (const node of lines) this.cut(b, node);
  }

  /** @private */
  meetItself(a, b, mayClose) {
    if (mayClose && this.joined(b).length === 1 && this.joined(a).length === 1) {
      this.add(this.place(a), this.place(b));
      return true;
    }
    const nodes = this.piece(a), [x, y] = [nodes.indexOf(a), nodes.indexOf(b)];
    const between = x < y ? nodes.slice(x, y + 1) : nodes.slice(y, x + 1);
    for (let k = 1; k < between.length; k++) this.remove(between[k - 1], between[k]);
    return true;
  }

  /** Removes an edge, and behind it the line that hangs on no label any more where lines have labels. @private */
  cut(a, b) {
    const hadLabel = this.labelOf(this.piece(b)) !== null;
    this.remove(a, b);
    if (!hadLabel) return;
    const rest = this.piece(b);
    if (this.labelOf(rest) === null) for (let k = 1; k < rest.length; k++) this.remove(rest[k - 1], rest[k]);
  }

  /** Takes all lines at a place away. */
  erase(i) {
    for (const node of [i, i + this.geo.cells.length]) for (const other of [...this.joined(node)]) this.remove(node, other);
  }
}

/**
 * The pen as it writes numbers: what it writes when it goes from a place to a neighbour, or null if it cannot. `value` gives
 * the number that stands in a place, `isFree` whether the player may write there, `used` the places of numbers.
 */
export function nextNumber({ from, to, value, isFree, used, most, direction }) {
  const here = value(from);
  if (typeof here !== "number") return null;
  const options = direction ? [direction] : used.has(here + 1) && !used.has(here - 1) ? [-1, 1] : [1, -1];
  for (const by of options) {
    const number = here + by;
    if (number < 1 || number > most) continue;
    if (value(to) === number || isFree(to)) return { number, direction: by };
  }
  return null;
}
