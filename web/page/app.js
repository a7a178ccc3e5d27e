// The page: one puzzle, its player, what is known of it, and who draws it. The other files add their parts to it.
import { Board } from "./board/board.js";
import { $ } from "./dom.js";
import { Judge } from "./play/judge.js";
import { Keep } from "./play/keep.js";
import { Player } from "./play/player.js";
import { kindOf } from "./play/answer.js";
import { geometry } from "./puzzle/geometry.js";
import { History } from "./puzzle/history.js";
import { emptyBoard, isHole, textOf } from "./puzzle/model.js";
import { Live } from "./studio/live.js";
import { viewOf } from "./view.js";

export class App {
  constructor(engine, known) {
    this.engine = engine;
    this.families = known.families;
    this.formats = known.formats;
    this.listeners = [];
    // Puzzles that came of each other by changes have the same origin.
    this.origins = new WeakMap();
    this.history = new History(emptyBoard(this.families[0], { rows: 5, cols: 5 }));
    this.player = new Player();
    this.keep = new Keep(this);
    this.settings = { breaks: true, symmetry: "", ...this.keep.settings };
    this.judge = new Judge(this);
    this.board = new Board($("board"));
    this.known = {};
    this.live = new Live(engine, state => { this.known = state; this.show(); });
    Object.assign(this, { selected: 0, selection: new Set([0]), mode: "set", tool: "clue", colour: 1, steps: null, wrong: new Set(), look: null, pack: null, sealed: false, embedded: false, paused: false, ready: false });
  }

  get doc() { return this.history.now; }
  get family() { return this.families.find(family => family.keyword === this.doc.puzzle); }
  get kind() { return kindOf(this.family); }
  get geo() { return geometry(this.doc, this.family); }
  get cols() { return this.doc.cells[0].length; }
  get rows() { return this.doc.cells.length; }
  get labels() { return this.family.clues === "labels"; }
  get solving() { return this.mode === "solve"; }

  /** The greatest number that a cell can hold. */
  get most() { return this.family.boards === "none" ? this.rows : this.doc.cells.flat().filter(v => v !== "#").length + (this.doc.first ?? 1) - 1; }

  /** Calls `listener` whenever something is to be shown anew. */
  onShow(listener) { this.listeners.push(listener); }

  /** The puzzle becomes this one; changes of one gesture are undone together. */
  change(next, gesture) {
    const { doc } = this;
    if (this.sealed || !this.history.push(next, gesture)) return;
    this.origins.set(next, this.origins.get(doc));
    this.changed();
  }

  /** The player of the puzzle, as far as it was solved on this machine. @private */
  takePlayer() {
    this.player = new Player();
    const kept = this.keep.played(this.doc);
    if (kept) this.player.restore(kept);
  }

  /** Another puzzle altogether; undo leads back. */
  load(doc, { mode = "set", sealed = false, pack = null } = {}) {
    if (!doc) return;
    if (this.ready) this.keep.flush();
    const rest = { ...doc };
    for (const key of ["schema", "rows", "cols", "fingerprint", "rating", "steps", "solution"]) delete rest[key];
    this.sealed = false;
    this.history.push(rest);
    this.origins.set(rest, {});
    Object.assign(this, { sealed, pack, paused: false });
    if (sealed) { this.history.past = []; this.history.future = []; }
    this.select(0, { quiet: true });
    this.takePlayer();
    this.ready = true;
    this.changed();
    this.setMode(mode);
  }

  /** The puzzle is another one: what was known of it is not so any more. What the player has done stays. */
  changed() {
    this.forgetAnswers();
    this.player.solved = false;
    if (this.selected >= this.rows * this.cols) this.select(0, { quiet: true });
    if (!this.sealed) this.live.changed(this.doc);
    this.played();
  }

  /** What the player has done is another thing now. */
  played() {
    this.judge.changed();
    this.keep.soon();
    this.onChange?.();
    this.show();
  }

  /** A change by the player: marks of mistakes, hints and steps are over. */
  play(done) {
    if (!done) return;
    this.forgetAnswers();
    this.player.solved = false;
    this.played();
  }

  /** @private */
  forgetAnswers() { Object.assign(this, { steps: null, wrong: new Set(), look: null }); }

  /** The judge found that it is solved. */
  solved() {
    if (this.player.solved) return;
    this.player.solved = true;
    this.keep.flush();
  }

  undo() { this.back("undo"); }
  redo() { this.back("redo"); }

  /** @private */
  back(way) {
    if (this.solving) return this.play(this.player[way]());
    const { doc } = this;
    this.keep.flush();
    if (!this.history[way]()) return undefined;
    // Back at a puzzle that was opened before the present one, its own player goes on.
    if (this.origins.get(doc) !== this.origins.get(this.doc)) this.takePlayer();
    return this.changed();
  }

  setMode(mode) {
    this.mode = mode;
    this.tool = mode === "set" ? "clue" : this.kind === "line" || this.kind === "paths" ? "line" : "enter";
    this.steps = null;
    this.look = null;
    if (this.solving && this.player.isEmpty) this.startHead();
    this.judge.changed();
    this.keep.soon();
    this.show();
  }

  /** A line begins where the smallest number is. @private */
  startHead() {
    if (this.kind !== "line") return;
    const flat = this.doc.cells.flat(), numbers = flat.filter(v => typeof v === "number");
    if (numbers.length) this.select(flat.indexOf(Math.min(...numbers)), { quiet: true });
  }

  /** The cursor goes to a place. `more`: the place is selected beside the others. */
  select(i, { more = false, quiet = false } = {}) {
    if (i < 0 || i >= this.rows * this.cols) return;
    this.selected = i;
    this.selection = more ? new Set([...this.selection, i]) : new Set([i]);
    if (!quiet) this.show();
  }

  /** [row, column] of a place. */
  placeOf(i) { return [Math.floor(i / this.cols), i % this.cols]; }
  hole(i) { return isHole(this.doc, ...this.placeOf(i)); }
  given(i) { const [r, c] = this.placeOf(i); return this.doc.cells[r][c]; }

  /** The clues that are offered in cells, if they are shown. */
  offers() { return viewOf(this).offers; }

  show() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = null;
      this.board.draw(this.geo, this.doc, this.family, viewOf(this));
      $("frame").setAttribute("aria-activedescendant", "cell-" + this.selected);
      this.listeners.forEach(listener => listener());
    });
  }

  /** A question, with the limits that the reader chose. */
  async ask(lane, ask, options = {}, step, doc = this.doc) {
    const seconds = Number($("patience").value);
    return lane.ask({ ask, puzzle: textOf(doc), limits: { seconds }, options }, step);
  }
}
