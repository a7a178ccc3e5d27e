// The panel of the board: turned, mirrored, shifted, resized; title and author; clues that the engine chooses.
import { $, html, say } from "../dom.js";
import { Ended } from "../engine.js";
import { hasLines, linesOf, progress, solutionOf } from "../play/answer.js";
import { textOf } from "../puzzle/model.js";
import { TRANSFORMS, resized, shifted } from "../puzzle/symmetry.js";
import { mistakeWords, stepWords } from "../words.js";

/** Seconds that choosing clues may take. */
const SECONDS = 60;
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

export class BoardPanel {
  constructor(app) {
    Object.assign(this, { app, lane: app.engine.lane() });
    $("symmetry").value = app.settings.symmetry;
    $("symmetry").onchange = () => { app.settings.symmetry = $("symmetry").value; app.keep.set("symmetry", app.settings.symmetry); };
    for (const [name, { word, do: turn }] of Object.entries(TRANSFORMS)) {
      $("transforms").append(html("button", { "data-turn": name, onclick: () => app.change(turn(app.doc)) }, word));
    }
    for (const button of document.querySelectorAll("[data-shift]")) {
      button.onclick = () => app.change(shifted(app.doc, ...button.dataset.shift.split(",").map(Number)));
    }
    $("resize").onsubmit = event => { event.preventDefault(); this.resize(); };
    for (const input of document.querySelectorAll("[data-detail]")) input.oninput = () => this.detail(input);
    $("craft-drawn").onclick = () => this.fromDrawn();
    $("craft-add").onclick = () => this.addClues();
    app.onShow(() => this.show());
  }

  /** @private */
  show() {
    const { app } = this, { doc } = app;
    if (this.about === doc) return;
    this.about = doc;
    for (const button of $("transforms").children) button.disabled = !TRANSFORMS[button.dataset.turn].can(doc);
    for (const button of document.querySelectorAll("[data-shift]")) {
      button.disabled = Boolean(doc.points) || (doc.neighbours === "hex" && !button.dataset.shift.startsWith("0"));
    }
    $("resize").hidden = Boolean(doc.points);
    // Numbers that are being typed stay while the board changes in other ways.
    const size = `${app.rows}x${app.cols}`;
    if (this.size !== size) [$("resize-rows").value, $("resize-cols").value] = (this.size = size).split("x");
    for (const input of document.querySelectorAll("[data-detail]")) {
      if (input !== document.activeElement) input.value = doc[input.dataset.detail] ?? "";
    }
    say($("craft-note"), "");
  }

  /** @private */
  resize() {
    const { app } = this, size = id => Math.max(1, Math.min(64, Math.round(Number($(id).value)) || 1));
    const rows = size("resize-rows"), cols = app.family.boards === "none" ? rows : size("resize-cols");
    const [bottom, right] = $("resize-at").value.split(",").map(Number);
    app.change(resized(app.doc, rows, cols, { top: bottom * (rows - app.rows), left: right * (cols - app.cols) }));
  }

  /** @private */
  detail(input) {
    const { app } = this, value = input.value.replace(/\s+/g, " ");
    const next = { ...app.doc, [input.dataset.detail]: value };
    if (!value) delete next[input.dataset.detail];
    this.about = next;
    app.change(next, input);
  }

