// Judges what a player has done, by the engine: rules that are broken already, whether it is solved, how many are wrong.
import { Ended } from "../engine.js";
import { textOf } from "../puzzle/model.js";
import { filledText, progress, solutionText } from "./answer.js";

/** Seconds that a judgement may take. */
const SECONDS = 20;

export class Judge {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    this.clear();
  }

  /** Nothing is known. */
  clear() { Object.assign(this, { broken: new Set(), breaks: [], finished: "" }); }

  /** The player or the puzzle changed. */
  async changed() {
    const { app } = this, { doc, geo, player } = app, state = player.now;
    if (app.mode !== "solve" || !geo) return;
    this.clear();
    this.progress = progress(doc, app.family, geo, state);
    try {
      const filled = app.settings.breaks ? filledText(doc, app.family, geo, state) : null;
      if (filled) await this.askBreaks(filled, state);
      if (this.progress.complete && !player.isEmpty && app.player.now === state) await this.askSolved(state);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
  }

  /** @private */
  ask(ask, options) { return this.lane.ask({ ask, puzzle: textOf(this.app.doc), limits: { seconds: SECONDS }, options }); }

  /** @private */
  async askBreaks(filled, state) {
    const reply = await this.ask("breaks", { filled });
    if (reply.error || this.app.player.now !== state) return;
    this.breaks = reply.document.breaks;
    this.broken = new Set(this.breaks.flatMap(({ cells }) => cells.map(this.app.geo.index)));
    this.app.show();
  }

  /** @private */
  async askSolved(state) {
    const { app } = this, { doc, family, geo } = app;
    const reply = await this.ask("verify", { solution: solutionText(doc, family, geo, state) });
    if (reply.error || app.player.now !== state) return;
    if (reply.standing === "yes") app.solved();
    else this.finished = reply.words;
    app.show();
  }

  /** How many entries and lines are wrong, in words that do not say where. */
  async wrong() {
    const { app } = this, filled = filledText(app.doc, app.family, app.geo, app.player.now);
    if (!filled || app.player.isEmpty) return "Nothing is entered yet.";
    const reply = await this.ask("hint", { filled, depth: "where" });
    if (reply.error) return reply.error.message;
    const { wrong, step } = reply.document;
    if (wrong.length) return `${wrong.length} ${wrong.length === 1 ? "is" : "are"} wrong.`;
    return step || reply.standing === "yes" ? "Nothing is wrong so far." : reply.words;
  }
}
