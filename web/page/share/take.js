// Take away: other formats, pictures, print.
import { $ } from "../dom.js";
import { Ended } from "../engine.js";
import { copied, download, pngOf } from "./files.js";
import { mistakeWords } from "../words.js";

/** Formats that are asked for most. */
const FIRST = ["pzpr", "penpa", "native", "json"];

export class Take {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    const rank = ({ name }) => FIRST.indexOf(name) + 1 || 99;
    const written = app.formats.filter(format => format.written && format.name !== "link").sort((a, b) => rank(a) - rank(b));
    for (const { name, summary } of written) $("format").append(new Option(summary ? `${name}: ${summary}` : name, name));
    $("convert").onclick = $("format").onchange = () => this.convert();
    for (const id of ["with-solution", "lossy"]) $(id).onchange = () => this.convert();
    $("copy").onclick = () => this.copy($("text").value);
    $("save").onclick = () => this.save();
    for (const button of document.querySelectorAll("[data-picture]")) button.onclick = () => this.picture(button.dataset.picture);
    $("print").onclick = () => window.print();
    $("step-page").onclick = () => this.stepPage();
    app.take = this;
    app.onShow(() => { if (this.about !== app.doc) { this.about = app.doc; $("text").value = ""; this.note(""); } });
  }

  note(text) { $("take-note").textContent = text; }

  /** @private */
  async ask(ask, options) {
    try {
      const reply = await this.app.ask(this.lane, ask, options);
      if (!reply.error) return reply;
      this.note(mistakeWords(reply.error));
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    return null;
  }

  /** @private */
  get format() { return this.app.formats.find(({ name }) => name === $("format").value); }

  async convert() {
    $("text").value = "";
    this.note("");
    const reply = await this.ask("convert", { to: this.format.name, lossy: $("lossy").checked, solution: $("with-solution").checked });
    if (!reply) return;
    $("text").value = reply.text;
    this.note((reply.notes ?? []).join("\n"));
  }

  /** Shows a text, and copies it where that is allowed. */
  async copy(text, words = "Copied.") {
    if (!text) return this.note("First choose a format and write it.");
    $("text").value = text;
    if (await copied(text)) return this.note(words);
    $("text").focus();
    $("text").select();
    return this.note("The text is selected: copy it with Ctrl+C.");
  }

  async save() {
    if (!$("text").value) await this.convert();
    if ($("text").value) download(`puzzle.${this.format.ending || "txt"}`, $("text").value, "text/plain");
  }

  async picture(kind) {
    const reply = await this.ask("draw", { theme: $("picture-mono").checked ? "mono" : "colour", solution: $("picture-solution").checked });
    if (!reply) return;
    this.note((reply.notes ?? []).join("\n"));
    if (kind === "svg") download("puzzle.svg", reply.svg, "image/svg+xml");
    else download("puzzle.png", await pngOf(reply.svg), "image/png");
  }

  async stepPage() {
    const reply = await this.ask("explain", { page: true });
    if (reply) download("steps.html", reply.page, "text/html");
  }
}