  /** Asks for a puzzle and puts it on the board. @private */
  async craft(request) {
    const { app } = this, { doc } = app;
    say($("craft-note"), "Choosing clues…");
    try {
      const reply = await this.lane.ask({ ...request, limits: { seconds: SECONDS } }, step => say($("craft-note"), stepWords(step)));
      if (app.doc !== doc) return;
      if (reply.error) return say($("craft-note"), mistakeWords(reply.error));
      const next = { ...reply.document };
      for (const key of ["schema", "rows", "cols"]) delete next[key];
      // What people wrote about it stays, and nothing else is written.
      for (const key of ["title", "author", "rules", "message", "source"]) {
        delete next[key];
        if (doc[key]) next[key] = doc[key];
      }
      app.change(next);
      this.about = next;
      say($("craft-note"), (reply.notes ?? []).join("\n") || "Done.");
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }

  /** Clues for the solution that is drawn in mode Solve. */
  async fromDrawn() {
    const { app } = this, { doc, family, geo } = app, state = app.player.now, level = $("craft-level").value, givens = $("craft-givens").value;
    const labelled = app.kind === "paths";
    if (labelled ? !linesOf(doc, geo, state).pieces().length : !progress(doc, family, geo, state).complete) {
      return say($("craft-note"), labelled ? "Draw the paths first, in mode Solve." : "Draw the whole solution first, in mode Solve: " + (hasLines(family) ? "one line through every cell." : "something in every cell."));
    }
    const options = { seed: seed() };
    if (level) options.level = level;
    if (!labelled) {
      if (givens) options.givens = givens === "here" ? this.pattern() : givens;
      const keep = $("craft-keep").value, stays = i => typeof app.given(i) === "number" && (keep === "all" || (keep === "selected" && app.selection.has(i)));
      options.keep = geo.cells.flatMap((cell, i) => (stays(i) ? [[cell.r, cell.c]] : []));
    }
    const puzzle = labelled ? drawnPaths(doc, geo, state) : textOf({ ...doc, ...pick(solutionOf(doc, family, geo, state)) });
    return this.craft({ ask: "from-solution", puzzle, options });
  }

  /** The selected cells as a pattern. @private */
  pattern() {
    const { app } = this;
    return app.doc.cells.map((row, r) => row.map((_, c) => (app.selection.has(r * app.cols + c) ? "." : "#")).join(" ")).join("\n");
  }

  /** Clues are added to those on the board. */
  addClues() {
    const level = $("craft-level").value, minimal = $("craft-givens").value === "minimal";
    return this.craft({ ask: "generate", options: { from: textOf(this.app.doc), seed: seed(), ...(level ? { level } : {}), ...(minimal ? { minimal } : {}) } });
  }
}

const pick = ({ cells }) => ({ cells });

/** Drawn paths as the text of a drawn solution: each piece of line has a label, its own or a new one. */
function drawnPaths(doc, geo, state) {
  const pieces = linesOf(doc, geo, state).pieces(), used = new Set(pieces.map(piece => piece.label).filter(label => label !== null));
  const free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", ...Array.from({ length: 999 }, (_, k) => String(k + 1))].filter(label => !used.has(label));
  const cells = doc.cells.map(row => row.map(value => (value === "#" ? "#" : null))), paths = {};
  for (const piece of pieces) {
    const label = piece.label ?? free.shift();
    paths[label] = piece.places.map(i => [geo.cells[i].r, geo.cells[i].c]);
    for (const [r, c] of paths[label]) cells[r][c] = label;
  }
  const { walls, bridges, wrap, neighbours, title, cover, touch } = doc;
  const name = ([r, c]) => `r${r + 1}c${c + 1}`, lines = [`puzzle: ${doc.puzzle}`];
  const head = { title, neighbours, cover, touch, wrap, walls: walls?.map(pair => pair.map(name).join("|")).join(" "), bridges: bridges?.map(name).join(" ") };
  for (const [key, value] of Object.entries(head)) if (value) lines.push(`${key}: ${value}`);
  const listed = Object.entries(paths).map(([label, places]) => `${label}: ${places.map(name).join("-")}`);
  // Lists say how paths run that touch; they are as large as the board if paths go to its last row and column.
  const spans = cells.at(-1).some(Boolean) && cells.some(row => row.at(-1)) && !cells.flat().includes("#");
  return [...lines, "", ...(spans ? listed : cells.map(row => row.map(value => value ?? ".").join(" "))), ""].join("\n");
}
