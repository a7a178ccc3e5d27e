// Links with the puzzle in them: for those who solve it, for those who edit it, for a page that embeds it; and the address of
// the page itself, which always leads to the puzzle.
import { $ } from "../dom.js";
import { Ended } from "../engine.js";
import { textOf } from "../puzzle/model.js";
import { mistakeWords } from "../words.js";

/** Milliseconds without a change until the address follows. */
const PAUSE = 400;

export class Links {
  constructor(app) {
    Object.assign(this, { app, lane: app.engine.lane(), written: "" });
    $("link-solve").onclick = () => this.copy("solve");
    $("link-edit").onclick = () => this.copy("edit");
    $("link-embed").onclick = () => this.copy("embed");
    app.onChange = () => this.soon();
  }

  note(text) { if (text) $("how").textContent = text; }

  /** Where the page is to be found by others: what the server was told, or where it is. @private */
  get base() { return document.querySelector("meta[name=base]").content || location.href.split("#")[0]; }

  /** A link of a kind: to solve, edit or embed. */
  address(kind, code) { return `${this.base}#${kind}=${code}`; }

  /** The code of the puzzle, or why there is none. */
  async code(lane = this.lane) {
    const reply = await lane.ask({ ask: "convert", puzzle: textOf(this.app.doc), options: { to: "link" } });
    return reply.error ? { error: mistakeWords(reply.error) } : { code: reply.text.trim().split("=")[1] };
  }

  async copy(kind) {
    const { code, error } = await this.code(this.sharing ??= this.app.engine.lane());
    if (error) return this.app.take.note(error);
    const link = this.address(kind, code), { width, height } = this.app.geo;
    if (kind !== "embed") return this.app.take.copy(link, `Copied: ${link.length} characters.`);
    const tall = Math.round(420 * height / width) + 260;
    const title = (this.app.doc.title || "A puzzle").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return this.app.take.copy(`<iframe src="${link}" title="${title}" width="440" height="${tall}" style="border:0;max-width:100%"></iframe>`);
  }

  /** The address follows the puzzle. */
  soon() {
    clearTimeout(this.waiting);
    if (!this.app.embedded) this.waiting = setTimeout(() => this.follow(), PAUSE);
  }

  /** @private */
  async follow() {
    const { doc, sealed } = this.app;
    try {
      const { code } = await this.code();
      if (doc !== this.app.doc || sealed !== this.app.sealed) return;
      // A board that is no puzzle yet is kept on this machine alone.
      this.written = code ? `#${sealed ? "solve" : "edit"}=${code}` : "";
      history.replaceState(null, "", this.written || location.pathname + location.search);
      this.app.keep.flush();
    } catch (error) {
      // From a disk some browsers refuse to change the address.
      if (!(error instanceof Ended) && !(error instanceof DOMException)) throw error;
    }
  }
}
