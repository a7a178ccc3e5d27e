// What is opened: pasted or dropped text, a file, the address of the page, or what was open before.
import { $ } from "../dom.js";
import { Ended } from "../engine.js";
import { mistakeWords } from "../words.js";

/** What the board shows before anything was drawn. */
const FIRST = "puzzle: hidato\ntitle: a beginning\n\n6 . .\n. 2 8\n1 . .\n";

export class Opening {
  constructor(app, pack) {
    Object.assign(this, { app, pack, lane: app.engine.lane() });
    app.read = async text => (await this.read(text))?.document?.puzzles[0]?.document ?? null;
    const names = app.families.flatMap(({ keyword, aliases }) => [keyword, ...aliases.map(({ name }) => name)]);
    for (const name of names) $("paste-family").append(new Option(name, name));
    $("open").onclick = () => this.open("");
    $("paste-ok").onclick = event => { event.preventDefault(); this.paste(); };
    $("file").onchange = async () => {
      const [file] = $("file").files;
      if (file) { $("paste").value = await file.text(); await this.paste(); }
    };
    document.addEventListener("paste", event => {
      if (event.target.closest?.("textarea, input, dialog")) return;
      const text = event.clipboardData?.getData("text");
      if (text?.trim()) { event.preventDefault(); this.open(text); this.paste(); }
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", async event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files, text = file ? await file.text() : event.dataTransfer.getData("text");
      if (text) { this.open(text); await this.paste(); }
    });
    addEventListener("hashchange", () => this.fromAddress());
  }

  open(text) {
    $("paste").value = text;
    $("paste-fault").textContent = "";
    $("paste-family").value = "";
    $("file").value = "";
    if (!$("dialog-open").open) $("dialog-open").showModal();
    $("paste").focus();
  }

  /** Reads what was pasted; a mistake stays in the dialog. Of several puzzles there is a list. */
  async paste() {
    const { app } = this, family = $("paste-family").value, reply = await this.read($("paste").value, family ? { family } : {});
    if (!reply) return;
    const found = reply.error ? [reply] : reply.document.puzzles, good = found.filter(one => !one.error);
    if (!good.length) {
      $("paste-fault").textContent = mistakeWords((found[0] ?? { error: { message: "There is no puzzle in it." } }).error);
      return;
    }
    $("dialog-open").close();
    if (found.length > 1) this.pack.take(good.map(one => one.document), found.length - good.length);
    else {
      const sealed = /#(solve|embed)=/.test($("paste").value);
      app.load(good[0].document, sealed ? { mode: "solve", sealed } : {});
      app.links.note((good[0].notes ?? []).join("\n"));
    }
    $("frame").focus();
  }

  /** All puzzles of a text. @private */
  async read(puzzle, reading = {}) {
    try {
      return await this.lane.ask({ ask: "read", puzzle, reading, options: { all: true } });
    } catch (error) {
      if (error instanceof Ended) return null;
      throw error;
    }
  }

  /** The puzzle that the page begins with. */
  async first() {
    const { app } = this, kept = app.keep.opened(location.hash);
    if (kept?.doc && app.families.some(({ keyword }) => keyword === kept.doc.puzzle)) {
      app.load(kept.doc, { mode: kept.mode, sealed: kept.sealed, pack: kept.pack });
      if (kept.tool) app.tool = kept.tool;
      if (Number.isInteger(kept.selected)) app.select(kept.selected);
    } else if (!await this.fromAddress()) app.load(await app.read(FIRST));
    app.history.past = [];
  }

  /** Opens the puzzle behind the `#` of the address; false if there is none. */
  async fromAddress() {
    const { app } = this, { hash } = location;
    if (hash.length < 2 || hash === app.links?.written) return false;
    const kind = /^#(solve|edit|embed)=/.exec(hash)?.[1];
    // A line that begins with # would be a comment.
    let text = "clew.html" + hash;
    if (!kind) try { text = decodeURIComponent(hash.slice(1)); } catch { return false; }
    const reply = await this.read(text);
    const found = reply?.error ? reply : reply?.document.puzzles[0];
    if (!found || found.error) {
      app.load(await app.read(FIRST));
      this.open(text);
      $("paste-fault").textContent = found ? mistakeWords(found.error) : "";
      return true;
    }
    app.embedded = kind === "embed";
    document.body.classList.toggle("embed", app.embedded);
    app.load(found.document, kind === "solve" || kind === "embed" ? { mode: "solve", sealed: true } : {});
    return true;
  }
}
