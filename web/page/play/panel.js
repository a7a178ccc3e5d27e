// Under the board while solving: how far it is, hints, checks, checkpoints, the clock.
import { $, arrowKeys, html, oneStop, say } from "../dom.js";
import { Ended } from "../engine.js";
import { pairKey } from "../puzzle/geometry.js";
import { textOf } from "../puzzle/model.js";
import { copied } from "../share/files.js";
import { capital, howMany, timeWords } from "../words.js";
import { filledText } from "./answer.js";

const DEPTHS = ["where", "why", "what"];
/** Seconds that a hint may take. */
const SECONDS = 20;

export class PlayPanel {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    const press = { hint: this.hint, check: this.check, save: this.save, back: this.back, pause: this.pause, clear: this.clear, restart: this.restart, result: this.result };
    for (const [name, act] of Object.entries(press)) $("play-" + name).onclick = () => act.call(this);
    arrowKeys($("play"), "button", false);
    $("resume").onclick = () => this.pause();
    $("show-breaks").checked = app.settings.breaks;
    $("show-breaks").onchange = () => {
      app.settings.breaks = $("show-breaks").checked;
      app.keep.set("breaks", app.settings.breaks);
      app.judge.changed();
      app.show();
    };
    setInterval(() => this.tick(), 1000);
    app.onShow(() => this.show());
  }

  /** @private */
  tick() {
    const { app } = this, { player } = app;
    if (!app.solving || app.paused || player.solved || document.visibilityState === "hidden" || document.querySelector("dialog[open]")) return;
    player.seconds++;
    this.status();
    if (player.seconds % 10 === 0) app.keep.soon();
  }

  /** @private */
  show() {
    const { app } = this, { solving } = app;
    $("play").hidden = !solving;
    $("status").hidden = !solving;
    $("verdict").hidden = solving;
    document.body.classList.toggle("solving", solving);
    document.body.classList.toggle("sealed", app.sealed);
    $("cover").hidden = !(solving && app.paused);
    if (this.about !== app.player.now || this.of !== app.doc) this.forget();
    if (!solving) return;
    $("play-back").disabled = !app.player.checkpoints.length;
    say($("play-back"), app.player.checkpoints.length ? `Back (${app.player.checkpoints.length})` : "Back");
    $("play-pause").setAttribute("aria-pressed", String(app.paused));
    $("play-result").hidden = !app.player.solved;
    say($("play-hint"), this.depth ? ["Why?", "What?", "Do it"][this.depth - 1] ?? "Hint" : "Hint");
    oneStop($("play"));
    this.status();
  }

  /** @private */
  forget() {
    Object.assign(this, { about: this.app.player.now, of: this.app.doc, depth: 0, step: null });
    $("hint").replaceChildren();
  }

  /** How it stands, in a line. @private */
  status() {
    const { player, judge, doc } = this.app, { done, of } = judge.progress ?? { done: 0, of: 0 };
    $("status").className = "verdict " + (player.solved ? "unique" : judge.breaks.length || judge.finished ? "none" : "");
    const hints = player.hints ? `, ${howMany(player.hints, "hint")}` : "";
    if (player.solved) {
      say($("status-word"), `Solved, ${timeWords(player.seconds)}${hints}`);
      say($("status-more"), doc.message ?? "");
    } else {
      say($("status-word"), judge.finished ? "Not solved yet" : `${done} of ${of}`);
      say($("status-more"), judge.finished || (judge.breaks.length ? judge.breaks[0].text + (judge.breaks.length > 1 ? `, and ${judge.breaks.length - 1} more` : "") : ""));
    }
    $("clock").textContent = player.solved ? "" : timeWords(player.seconds) + hints;
  }

  /** The next depth of a hint; after the last one it does what the hint says. */
  async hint() {
    const { app } = this, { player } = app;
    if (this.depth === DEPTHS.length && this.step) return this.doIt();
    if (this.depth >= DEPTHS.length) this.forget();
    const depth = DEPTHS[this.depth], filled = filledText(app.doc, app.family, app.geo, player.now), about = player.now;
    if (this.depth === 0) { player.hints++; app.keep.soon(); }
    $("hint").replaceChildren(html("p", { class: "quiet" }, "Looking…"));
    let reply;
    try {
      reply = await this.lane.ask({ ask: "hint", puzzle: textOf(app.doc), limits: { seconds: SECONDS }, options: { depth, placement: true, ...(filled ? { filled } : {}) } });
    } catch (error) {
      if (error instanceof Ended) return;
      throw error;
    }
    if (app.player.now !== about) return;
    this.tell(reply);
    app.show();
  }

  /** @private */
  tell(reply) {
    const { app } = this;
    if (reply.error) return $("hint").replaceChildren(html("p", { class: "fault" }, reply.error.message));
    const { step, wrong } = reply.document, { index } = app.geo;
    app.wrong = new Set((wrong ?? []).flatMap(({ cell, edge }) => (cell ? [index(cell)] : edge.map(index))));
    app.look = new Set((step?.cells ?? []).map(index));
    this.step = step;
    this.depth = step ? this.depth + 1 : DEPTHS.length;
    return $("hint").replaceChildren(...reply.words.split("\n").map(line => html("p", {}, line)));
  }

  /** Writes and draws what the hint says. @private */
  doIt() {
    const { app } = this, { index } = app.geo, facts = this.step.place.length ? this.step.place : this.step.remove;
    app.play(app.player.change(next => {
      for (const { cell, value, holds, edge, on } of facts) {
        if (edge) {
          const key = pairKey(...edge.map(index));
          if (on) { next.edges.add(key); next.crosses.delete(key); } else { next.crosses.add(key); next.edges.delete(key); }
        } else if (holds !== false) next.values.set(index(cell), value);
        else next.centre.get(index(cell))?.delete(value);
      }
    }));
  }

  /** How many are wrong. */
  async check() {
    const about = this.app.player.now;
    $("hint").replaceChildren(html("p", { class: "quiet" }, "Checking…"));
    try {
      const words = await this.app.judge.wrong();
      if (this.app.player.now === about) $("hint").replaceChildren(html("p", {}, words));
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }

  save() {
    const { app } = this;
    app.player.checkpoint();
    app.keep.soon();
    app.show();
  }

  back() { this.app.play(this.app.player.backToCheckpoint()); }

  pause() {
    const { app } = this;
    app.paused = !app.paused;
    app.show();
    (app.paused ? $("resume") : $("frame")).focus();
  }

  clear() { this.app.play(this.app.player.clear()); }

  /** The time and the hints of a solved puzzle, with a link to it, as a text to send. */
  async result() {
    const { app } = this, { code, error } = await app.links.code();
    if (error) return $("hint").replaceChildren(html("p", { class: "fault" }, error));
    const text = [app.doc.title || capital(app.family.keyword), $("status-word").textContent, app.links.address("solve", code)].join("\n");
    const words = await copied(text) ? "Copied:" : "To be copied:";
    return $("hint").replaceChildren(...[words, ...text.split("\n")].map(line => html("p", {}, line)));
  }

  /** All over again, the clock too; nothing of it can be taken back. */
  restart() {
    const { app } = this;
    app.player.begin();
    app.setMode("solve");
    app.played();
  }
}
