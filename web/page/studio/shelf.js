// A shelf of drafts on this machine: small pictures, verdicts, levels, notes; packs and booklets of them.
import { picture } from "../board/picture.js";
import { $, html, say } from "../dom.js";
import { Ended } from "../engine.js";
import { textOf } from "../puzzle/model.js";
import { download } from "../share/files.js";
import { printBooklet } from "../share/booklet.js";
import { capital, howMany, verdictWords } from "../words.js";

/** Seconds that judging a draft may take. */
const SECONDS = 10;

const newId = () => crypto.randomUUID?.() ?? String(Date.now() + Math.random());

/** The notes of a pack that a shelf has saved: the engine has no use for them. */
function notesOf(pack) {
  try { return pack.trim().split("\n").map(line => JSON.parse(line)["x-note"]); } catch { return []; }
}

export class Shelf {
  constructor(app, pack) {
    Object.assign(this, { app, pack, lane: app.engine.lane() });
    app.shelf = this;
    $("shelf-put").onclick = () => this.put();
    $("shelf-pack").onclick = () => this.save();
    $("shelf-booklet").onclick = () => this.booklet();
    $("shelf-take").onclick = () => $("shelf-file").click();
    $("shelf-file").onchange = async () => {
      const [file] = $("shelf-file").files;
      if (file) await this.takeIn(await file.text());
      $("shelf-file").value = "";
    };
    this.show();
  }

  get drafts() { return this.app.keep.shelf; }
  set drafts(drafts) {
    this.app.keep.shelf = drafts;
    this.show(this.app.keep.full ? "This machine has no more room for drafts: save them as a pack." : undefined);
  }

  /** Puts the puzzle on the shelf; one that came from there takes its place. */
  async put() {
    const { app } = this, { drafts } = this, at = drafts.findIndex(({ id }) => id === this.open);
    const draft = { id: newId(), doc: app.doc, note: "" };
    if (at >= 0) { drafts[at] = { ...drafts[at], doc: app.doc, verdict: undefined, level: undefined }; draft.id = drafts[at].id; } else drafts.push(draft);
    this.open = draft.id;
    this.drafts = drafts;
    await this.judge();
  }

  putAll(docs, notes = []) {
    this.drafts = [...this.drafts, ...docs.map((doc, k) => ({ id: newId(), doc, note: notes[k] ?? "" }))];
    return this.judge();
  }

  /** Finds out the verdict and the level of the drafts that have none, one after the other. @private */
  async judge() {
    if (this.judging) return;
    this.judging = true;
    try {
      for (let next; (next = this.drafts.find(({ verdict }) => verdict === undefined));) {
        const ask = question => this.lane.ask({ ask: question, puzzle: textOf(next.doc), limits: { seconds: SECONDS } });
        const check = await ask("check"), rate = check.document?.verdict === "unique" ? await ask("rate") : null;
        const found = { verdict: check.error ? "Not a puzzle yet" : verdictWords(check.document), level: rate?.document?.rating?.level ?? "" };
        this.drafts = this.drafts.map(draft => (draft.id === next.id && draft.doc.cells.join() === next.doc.cells.join() ? { ...draft, ...found } : draft));
      }
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    } finally {
      this.judging = false;
    }
  }

  /** @private */
  show(note = "") {
    const { drafts } = this;
    say($("shelf-note"), note || (drafts.length ? howMany(drafts.length, "draft") : "Nothing is on the shelf. It stays on this machine, in this browser."));
    for (const id of ["shelf-pack", "shelf-booklet"]) $(id).disabled = !drafts.length;
    const focused = document.activeElement?.dataset?.note;
    $("shelf-list").replaceChildren(...drafts.map((draft, k) => this.item(draft, k)));
    if (focused) $("shelf-list").querySelector(`[data-note="${focused}"]`)?.focus();
  }

  /** @private */
  item(draft, k) {
    const title = draft.doc.title || `${capital(draft.doc.puzzle)} ${draft.doc.cells.length}×${draft.doc.cells[0].length}`;
    const change = with_ => { this.drafts = this.drafts.map(one => (one.id === draft.id ? { ...one, ...with_ } : one)); };
    const move = by => {
      const list = this.drafts, [one] = list.splice(k, 1);
      list.splice(Math.max(0, k + by), 0, one);
      this.drafts = list;
    };
    return html("li", {},
      html("button", { class: "draft", "aria-label": `Open ${title}`, onclick: () => { this.open = draft.id; this.app.load(draft.doc); } }, picture(this.app, draft.doc)),
      html("div", {},
        html("strong", {}, title), html("span", { class: "quiet" }, [draft.verdict, draft.level].filter(Boolean).join(", ")),
        html("input", { "data-note": draft.id, "aria-label": `Note on ${title}`, placeholder: "note", value: draft.note || undefined, onchange: event => change({ note: event.target.value }) }),
        html("div", { class: "bar" },
          html("button", { "aria-label": `${title}: earlier`, onclick: () => move(-1) }, "↑"),
          html("button", { "aria-label": `${title}: later`, onclick: () => move(1) }, "↓"),
          html("button", { "aria-label": `Take ${title} off the shelf`, onclick: () => { this.drafts = this.drafts.filter(one => one.id !== draft.id); } }, "Remove"))));
  }

  /** All drafts as JSON lines, which clew and this page read; notes in a key for others. */
  save() {
    const lines = this.drafts.map(({ doc, note }) => (note ? textOf({ ...doc, "x-note": note }) : textOf(doc)));
    download("puzzles.jsonl", lines.join("\n") + "\n", "application/x-ndjson");
  }

  /** @private */
  async takeIn(text) {
    const reply = await this.lane.ask({ ask: "read", puzzle: text, options: { all: true } });
    const found = reply.error ? [] : reply.document.puzzles.filter(one => !one.error);
    if (!found.length) return this.show("No puzzle could be read in this file.");
    const docs = found.map(({ document: { schema, rows, cols, ...doc } }) => doc), notes = notesOf(text);
    return this.putAll(docs, notes.length === docs.length ? notes : []);
  }

  async booklet() {
    say($("shelf-note"), "Drawing the booklet…");
    try {
      await printBooklet(this.lane, this.drafts);
      this.show();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }
}
