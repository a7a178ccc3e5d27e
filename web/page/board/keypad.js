// The keypad: what can be put into the selected cells, for fingers. Of many numbers those that are missing, near ones first.
import { $, arrowKeys, html, oneStop } from "../dom.js";
import { contentAt } from "../play/answer.js";
import { selects } from "./tools.js";

const COLOURS = 8;
/** Numbers that are listed at most; the others are typed. */
const LISTED = 240;

export class Keypad {
  constructor(app, acts) {
    Object.assign(this, { app, acts });
    arrowKeys($("keypad"), "button", false);
    app.onShow(() => this.show());
  }

  /** @private */
  show() {
    const { app } = this, wanted = app.tool === "colour" ? this.colours() : selects(app.tool) ? this.contents() : [];
    const signature = JSON.stringify([app.tool === "colour" && app.colour, wanted]);
    if (this.shown === signature) return;
    this.shown = signature;
    if (app.tool === "colour") this.buttons = null;
    // Buttons that were there stay the same: there may be hundreds.
    const before = this.buttons ?? new Map();
    this.buttons = new Map(wanted.map(one => [JSON.stringify(one), before.get(JSON.stringify(one)) ?? this.button(one)]));
    $("keypad").replaceChildren(...this.buttons.values());
    oneStop($("keypad"));
  }

  /** @private */
  button({ value, word, name, kind, near }) {
    return html("button", {
      "aria-label": name ?? (near ? `${word}, follows a neighbour` : word), class: kind ?? (near ? "near" : undefined),
      "aria-pressed": kind && this.app.tool === "colour" ? String(this.app.colour === value) : undefined,
      onclick: () => this.press(value),
    }, word);
  }

  /** @private */
  press(value) {
    const { app } = this;
    if (app.tool !== "colour") return this.acts.put(value);
    app.colour = value;
    return app.show();
  }

  /** @private */
  colours() {
    const all = Array.from({ length: COLOURS }, (_, k) => ({ value: k + 1, word: String(k + 1), name: `Colour ${k + 1}`, kind: `paint colour-${k + 1}` }));
    return [...all, { value: 0, word: "⌫", name: "No colour", kind: "paint" }];
  }

  /** @private */
  contents() {
    const { app } = this;
    const holes = !app.solving && app.family.boards !== "none" && !app.doc.points ? [{ value: "#", word: "#", name: "Hole" }] : [];
    const values = app.labels ? this.labels() : this.numbers();
    return [...values, ...holes, { value: null, word: "⌫", name: "Empty" }];
  }

  /** Labels that are there, and the next letter. @private */
  labels() {
    const used = new Set(this.app.doc.cells.flat().filter(v => typeof v === "string" && v !== "#"));
    const next = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(letter => !used.has(letter));
    const shown = [...used].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    return [...shown, ...(next ? [next] : [])].map(label => ({ value: label, word: label }));
  }

  /** Numbers that are missing; first those that follow one in a neighbour. @private */
  numbers() {
    const { app } = this, numbers = (list, near) => list.map(n => ({ value: n, word: String(n), near }));
    if (app.kind === "square") return numbers(Array.from({ length: app.most }, (_, k) => k + 1));
    const state = app.solving ? app.player.now : { values: new Map() }, used = new Set();
    app.geo.cells.forEach((_, i) => used.add(contentAt(app.doc, app.geo, state, i)));
    if (app.family.numbers_state_order) {
      // Numbers that state an order: the missing ones, and the next.
      const given = [...used].filter(v => typeof v === "number"), last = Math.max(0, ...given) + 1;
      return numbers(Array.from({ length: last }, (_, k) => k + 1).filter(n => !used.has(n)));
    }
    const { most } = app, missing = [];
    for (let n = app.doc.first ?? 1; n <= most; n++) if (!used.has(n)) missing.push(n);
    const beside = app.geo.next[app.selected].map(j => contentAt(app.doc, app.geo, state, j)).filter(v => typeof v === "number");
    const near = [...new Set(beside.flatMap(v => [v - 1, v + 1]))].filter(n => missing.includes(n)).sort((a, b) => a - b);
    return [...numbers(near, true), ...numbers(missing.filter(n => !near.includes(n)).slice(0, LISTED))];
  }
}
