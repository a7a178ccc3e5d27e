// Mouse, touch and keyboard on the board, the tools, and the keypad.
import { $, html } from "./app.js";
import { pairAt, placeAt } from "./geometry.js";
import { withBridge, withCell, withClue, withPair, withSign } from "./model.js";

/** The tools of a mode, with the words for them. */
function toolsOf(app) {
  if (app.mode === "solve") {
    const list = app.labels ? [] : [["enter", "Enter"], ["pencil", "Pencil"]];
    return app.family.boards === "none" ? list : [...list, ["line", "Line"]];
  }
  const list = [["clue", "Clue"]];
  if (app.family.boards !== "none" && !app.doc.points) list.push(["hole", "Hole"], ["wall", "Wall"]);
  for (const { between } of app.family.pairs) list.push(between === "<" ? ["sign", "Sign"] : ["link", "Link"]);
  if (app.family.grids.includes("bridges")) list.push(["bridge", "Bridge"]);
  return list;
}

const HOW = {
  clue: "Select a cell and type; arrows move, Delete empties, # makes a hole.",
  hole: "Click cells that are not there. By keyboard: space.",
  wall: "Click between two cells. By keyboard: Shift and an arrow.",
  link: "Click between two cells that follow each other. By keyboard: Shift and an arrow.",
  sign: "Click between two cells: smaller, greater, none. By keyboard: Shift and an arrow.",
  bridge: "Click cells in which two lines cross. By keyboard: space.",
  enter: "Type what is in the selected cell; P changes to pencil marks.",
  pencil: "Type what the selected cell may hold; P changes back.",
  line: "Drag from cell to cell. By keyboard: Shift and an arrow.",
};

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Input {
  constructor(app) {
    this.app = app;
    this.typed = { at: -1, text: "", when: 0 };
    const frame = $("frame");
    frame.addEventListener("keydown", event => this.key(event));
    frame.addEventListener("pointerdown", event => this.down(event));
    frame.addEventListener("pointermove", event => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => { this.from = null; });
    app.onShow(() => this.show());
  }

  /** @private */
  show() {
    const { app } = this, frame = $("frame");
    radios($("mode"), app.mode, button => button.dataset.mode);
    const tools = toolsOf(app);
    if (!tools.some(([name]) => name === app.tool)) app.tool = tools[0][0];
    const signature = JSON.stringify([tools, app.tool]);
    if (this.shown !== signature) {
      this.shown = signature;
      const focused = $("tools").contains(document.activeElement);
      $("tools").replaceChildren(...tools.map(([name, word]) => html("button", {
        role: "radio", "data-tool": name, "aria-checked": String(name === app.tool), tabindex: name === app.tool ? 0 : -1,
        onclick: () => { app.tool = name; app.show(); },
      }, word)));
      if (focused) $("tools").querySelector("[aria-checked=true]").focus();
    }
    frame.classList.toggle("lines", app.tool === "line");
    $("how").textContent = HOW[app.tool];
    this.keypad();
  }

  /** @private: what can be put into the selected cell, for fingers. */
  keypad() {
    const { app } = this;
    const wanted = ["clue", "enter", "pencil"].includes(app.tool) ? this.contents() : [];
    const signature = wanted.join(" ");
    if (this.keys === signature) return;
    this.keys = signature;
    $("keypad").replaceChildren(...wanted.map(value => html("button", {
      onclick: () => this.put(value === "⌫" ? null : value === "#" ? "#" : app.labels ? value : Number(value)),
      "aria-label": value === "⌫" ? "Empty" : value === "#" ? "Hole" : value,
    }, value)));
  }

  /** @private */
  contents() {
    const { app } = this;
    const holes = app.mode === "set" && app.family.boards !== "none" && !app.doc.points ? ["#"] : [];
    if (app.labels) {
      const used = new Map();
      app.doc.cells.flat().forEach(v => { if (typeof v === "string" && v !== "#") used.set(v, (used.get(v) ?? 0) + 1); });
      const shown = [...used.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      const next = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(letter => !used.has(letter));
      return [...shown, ...(next ? [next] : []), ...holes, "⌫"];
    }
    const numbers = Array.from({ length: Math.min(this.most(), 100) }, (_, k) => String(k + 1));
    return [...numbers, ...holes, "⌫"];
  }

  /** @private: the greatest number that a cell can hold. */
  most() {
    const { app } = this;
    return app.family.boards === "none" ? app.rows : app.doc.cells.flat().filter(v => v !== "#").length;
  }

  /** Puts something into the selected cell, as the tool has it. */
  put(value) {
    const { app } = this, i = app.selected, [r, c] = app.placeOf(i);
    if (app.mode === "set") return app.change(withCell(app.doc, r, c, value));
    if (app.doc.cells[r][c] !== null || value === "#") return;
    app.wrong.delete(i);
    if (app.tool === "pencil" && value !== null) app.play.pencil(i, value); else app.play.enter(i, value);
    app.show();
  }

  /** @private */
  at(event) {
    const box = $("board").getBoundingClientRect(), [, , width, height] = $("board").getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.max(width / box.width, height / box.height);
    const left = box.left + (box.width - width / scale) / 2, top = box.top + (box.height - height / scale) / 2;
    return [(event.clientX - left) * scale, (event.clientY - top) * scale];
  }

  /** @private */
  down(event) {
    const { app } = this;
    if (!app.geo || event.button > 0) return;
    const [x, y] = this.at(event), i = placeAt(app.geo, x, y);
    app.steps = null;
    const offer = event.target.dataset?.offer;
    if (offer !== undefined && app.mode === "set" && app.tool === "clue" && Number(offer) === app.selected) {
      const taken = app.view().offers?.get(Number(offer));
      if (taken) return app.change(withClue(app.doc, taken.clue));
    }
    if (["wall", "link", "sign"].includes(app.tool)) {
      const pair = pairAt(app.geo, x, y);
      if (pair) return this.pair(...pair);
    }
    if (i < 0) return;
    app.select(i);
    if (app.tool === "hole" || app.tool === "bridge") this.act(i);
    if (app.tool === "line") { this.from = i; this.drawing = null; $("frame").setPointerCapture?.(event.pointerId); }
  }

  /** @private */
  move(event) {
    if (this.from === null || this.from === undefined || this.app.tool !== "line") return;
    const i = placeAt(this.app.geo, ...this.at(event));
    if (i >= 0 && i !== this.from && this.next(this.from, i)) { this.drag(this.from, i); this.from = i; }
  }

  /** @private: the first stretch decides whether lines are drawn or taken away. */
  drag(i, j) {
    const { app } = this;
    if (app.hole(i) || app.hole(j)) return;
    this.drawing ??= !app.play.has(i, j);
    app.play.line(i, j, this.drawing);
    app.selected = j;
    app.show();
  }

  /** @private */
  next(i, j) { return this.app.geo.pairs.some(([a, b]) => (a === i && b === j) || (a === j && b === i)); }

  /** @private: a tool that acts on a cell. */
  act(i) {
    const { app } = this, [r, c] = app.placeOf(i);
    if (app.tool === "hole") app.change(withCell(app.doc, r, c, app.hole(i) ? null : "#"));
    if (app.tool === "bridge" && !app.hole(i)) app.change(withBridge(app.doc, [r, c]));
  }

  /** @private: a tool that acts between two cells. */
  pair(i, j) {
    const { app } = this;
    if (app.hole(i) || app.hole(j)) return;
    const pair = [app.placeOf(i), app.placeOf(j)];
    if (app.tool === "wall") app.change(withPair(app.doc, "walls", pair));
    else if (app.tool === "link") app.change(withPair(app.doc, this.pairKey(false), pair));
    else if (app.tool === "sign") app.change(withSign(app.doc, this.pairKey(true), pair));
  }

  /** @private: the key of the family's pairs that say which cell is smaller, or that two cells belong together. */
  pairKey(smaller) { return this.app.family.pairs.find(({ between }) => (between === "<") === smaller).name; }

  /** @private: the place that an arrow leads to. */
  beyond([dr, dc]) {
    const { app } = this, [r, c] = app.placeOf(app.selected);
    if (!app.doc.points) {
      const [s, d] = [r + dr, c + dc];
      return s >= 0 && s < app.rows && d >= 0 && d < app.cols ? s * app.cols + d : -1;
    }
    const from = app.geo.cells[app.selected];
    let best = -1, least = Infinity;
    app.geo.cells.forEach((cell, i) => {
      const along = (cell.x - from.x) * dc + (cell.y - from.y) * dr, across = Math.abs((cell.x - from.x) * dr) + Math.abs((cell.y - from.y) * dc);
      if (along > 1 && along + 2 * across < least) [best, least] = [i, along + 2 * across];
    });
    return best;
  }

  /** @private */
  key(event) {
    const { app } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      return this.arrow(arrow, event.shiftKey);
    }
    const handled = this.typing(event);
    if (handled) event.preventDefault();
  }

  /** @private */
  arrow(arrow, shift) {
    const { app } = this, to = this.beyond(arrow);
    if (to < 0) return;
    if (shift && app.tool === "line") { if (this.next(app.selected, to)) { this.drawing = null; this.drag(app.selected, to); } return; }
    if (shift && ["wall", "link", "sign"].includes(app.tool)) {
      const [i, j] = [Math.min(app.selected, to), Math.max(app.selected, to)];
      return this.pair(i, j);
    }
    app.select(to);
  }

  /** @private */
  typing({ key }) {
    const { app } = this;
    if (key === "Delete" || key === "Backspace") { this.typed.at = -1; this.put(null); return true; }
    if (key === " " && ["hole", "bridge"].includes(app.tool)) { this.act(app.selected); return true; }
    if (key === "#" && app.mode === "set" && app.family.boards !== "none") {
      this.put(app.hole(app.selected) ? null : "#");
      return true;
    }
    if (key.toLowerCase() === "p" && app.mode === "solve" && !app.labels) {
      app.tool = app.tool === "pencil" ? "enter" : "pencil";
      app.show();
      return true;
    }
    if (app.labels && app.mode === "set" && /^[a-z0-9]$/i.test(key)) { this.put(key.toUpperCase()); return true; }
    if (!app.labels && /^[0-9]$/.test(key)) { this.digit(key); return true; }
    if (key === "Enter" && app.mode === "set") {
      const taken = app.view().offers?.get(app.selected);
      if (taken) app.change(withClue(app.doc, taken.clue));
      return Boolean(taken);
    }
    return false;
  }

  /** @private: digits typed one after the other in a cell make a number. */
  digit(key) {
    const { app } = this, now = Date.now();
    const { at, tool, when, text: before } = this.typed;
    const more = at === app.selected && tool === app.tool && now - when < 1500 && app.tool !== "pencil";
    const longer = (more ? before : "") + key;
    const text = Number(longer) > this.most() ? key : longer;
    this.typed = { at: app.selected, tool: app.tool, text, when: now };
    const number = Number(this.typed.text);
    if (number > 0) this.put(number);
  }
}

/** Marks which of a group of buttons is chosen. */
export function radios(group, chosen, nameOf) {
  for (const button of group.querySelectorAll("[role=radio]")) {
    const on = nameOf(button) === chosen;
    button.setAttribute("aria-checked", String(on));
    button.tabIndex = on ? 0 : -1;
  }
}
