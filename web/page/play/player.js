// What a player has entered, marked and drawn, apart from the puzzle: it stays when the puzzle is changed and changed back.
import { History } from "../puzzle/history.js";

/** The kinds of content of a cell: the entry itself, marks in the corners and in the middle, a colour. */
export const LAYERS = ["values", "corner", "centre", "colours"];
const EMPTY = () => ({ values: new Map(), corner: new Map(), centre: new Map(), colours: new Map(), edges: new Set(), crosses: new Set() });

export class Player {
  constructor() { this.begin(); }

  /** From the beginning: nothing entered, no time gone. */
  begin() {
    this.history = new History(EMPTY());
    this.checkpoints = [];
    this.seconds = 0;
    this.hints = 0;
    this.solved = false;
  }

  get now() { return this.history.now; }
  get isEmpty() { return Object.values(this.now).every(part => part.size === 0); }

  /** Changes the state: `make` gets a copy that it may change. Changes of one gesture are undone together. */
  change(make, gesture) {
    const next = {};
    for (const [name, part] of Object.entries(this.now)) next[name] = part instanceof Map ? new Map(part) : new Set(part);
    make(next);
    return this.history.push(next, gesture);
  }

  /** Enters a value in places; the same value in all of them is taken out again. */
  enter(places, value, gesture) {
    const all = places.every(i => this.now.values.get(i) === value);
    return this.change(next => {
      for (const i of places) {
        if (value === null || all) next.values.delete(i);
        else next.values.set(i, value);
      }
    }, gesture);
  }

  /** Sets a mark in places, or takes it away if all of them have it. */
  mark(layer, places, value, gesture) {
    const all = places.every(i => this.now[layer].get(i)?.has(value));
    return this.change(next => {
      for (const i of places) {
        const marks = new Set(next[layer].get(i));
        if (all) marks.delete(value); else marks.add(value);
        if (marks.size) next[layer].set(i, marks); else next[layer].delete(i);
      }
    }, gesture);
  }

  /** Colours places; 0 takes the colour away. */
  colour(places, colour, gesture) {
    return this.change(next => {
      for (const i of places) if (colour) next.colours.set(i, colour); else next.colours.delete(i);
    }, gesture);
  }

  /** Takes away what stands in places: the entries, if there are none the marks, then the colours. */
  empty(places) {
    const layers = [["values"], ["corner", "centre"], ["colours"]];
    const found = layers.find(names => names.some(name => places.some(i => this.now[name].has(i))));
    if (!found) return false;
    return this.change(next => { for (const name of found) for (const i of places) next[name].delete(i); });
  }

  /** The lines become these, and crosses where lines are now go away. */
  draw(edges, gesture) {
    return this.change(next => {
      next.edges = new Set(edges);
      for (const key of edges) next.crosses.delete(key);
    }, gesture);
  }

  /** A cross between two places is set or taken away; a line there goes away. `on` as is wanted, otherwise the other way. */
  cross(key, on = !this.now.crosses.has(key), gesture) {
    return this.change(next => {
      if (on) { next.crosses.add(key); next.edges.delete(key); } else next.crosses.delete(key);
    }, gesture);
  }

  clear() { return !this.isEmpty && this.history.push(EMPTY()); }

  /** Remembers how it stands now. */
  checkpoint() { this.checkpoints.push(this.now); }
  /** Back to the last checkpoint, which undo takes back. */
  backToCheckpoint() {
    const then = this.checkpoints.pop();
    return then ? this.history.push(then) || true : false;
  }

  undo() { return this.history.undo(); }
  redo() { return this.history.redo(); }

  /** For keeping, as JSON. */
  toJSON() {
    const { seconds, hints, solved } = this;
    return { now: written(this.now), checkpoints: this.checkpoints.map(written), seconds: Math.round(seconds), hints, solved };
  }

  /** As it was kept. */
  restore({ now, checkpoints, seconds, hints, solved }) {
    this.history = new History(read(now));
    Object.assign(this, { checkpoints: (checkpoints ?? []).map(read), seconds: seconds ?? 0, hints: hints ?? 0, solved: Boolean(solved) });
  }
}

const MARKS = ["corner", "centre"];

function written(state) {
  const parts = Object.entries(state).map(([name, part]) => {
    if (part instanceof Set) return [name, [...part]];
    return [name, [...part].map(([i, held]) => [i, MARKS.includes(name) ? [...held] : held])];
  });
  return Object.fromEntries(parts);
}

function read(parts) {
  const state = EMPTY();
  for (const name of Object.keys(state)) {
    const listed = parts?.[name] ?? [];
    if (state[name] instanceof Set) state[name] = new Set(listed);
    else state[name] = new Map(listed.map(([i, held]) => [i, MARKS.includes(name) ? new Set(held) : held]));
  }
  return state;
}
