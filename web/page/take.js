// Take away: other formats, links, pictures, print; and the plan and the profile of a question.
import { $ } from "./app.js";
import { mistakeWords } from "./words.js";
import { Ended } from "./engine.js";
import { textOf } from "./model.js";

/** The longer side of a PNG in pixels. */
const PIXELS = 1600;

export class Take {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    const written = app.formats.filter(format => format.written);
    const first = ["pzpr", "penpa", "native", "json"];
    written.sort((a, b) => (first.indexOf(a.name) + 1 || 99) - (first.indexOf(b.name) + 1 || 99));
    for (const { name, summary } of written) $("format").append(new Option(summary ? `${name}: ${summary}` : name, name));
    $("convert").onclick = $("format").onchange = () => this.convert();
    for (const id of ["with-solution", "lossy"]) $(id).onchange = () => this.convert();
    $("copy").onclick = () => this.copy($("text").value);
    $("save").onclick = () => this.save();
    $("link").onclick = () => this.link();
    for (const button of document.querySelectorAll("[data-picture]")) button.onclick = () => this.picture(button.dataset.picture);
    $("print").onclick = () => this.print();
    $("step-page").onclick = () => this.stepPage();
    for (const button of document.querySelectorAll("[data-see]")) button.onclick = () => this.see(button.dataset.see);
    app.onShow(() => { if (this.about !== app.doc) { this.about = app.doc; $("text").value = ""; $("take-note").textContent = ""; $("inside").textContent = ""; } });
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

  async convert() {
    const format = this.app.formats.find(({ name }) => name === $("format").value);
    $("text").value = "";
    this.note("");
    const options = { to: format.name, lossy: $("lossy").checked, solution: $("with-solution").checked };
    const reply = await this.ask("convert", options);
    if (!reply) return;
    $("text").value = reply.text;
    this.note((reply.notes ?? []).join("\n"));
  }

  async copy(text) {
    if (!text) return this.note("First choose a format and write it.");
    try {
      await navigator.clipboard.writeText(text);
      this.note("Copied.");
    } catch {
      $("text").value = text;
      $("text").focus();
      $("text").select();
      this.note("The text is selected: copy it with Ctrl+C.");
    }
  }

  async save() {
    if (!$("text").value) await this.convert();
    const format = this.app.formats.find(({ name }) => name === $("format").value);
    if ($("text").value) download(`puzzle.${format.ending || "txt"}`, $("text").value, "text/plain");
  }

  async link() {
    const base = location.href.split("#")[0];
    $("text").value = `${base}#${encodeURIComponent(textOf(this.app.doc))}`;
    await this.copy($("text").value);
  }

  /** @private */
  drawn(theme) {
    const { doc } = this.app, options = { theme, solution: $("picture-solution").checked };
    return this.ask("draw", { ...options, ...(doc.title ? {} : {}) });
  }

  async picture(kind) {
    const reply = await this.drawn($("picture-mono").checked ? "mono" : "colour");
    if (!reply) return;
    this.note((reply.notes ?? []).join("\n"));
    if (kind === "svg") return download("puzzle.svg", reply.svg, "image/svg+xml");
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(reply.svg);
    await image.decode();
    const scale = PIXELS / Math.max(image.naturalWidth, image.naturalHeight, 1);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(blob => download("puzzle.png", blob, "image/png"), "image/png");
  }

  print() { window.print(); }

  async stepPage() {
    const reply = await this.ask("explain", { page: true });
    if (reply) download("steps.html", reply.page, "text/html");
  }

  async see(ask) {
    $("inside").textContent = "…";
    const reply = await this.ask(ask, { task: $("task").value });
    $("inside").textContent = reply ? reply.words : $("take-note").textContent;
  }
}

/** Gives the reader a file. */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
