// The panel of questions: solve, count, explain, rate, "why not?", and the steps on the board.
import { $, html, list, say } from "../dom.js";
import { Ended } from "../engine.js";
import { withoutClue } from "../puzzle/model.js";
import { solutionView } from "../view.js";
import { Steps } from "./steps.js";
import { StepBar } from "./step-bar.js";
import { about, clueWords, grouped, howMany, limitWords, mistakeWords, stepWords, verdictWords } from "../words.js";

export class Ask {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    this.bar = new StepBar(app);
    const asked = { solve: this.solve, count: this.count, explain: this.explain, rate: this.rate, redundant: this.redundant };
    for (const button of document.querySelectorAll("[data-ask]")) button.onclick = () => asked[button.dataset.ask].call(this);
    $("why-not").onsubmit = event => { event.preventDefault(); this.whyNot(); };
    $("cancel").onclick = () => this.lane.cancel();
    for (const button of document.querySelectorAll("[data-see]")) button.onclick = () => this.see(button.dataset.see);
    app.whyNotClue = (doc, { cell, value }) => { $("tab-ask").click(); return this.askWhyNot(cell, value, doc); };
    app.onShow(() => this.show());
  }

  /** @private: an answer belongs to the puzzle that was asked about. */
  show() {
    if (this.about && this.about !== this.app.doc) {
      this.about = null;
      $("answer").replaceChildren();
      $("progress").textContent = "";
      $("inside").textContent = "";
      this.lane.cancel();
    }
    $("why-not").hidden = this.app.labels || this.app.family.numbers_state_order;
  }

  /** Asks, shows how far it is, and hands on the reply; `null` if it was ended or there is a mistake. */
  async put(ask, options = {}, other = this.app.doc) {
    const { app } = this, { doc } = app, began = performance.now();
    this.about = doc;
    Object.assign(app, { steps: null, look: null });
    app.show();
    $("answer").replaceChildren();
    $("cancel").disabled = false;
    let newest = "";
    const passed = digits => `${((performance.now() - began) / 1e3).toFixed(digits)} s`;
    const ticking = setInterval(() => say($("progress"), `${passed(1)} ${newest}`), 200);
    const turn = this.turn = (this.turn ?? 0) + 1;
    try {
      const reply = await app.ask(this.lane, ask, options, step => { newest = "· " + stepWords(step); }, other);
      if (app.doc !== doc) return null;
      say($("progress"), passed(2));
      if (!reply.error) return reply;
      this.say(html("p", { class: "fault" }, mistakeWords(reply.error)));
      return null;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      if (turn === this.turn && app.doc === doc) say($("progress"), "Stopped.");
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
    const { document: found } = reply, { app } = this;
    const why = found.stopped && found.stopped !== "limit" ? ` (${limitWords(found.stopped)})` : "";
    this.say(html("h2", {}, found.solutions?.length ? "A solution" : verdictWords(found) + why));
    if (!found.solutions?.length) return;
    const shown = solutionView(app, found.solutions[0]);
    app.steps = { view: () => shown, still: true };
    app.show();
  }

  async count() {
    const reply = await this.put("count");
    if (!reply) return;
    const { document: found } = reply, least = found.exact ? "" : "At least ";
    const parts = [html("h2", {}, found.exact ? "Solutions" : "Solutions so far"), html("p", { class: "number" }, least + grouped(found.count))];
    if (about(found.count)) parts.push(html("p", {}, about(found.count)));
    if (found.lines) parts.push(html("p", {}, `${grouped(found.lines)} lines, whichever way they run`));
    if (!found.exact) parts.push(html("p", {}, `This bound is proved; ${limitWords(found.stopped)} before all were counted.`));
    this.say(...parts);
  }

  async explain() {
    const reply = await this.put("explain");
    if (!reply) return;
    const { rating, steps, end } = reply.document;
    this.steps(reply.document, end);
    this.say(html("h2", {}, `${howMany(steps.length, "step")}, ${rating?.level ? `${rating.level}, score ${rating.score}` : "not rated"}`));
  }

  async rate() {
    const reply = await this.put("rate");
    if (!reply) return;
    const { rating } = reply.document, parts = [html("h2", {}, reply.words)];
    if (rating?.bottleneck) {
      parts.push(html("button", { onclick: () => this.decisive(rating.bottleneck) }, `Show the step that decides it (${rating.bottleneck})`));
    }
    if (rating?.counts) parts.push(list(Object.entries(rating.counts).map(([name, n]) => `${n} × ${name}`)));
    this.say(...parts);
  }

  /** @private */
  async decisive(step) {
    await this.explain();
    this.bar.go(step);
  }

  async redundant() {
    const reply = await this.put("repair", { minimal: true });
    if (!reply) return;
    const { document: found } = reply, { app } = this, points = Boolean(app.doc.points);
    if (found.verdict !== "unique") return this.say(html("p", {}, `${verdictWords(found)}: see the panel of clues.`));
    const could = found.redundant ?? [];
    if (!could.length) return this.say(html("p", {}, "Every clue is needed."));
    const button = clue => html("button", { onclick: () => app.change(withoutClue(app.doc, clue)) }, clueWords(clue, points));
    const parts = [html("h2", {}, `${howMany(could.length, "clue")} could go, each by itself`), list(could.map(button))];
    if (found.minimal) {
      const all = () => app.read(found.minimal.text).then(doc => doc && app.change(doc));
      parts.push(html("p", {}, `${howMany(found.minimal.clues.length, "clue")} are enough${found.minimal.proved ? ", and none of them could go" : ""}.`), html("button", { onclick: all }, "Keep only these"));
    }
    return this.say(...parts);
  }

  async whyNot() {
    const { app } = this, value = Number($("why-value").value), cell = app.placeOf(app.selected);
    if (!Number.isInteger(value) || value < 1) return this.say(html("p", { class: "fault" }, "Which number? Type one into the field."));
    return this.askWhyNot(cell, value);
  }

  /** Why a cell cannot hold a number, in this puzzle or in another one on the same board. @private */
  async askWhyNot(cell, value, doc) {
    const reply = await this.put("why-not", { cell, value }, doc);
    if (!reply) return;
    this.say(html("p", {}, reply.words));
    if (reply.document.steps.length || reply.document.contradiction) this.steps(reply.document, reply.words);
  }

  /** The plan and the profile of a question. */
  async see(ask) {
    const reply = await this.put(ask, { task: $("task").value });
    $("inside").textContent = reply?.words ?? "";
  }

  /** Shows steps on the board, from the first one. */
  steps(document, end) {
    this.app.steps = new Steps(document, this.app.geo, end);
    this.bar.begin();
  }
}
