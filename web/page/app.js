// The page: one puzzle, what is known of it, and who draws it. The other files of the page add their parts to it.
import { draw } from "./board.js";
import { blamed, Live, offers, openEdges, openPlaces, possible } from "./live.js";
import { emptyBoard, History, isHole, textOf } from "./model.js";
import { Play } from "./play.js";

export const $ = id => document.getElementById(id);

/** Makes an element of HTML with attributes and children. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export class App {
  constructor(engine, known) {
    this.engine = engine;
    this.families = known.families;
    this.formats = known.formats;
    this.selected = 0;
    this.mode = "set";
    this.tool = "clue";
    this.pencil = false;
    this.play = new Play();
    this.steps = null;
    this.wrong = new Set();
    this.listeners = [];
    this.known = {};
    this.live = new Live(engine, state => { this.known = state; this.show(); });
    this.history = new History(emptyBoard(this.families[0], { rows: 5, cols: 5 }));
  }

  get doc() { return this.history.now; }
  get family() { return this.families.find(family => family.keyword === this.doc.puzzle); }
  get cols() { return this.doc.cells[0].length; }
  get rows() { return this.doc.cells.length; }
  get labels() { return this.family.clues === "labels"; }

  /** Calls `listener` whenever something is to be shown anew. */
  onShow(listener) { this.listeners.push(listener); }

  /** The puzzle becomes this one. */
  change(next) {
    if (!this.history.push(next)) return;
    this.changed();
  }

  /** Another puzzle altogether; undo leads back. */
  load(doc) {
    if (!doc) return;
    const rest = { ...doc };
    delete rest.schema; delete rest.rows; delete rest.cols;
    this.selected = 0;
    this.tool = "clue";
    this.change(rest);
  }

  /** The puzzle is another one: what was known of it is not so any more. */
  changed() {
    this.play.clear();
    this.steps = null;
    this.wrong = new Set();
    if (this.selected >= this.rows * this.cols) this.selected = 0;
    this.live.changed(this.doc);
    this.remember();
    this.show();
  }

  /** The address of the page leads to the puzzle. */
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      const hash = "#" + encodeURIComponent(textOf(this.doc));
      try { history.replaceState(null, "", hash); } catch { /* from a disk some browsers refuse */ }
    }, 300);
  }

  undo() { if (this.mode === "solve" ? this.play.undo() : this.history.undo()) this.after(); }
  redo() { if (this.mode === "solve" ? this.play.redo() : this.history.redo()) this.after(); }

  /** @private */
  after() {
    this.wrong = new Set();
    if (this.mode === "solve") this.show(); else this.changed();
  }

  setMode(mode) {
    this.mode = mode;
    this.tool = mode === "set" ? "clue" : this.labels ? "line" : "enter";
    this.steps = null;
    this.show();
  }

  select(i) {
    if (i < 0 || i >= this.rows * this.cols) return;
    this.selected = i;
    this.show();
  }

  /** What stands in the place: [row, column]. */
  placeOf(i) { return [Math.floor(i / this.cols), i % this.cols]; }
  hole(i) { return isHole(this.doc, ...this.placeOf(i)); }

  show() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = null;
      this.geo = draw($("board"), this.doc, this.family, this.view());
      $("frame").setAttribute("aria-activedescendant", "cell-" + this.selected);
      this.listeners.forEach(listener => listener());
    });
  }

  /** What the board shows beside the puzzle. */
  view() {
    const view = { selected: this.selected };
    if (this.steps) return Object.assign(view, this.steps.view());
    if (this.mode === "solve") {
      const { values, pencil } = this.play.now;
      return Object.assign(view, { player: values, pencil, edges: this.play.edges(), wrong: this.wrong, look: this.look });
    }
    return Object.assign(view, this.liveView());
  }

  /** @private */
  liveView() {
    const state = this.known, view = {};
    if (state.doc !== this.doc || state.error) return view;
    if ($("show-differences").checked) {
      view.open = openPlaces(state, this.cols);
      view.can = possible(state);
      // Steps are shown where cells have no contents to show.
      if (!view.can.length) view.maybe = openEdges(state);
    }
    if ($("show-offers").checked) view.offers = offers(state, this.cols);
    view.mark = blamed(state, this.doc);
    if ($("show-solution").checked) Object.assign(view, this.solution(state.result?.solutions?.[0]));
    return view;
  }

  /** @private */
  solution(found) {
    if (!found) return {};
    const values = new Map();
    found.cells.flat().forEach((value, i) => { if (value !== null && value !== "#") values.set(i, value); });
    return { values, routes: routesOf(found, this.cols), can: [] };
  }

  /** A question, with the limits that the reader chose. */
  async ask(lane, ask, options = {}, step) {
    const seconds = Number($("patience").value);
    return lane.ask({ ask, puzzle: textOf(this.doc), limits: { seconds }, options }, step);
  }
}

/** The lines of a solution: its paths, or one line along the numbers. */
function routesOf(found, cols) {
  if (found.paths) {
    return Object.entries(found.paths).map(([label, cells]) => ({ label, cells }));
  }
  const places = [];
  found.cells.forEach((row, r) => row.forEach((value, c) => { if (typeof value === "number") places[value] = [r, c]; }));
  const isLine = places.length - 1 === found.cells.flat().filter(value => typeof value === "number").length;
  const one = places.slice(1);
  return isLine && one.every(Boolean) && one.length > cols ? [{ cells: one }] : [];
}
