// The keyboard on the board: arrows, digits and letters, and keys for tools.
import { $ } from "../dom.js";
import { beyond, toward } from "../puzzle/geometry.js";
import { withClue } from "../puzzle/model.js";
import { actsBetween, selects } from "./tools.js";

/** Directions [down, right]. */
const ARROWS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1],
};
/** Milliseconds within which the next digit belongs to the same number. */
const TOGETHER = 1500;

export class Keyboard {
  constructor(app, acts, tools) {
    Object.assign(this, { app, acts, tools, typed: null });
    $("frame").addEventListener("keydown", event => this.key(event));
  }

  /** @private */
  key(event) {
    const { app } = this;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a") {
      event.preventDefault();
      app.selection = new Set(app.geo.cells.map((_, i) => i).filter(i => !app.hole(i)));
      return app.show();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || app.paused) return;
    const arrow = ARROWS[event.key];
    if (arrow ? this.arrow(arrow, event.shiftKey) : this.typing(event)) event.preventDefault();
  }

  /** @private */
  arrow(arrow, shift) {
    const { app } = this;
    this.typed = null;
    if (app.solving && app.tool === "line" && !shift) {
      const to = this.lineTarget(arrow);
      if (to >= 0) app.select(this.acts.draw(app.selected, to, this.pen(to)));
      return true;
    }
    const to = beyond(app.geo, app.selected, arrow);
    if (shift && actsBetween(app.tool)) {
      const next = this.pairTarget(arrow);
      if (next >= 0) this.acts.pair(app.selected, next);
      return true;
    }
    if (to >= 0) app.select(to, { more: shift && selects(app.tool) });
    return true;
  }

  /** The neighbour in a direction; among hexagons the one above or below is that to the right, if there is one. @private */
  lineTarget([down, right]) {
    const { geo, selected } = this.app;
    const straight = toward(geo, selected, [down, right]);
    if (straight >= 0 || !geo.hex || right) return straight;
    const [one, two] = [toward(geo, selected, [down, 0.5]), toward(geo, selected, [down, -0.5])];
    return one >= 0 ? one : two;
  }

  /** @private */
  pairTarget(arrow) {
    const { app } = this, [i, n] = [app.selected, app.geo.cells.length];
    const near = app.geo.pairs.filter(pair => pair.includes(i)).map(([a, b]) => (a === i ? b : a));
    const to = beyond(app.geo, i, arrow);
    if (near.includes(to)) return to;
    const geo = { ...app.geo, next: Array.from({ length: n }, (_, k) => (k === i ? near : [])) };
    return toward(geo, i, app.geo.hex && !arrow[1] ? [arrow[0], 0.5] : arrow);
  }

  /** Arrows that go on with a line of numbers are one gesture as far as its direction goes, each with an undo of its own. @private */
  pen(to) {
    const { app } = this;
    if (app.kind !== "numbers") return null;
    const before = this.stroke?.at === app.selected ? this.stroke : { trail: [app.selected] };
    const stroke = { ...before, trail: [...before.trail], wrote: new Set(before.wrote), at: to };
    this.stroke = stroke;
    return stroke;
  }

  /** @private */
  typing({ key, code, shiftKey }) {
    const { app } = this;
    if (key === "Delete" || key === "Backspace") return this.emptied();
    if (key === "Escape") { app.select(app.selected); this.typed = null; return true; }
    if ((key === "," || key === "Enter" || key === " ") && this.typed && app.tool !== "enter" && app.tool !== "clue") { this.typed = null; return true; }
    const digit = /^Digit[0-9]$/.test(code) && shiftKey ? code.slice(5) : /^[0-9]$/.test(key) ? key : null;
    if (app.solving) return this.playing(key, digit, shiftKey);
    if (key === " " && ["hole", "bridge"].includes(app.tool)) { this.acts.cell(app.selected); return true; }
    if (key === "#" && app.family.boards !== "none" && !app.doc.points) { this.acts.put(app.hole(app.selected) ? null : "#"); return true; }
    if (app.labels && /^[a-z0-9]$/i.test(key)) { this.acts.put(key.toUpperCase()); return true; }
    if (!app.labels && digit !== null) { this.digit(digit, "clue"); return true; }
    if (key !== "Enter") return false;
    const taken = app.offers()?.get(app.selected);
    if (taken) app.change(withClue(app.doc, taken.clue));
    return Boolean(taken);
  }

  /** @private */
  emptied() {
    const { app } = this;
    this.typed = null;
    if (app.solving && app.tool === "line" && app.kind !== "numbers") this.acts.erase(app.selected);
    else this.acts.put(null, undefined, "enter");
    return true;
  }

  /** @private */
  playing(key, digit, shift) {
    const { app, acts } = this;
    if (app.tool === "colour" && digit !== null) {
      app.colour = Number(digit) % 9;
      acts.put(app.colour);
      return true;
    }
    if (key === "Enter" && app.tool === "line") { acts.nextHead(); return true; }
    const numbers = app.kind === "numbers" || app.kind === "square";
    if (digit !== null && numbers) { this.digit(digit, shift ? "corner" : app.tool === "line" ? "enter" : app.tool); return true; }
    return this.tools.byKey(key);
  }

  /** Digits typed one after the other are one number: what the first ones did is replaced. @private */
  digit(digit, tool) {
    const { app } = this, now = Date.now(), places = [...app.selection].join();
    const before = this.typed?.places === places && this.typed.tool === tool && now - this.typed.when < TOGETHER ? this.typed : null;
    const longer = (before?.text ?? "") + digit;
    const goesOn = before !== null && Number(longer) <= app.most;
    const text = goesOn ? longer : digit;
    // What the first digit has done is undone: the number is another one.
    if (goesOn && before.did) app[app.solving ? "player" : "history"].undo();
    const gesture = {}, state = () => (app.solving ? app.player.now : app.doc), was = state();
    if (Number(text) > 0 && Number(text) <= app.most) this.acts.put(Number(text), goesOn || !app.solving || tool !== "enter" ? gesture : undefined, tool);
    this.typed = { places, tool, text, when: now, did: state() !== was };
  }
}
