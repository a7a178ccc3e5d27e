// The panel of questions: solve, count, explain, rate, hint, "why not?", and the steps on the board.
import { $, html } from "./app.js";
import { Ended } from "./engine.js";
import { withoutClue } from "./model.js";
import { Steps } from "./steps.js";
import { about, clueWords, grouped, howMany, limitWords, mistakeWords, stepWords, verdictWords } from "./words.js";

export class Ask {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    const asked = { solve: this.solve, count: this.count, explain: this.explain, rate: this.rate, redundant: this.redundant };
    for (const button of document.querySelectorAll("[data-ask]")) button.onclick = () => asked[button.dataset.ask].call(this);
    for (const button of document.querySelectorAll("[data-hint]")) button.onclick = () => this.hint(button.dataset.hint);
    $("why-not").onsubmit = event => { event.preventDefault(); this.whyNot(); };
    $("cancel").onclick = () => this.lane.cancel();
    const go = to => () => { this.app.steps?.go(to(this.app.steps)); this.showSteps(true); };
    $("step-first").onclick = go(() => 0);
    $("step-back").onclick = go(steps => steps.at - 1);
    $("step-forward").onclick = go(steps => steps.at + 1);
    $("step-last").onclick = go(steps => steps.count);
    $("step-slider").oninput = go(() => Number($("step-slider").value));
    $("step-close").onclick = () => { app.steps = null; app.show(); };
    $("steps").onkeydown = event => {
      if (event.target === $("step-slider")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) { event.preventDefault(); go(steps => steps.at + by)(); }
    };
    app.onShow(() => this.show());
  }

  /** @private: an answer belongs to the puzzle that was asked about. */
  show() {
    if (this.about && this.about !== this.app.doc) {
      this.about = null;
      $("answer").replaceChildren();
      $("progress").textContent = "";
      this.app.look = null;
      this.lane.cancel();
    }
    const label = this.app.labels;
    $("why-value").hidden = label || this.app.family.boards === undefined;
    $("why-not").hidden = label;
    this.showSteps(false);
  }

  /** Asks, shows how far it is, and hands on the reply; `null` if it was ended or there is a mistake. */
  async put(ask, options = {}) {
    const { app } = this, doc = app.doc, began = performance.now();
    this.about = doc;
    app.steps = null;
    app.look = null;
    $("answer").replaceChildren();
    $("cancel").disabled = false;
    let newest = "";
    const tell = () => { $("progress").textContent = `${((performance.now() - began) / 1e3).toFixed(1)} s ${newest}`; };
    const ticking = setInterval(tell, 200);
    const turn = this.turn = (this.turn ?? 0) + 1;
    try {
      const reply = await app.ask(this.lane, ask, options, step => { newest = "· " + stepWords(step); });
      if (app.doc !== doc) return null;
      $("progress").textContent = `${((performance.now() - began) / 1e3).toFixed(2)} s`;
      if (!reply.error) return reply;
      this.say(html("p", { class: "fault" }, mistakeWords(reply.error)));
      return null;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      if (turn === this.turn && app.doc === doc) $("progress").textContent = "Stopped.";
      return null;
    } finally {
      clearInterval(ticking);
      if (turn === this.turn) $("cancel").disabled = true;
    }
  }

  say(...parts) { $("answer").replaceChildren(...parts); }

  async solve() {
    const reply = await this.put("solve");
    if (!reply) return;
    const { document: found } = reply;
    const why = found.stopped && found.stopped !== "limit" ? ` (${limitWords(found.stopped)})` : "";
    this.say(html("h2", {}, found.solutions?.length ? "A solution" : verdictWords(found) + why));
    if (!found.solutions?.length) return;
    const { app } = this;
    const shown = app.solution(found.solutions[0]);
    app.steps = { view: () => shown, count: 0, at: 0, title: () => "", text: () => "", go() {}, still: true };
    app.show();
  }

  async count() {
    const reply = await this.put("count");
    if (!reply) return;
    const { document: found } = reply;
    const least = found.exact ? "" : "At least ";
    const number = html("p", { class: "number" }, least + grouped(found.count));
    const parts = [html("h2", {}, found.exact ? "Solutions" : "Solutions so far"), number];
    if (about(found.count)) parts.push(html("p", {}, about(found.count)));
    if (found.lines) parts.push(html("p", {}, `${grouped(found.lines)} lines, whichever way they run`));
    if (!found.exact) parts.push(html("p", {}, `This bound is proved; ${limitWords(found.stopped)} before all were counted.`));
    this.say(...parts);
  }

  async explain() {
    const reply = await this.put("explain");
    if (!reply) return;
    this.steps(reply.document, reply.document.end);
    const { rating } = reply.document;
    const level = rating?.level ? `${rating.level}, score ${rating.score}` : "not rated";
    this.say(html("h2", {}, `${howMany(reply.document.steps.length, "step")}, ${level}`));
  }

  async rate() {
    const reply = await this.put("rate");
    if (!reply) return;
    const { rating } = reply.document, parts = [html("h2", {}, reply.words)];
    if (rating?.bottleneck) {
      parts.push(html("button", { onclick: () => this.decisive(rating.bottleneck) }, `Show the step that decides it (${rating.bottleneck})`));
    }
    if (rating?.counts) {
      const counts = Object.entries(rating.counts).map(([name, n]) => html("li", {}, `${n} × ${name}`));
      parts.push(html("ul", {}, ...counts));
    }
    this.say(...parts);
  }

  /** @private */
  async decisive(step) {
    await this.explain();
    this.app.steps?.go(step);
    this.showSteps(true);
  }

  async redundant() {
    const reply = await this.put("repair", { minimal: true });
    if (!reply) return;
    const { document: found } = reply, { app } = this, points = Boolean(app.doc.points);
    if (found.verdict !== "unique") return this.say(html("p", {}, `${verdictWords(found)}: see the panel of clues.`));
    const could = found.redundant ?? [];
    if (!could.length) return this.say(html("p", {}, "Every clue is needed."));
    const parts = [html("h2", {}, `${howMany(could.length, "clue")} could go, each by itself`), html("ul", {}, ...could.map(clue => html("li", {}, html("button", {
      onclick: () => app.change(withoutClue(app.doc, clue)),
    }, clueWords(clue, points)))))];
    if (found.minimal) {
      const all = () => app.read(found.minimal.text).then(doc => doc && app.change(doc));
      parts.push(html("p", {}, `${howMany(found.minimal.clues.length, "clue")} are enough${found.minimal.proved ? ", and none of them could go" : ""}.`), html("button", { onclick: all }, "Keep only these"));
    }
    this.say(...parts);
  }

  async hint(depth) {
    const { app } = this;
    const filled = app.mode === "solve" ? { filled: app.play.filled(app.doc, app.labels) } : {};
    const reply = await this.put("hint", { depth, ...filled });
    if (!reply) return;
    const { step, wrong } = reply.document;
    app.wrong = new Set((wrong ?? []).map(({ cell: [r, c] }) => r * app.cols + c));
    const look = new Set((step?.cells ?? []).map(([r, c]) => r * app.cols + c));
    this.say(...reply.words.split("\n").map(line => html("p", {}, line)));
    app.look = look;
    if (app.mode === "set" && step) {
      app.steps = { view: () => ({ look }), count: 0, at: 0, title: () => "", text: () => "", go() {}, still: true };
    }
    app.show();
  }

  async whyNot() {
    const { app } = this, value = Number($("why-value").value), cell = app.placeOf(app.selected);
    if (!Number.isInteger(value) || value < 1) return this.say(html("p", { class: "fault" }, "Which number? Type one into the field."));
    const reply = await this.put("why-not", { cell, value });
    if (!reply) return;
    this.say(html("p", {}, reply.words));
    if (reply.document.steps.length || reply.document.contradiction) this.steps(reply.document, reply.words);
  }

  /** Shows steps on the board, from the first one. */
  steps(document, end) {
    const { app } = this;
    app.steps = new Steps(document, app.cols, end);
    app.steps.go(Math.min(1, app.steps.count));
    this.showSteps(true);
  }

  /** @private */
  showSteps(redraw) {
    const { steps } = this.app;
    $("steps").hidden = !steps || steps.still === true;
    if (steps && !steps.still) {
      $("step-number").textContent = `${steps.at} of ${steps.count}`;
      $("step-slider").max = String(steps.count);
      $("step-slider").value = String(steps.at);
      $("step-title").textContent = steps.title();
      const text = steps.text();
      if ($("step-text").textContent !== text) $("step-text").textContent = text;
      $("step-back").disabled = $("step-first").disabled = steps.at === 0;
      $("step-forward").disabled = $("step-last").disabled = steps.at === steps.count;
    }
    if (redraw) this.app.show();
  }
}
