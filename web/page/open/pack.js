// Several puzzles that were opened together: a list with small pictures, the next and the previous.
import { picture } from "../board/picture.js";
import { $, html, say } from "../dom.js";
import { capital, howMany } from "../words.js";

/** Pictures that are drawn at most; further puzzles have their names alone. */
const PICTURES = 400;

export class Pack {
  constructor(app) {
    this.app = app;
    $("pack-list").onclick = () => this.list();
    $("pack-back").onclick = () => this.go(app.pack.at - 1);
    $("pack-forward").onclick = () => this.go(app.pack.at + 1);
    $("pack-shelf").onclick = () => { app.shelf.putAll(app.pack.docs); $("dialog-pack").close(); };
    app.onShow(() => this.show());
  }

  /** Opens these puzzles; `failed` others could not be read. */
  take(docs, failed = 0) {
    this.failed = failed;
    this.app.load(docs[0], { pack: { docs, at: 0 } });
    this.list();
  }

  go(at) {
    const { app } = this, { docs } = app.pack;
    if (at < 0 || at >= docs.length) return;
    app.load(docs[at], { mode: app.mode, pack: { docs, at } });
  }

  list() {
    const { docs, at } = this.app.pack, failed = this.failed ? `, ${this.failed} could not be read` : "";
    $("pack-title").textContent = howMany(docs.length, "puzzle") + failed;
    $("pack-pictures").replaceChildren(...docs.map((doc, k) => html("li", {}, html("button", {
      type: "button", "aria-current": k === at ? "true" : undefined, onclick: () => { $("dialog-pack").close(); this.go(k); $("frame").focus(); },
    }, ...(k < PICTURES ? [picture(this.app, doc)] : []), html("span", {}, doc.title || `${capital(doc.puzzle)} ${k + 1}`)))));
    $("dialog-pack").showModal();
  }

  /** @private */
  show() {
    const { pack } = this.app;
    $("pack").hidden = !pack;
    if (!pack) return;
    say($("pack-list"), `${pack.at + 1} of ${pack.docs.length}`);
    $("pack-back").disabled = pack.at === 0;
    $("pack-forward").disabled = pack.at === pack.docs.length - 1;
  }
}
