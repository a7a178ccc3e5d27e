// The dialogs: a new board, something pasted.
import { $, html } from "./app.js";
import { Ended } from "./engine.js";
import { emptyBoard, textOf } from "./model.js";
import { capital, mistakeWords } from "./words.js";

export class Dialogs {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    for (const { keyword } of app.families) $("new-family").append(new Option(capital(keyword), keyword));
    const names = app.families.flatMap(({ keyword, aliases }) => [keyword, ...aliases.map(({ name }) => name)]);
    for (const name of names) $("paste-family").append(new Option(name, name));
    $("new").onclick = () => this.openNew();
    $("open").onclick = () => this.openPaste("");
    $("new-family").onchange = () => this.newFamily();
    $("dialog-new").onclose = () => { if ($("dialog-new").returnValue === "ok") this.begin(); };
    $("paste-ok").onclick = event => { event.preventDefault(); this.paste(); };
    $("file").onchange = async () => {
      const [file] = $("file").files;
      if (file) { $("paste").value = await file.text(); await this.paste(); }
    };
    document.addEventListener("paste", event => {
      if (event.target.closest?.("textarea, input, dialog")) return;
      const text = event.clipboardData?.getData("text");
      if (text?.trim()) { event.preventDefault(); this.openPaste(text); this.paste(); }
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", async event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files, text = file ? await file.text() : event.dataTransfer.getData("text");
      if (text) { this.openPaste(text); await this.paste(); }
    });
  }

  /** @private */
  chosen(id) { return this.app.families.find(({ keyword }) => keyword === $(id).value); }

  openNew() {
    $("new-family").value = this.app.family.keyword;
    this.newFamily();
    $("dialog-new").returnValue = "";
    $("dialog-new").showModal();
  }

  /** @private */
  newFamily() {
    const family = this.chosen("new-family"), square = family.boards === "none";
    $("new-summary").textContent = capital(family.summary) + ".";
    $("new-cols").closest("label").hidden = square;
    $("new-neighbours").closest("label").hidden = square;
    $("new-neighbours").value = family.neighbours;
    $("new-wrap").closest("label").hidden = !family.grids.includes("wrap");
    $("new-wrap").value = "";
    $("new-rules").replaceChildren(...family.rules.map(({ name, values }) => html("label", {}, capital(name), html("select", { "data-rule": name }, ...values.map(value => html("option", {}, value))))));
  }

  /** @private */
  begin() {
    const family = this.chosen("new-family"), size = id => Math.max(1, Math.min(64, Math.round(Number($(id).value)) || 1));
    const rules = Object.fromEntries([...$("new-rules").querySelectorAll("select")].map(select => [select.dataset.rule, select.value]));
    const wrap = family.grids.includes("wrap") ? $("new-wrap").value : "";
    this.app.load(emptyBoard(family, { rows: size("new-rows"), cols: size("new-cols"), neighbours: $("new-neighbours").value, rules, wrap }));
    this.app.setMode("set");
    $("frame").focus();
  }

  openPaste(text) {
    $("paste").value = text;
    $("paste-fault").textContent = "";
    $("paste-family").value = "";
    $("file").value = "";
    if (!$("dialog-open").open) $("dialog-open").showModal();
    $("paste").focus();
  }

  /** Reads what was pasted; a mistake stays in the dialog. */
  async paste() {
    const family = $("paste-family").value;
    const reply = await this.read($("paste").value, family ? { family } : {});
    if (!reply) return;
    if (reply.error) { $("paste-fault").textContent = mistakeWords(reply.error); return; }
    $("dialog-open").close();
    this.app.load(reply.document);
    this.app.setMode("set");
    this.app.say?.((reply.notes ?? []).join("\n"));
    $("frame").focus();
  }

  /** @private */
  async read(puzzle, reading = {}) {
    try {
      return await this.lane.ask({ ask: "read", puzzle, reading });
    } catch (error) {
      if (error instanceof Ended) return null;
      throw error;
    }
  }
}

/** The puzzle that the address of the page brings along. */
export async function fromAddress(lane) {
  if (location.hash.length < 2) return null;
  let puzzle;
  try { puzzle = decodeURIComponent(location.hash.slice(1)); } catch { return null; }
  const reply = await lane.ask({ ask: "read", puzzle });
  return reply.error ? { error: reply.error, puzzle } : { doc: reply.document };
}

/** Reads a text into a puzzle, for buttons that put one in place of the present one. */
export const reader = lane => async text => {
  const reply = await lane.ask({ ask: "read", puzzle: text });
  if (reply.error) return null;
  const doc = { ...reply.document };
  delete doc.schema; delete doc.rows; delete doc.cols;
  return doc;
};

export { textOf };
