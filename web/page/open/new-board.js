// The dialog that begins an empty board.
import { $, html } from "../dom.js";
import { emptyBoard } from "../puzzle/model.js";
import { capital } from "../words.js";

export class NewBoard {
  constructor(app) {
    this.app = app;
    for (const { keyword } of app.families) $("new-family").append(new Option(capital(keyword), keyword));
    $("new").onclick = () => this.open();
    $("new-family").onchange = () => this.family();
    $("dialog-new").onclose = () => { if ($("dialog-new").returnValue === "ok") this.begin(); };
  }

  /** @private */
  get chosen() { return this.app.families.find(({ keyword }) => keyword === $("new-family").value); }

  open() {
    $("new-family").value = this.app.family.keyword;
    this.family();
    $("dialog-new").returnValue = "";
    $("dialog-new").showModal();
  }

  /** @private */
  family() {
    const family = this.chosen, square = family.boards === "none";
    $("new-summary").textContent = capital(family.summary) + ".";
    for (const id of ["new-cols", "new-neighbours"]) $(id).closest("label").hidden = square;
    $("new-neighbours").value = family.neighbours;
    $("new-wrap").closest("label").hidden = !family.grids.includes("wrap");
    $("new-wrap").value = "";
    const rule = ({ name, values }) => html("label", {}, capital(name), html("select", { "data-rule": name }, ...values.map(value => html("option", {}, value))));
    $("new-rules").replaceChildren(...family.rules.map(rule));
  }

  /** @private */
  begin() {
    const family = this.chosen, size = id => Math.max(1, Math.min(64, Math.round(Number($(id).value)) || 1));
    const rules = Object.fromEntries([...$("new-rules").querySelectorAll("select")].map(select => [select.dataset.rule, select.value]));
    const wrap = family.grids.includes("wrap") ? $("new-wrap").value : "";
    this.app.load(emptyBoard(family, { rows: size("new-rows"), cols: size("new-cols"), neighbours: $("new-neighbours").value, rules, wrap }));
    $("frame").focus();
  }
}
