// The verdict above the board, and the panel of clues: what would mend the puzzle, with buttons that do it.
import { $, html, list, say } from "../dom.js";
import { openEdges, openPlaces } from "./live.js";
import { withChange, withClue, withoutClue, withPair } from "../puzzle/model.js";
import { capital, changeWords, clueWords, howMany, lackWords, limitWords, placeWords, stepWords, verdictWords } from "../words.js";

/** Offers that are listed at most. */
const LISTED = 24;

export class Findings {
  constructor(app) {
    this.app = app;
    app.onShow(() => this.show());
    for (const id of ["show-differences", "show-offers", "show-solution"]) $(id).onchange = () => app.show();
  }

  /** @private */
  show() {
    const { app } = this, state = app.known;
    say($("rules"), rulesWords(app));
    if (app.sealed || state.doc !== app.doc) return;
    $("verdict").className = "verdict " + (state.error ? "fault" : state.result?.verdict ?? "") + (state.slow ? " stale" : "");
    const [word, more] = this.verdict(state);
    say($("verdict-word"), word);
    say($("verdict-more"), more);
    const signature = [state.repair, state.result, state.error, state.busy, app.solving];
    if (signature.every((part, k) => part === this.shown?.[k])) return;
    this.shown = signature;
    $("findings").replaceChildren(...(app.solving ? [html("p", {}, "In mode Solve nothing is given away here.")] : this.panel(state)));
  }

  /** @private: the verdict in a word or two, and what is to be said beside it. */
  verdict(state) {
    if (state.error) return ["Not a puzzle yet", lackWords(state.error)];
    const result = state.result;
    if (!result) return ["Looking…", state.step ? stepWords(state.step) : ""];
    const more = [];
    if (result.verdict === "unknown") more.push(`${limitWords(result.stopped)} before it was known`);
    if (result.verdict === "multiple") {
      const cells = openPlaces(state, this.app.geo).size, steps = openEdges(state).length;
      const least = state.where?.where?.complete ? "" : "at least ";
      if (cells) more.push(`${least}${howMany(cells, "cell")} can differ`);
      else if (steps) more.push(`${least}${howMany(steps, "step")} between cells can differ`);
    }
    if (result.verdict === "unique" && state.rateWords) more.push(state.rateWords);
    if (state.busy && state.step) more.push(stepWords(state.step));
    return [verdictWords(result), more.join(" · ")];
  }

  /** @private */
  panel(state) {
    if (state.error) return [html("p", {}, "As soon as the puzzle can be read, it is looked at here.")];
    const verdict = state.result?.verdict;
    if (verdict === "unique") return [html("h2", {}, "One solution"), html("p", {}, "Nothing has to be mended.")];
    if (!state.repair) {
      const word = verdict === "multiple" || verdict === "none" ? (state.busy ? "Looking for clues that mend it…" : "The time was too short to find out what mends it.") : "";
      return [html("p", {}, word)];
    }
    return verdict === "none" ? this.contradiction(state.repair) : this.additions(state.repair);
  }

  /** A button that makes the puzzle what `make` returns. @private */
  take(words, make) { return html("button", { onclick: () => this.app.change(make()) }, words); }

  /** @private */
  additions(found) {
    const { app } = this, points = Boolean(app.doc.points), parts = [], addable = found.in_files !== false, single = found.single ?? [];
    if (single.length) {
      const one = ({ clue }) => (addable ? this.take(clueWords(clue, points), () => withClue(app.doc, clue)) : html("span", {}, clueWords(clue, points)));
      parts.push(html("h2", {}, "One more clue would leave one solution"), list(single.slice(0, LISTED).map(one)));
      if (single.length > LISTED) parts.push(html("p", { class: "quiet" }, `and ${howMany(single.length - LISTED, "other")}, shown in the cells`));
    } else if (found.open === 0) parts.push(html("p", {}, "No single clue leaves one solution."));
    if (found.together) {
      const { clues } = found.together;
      parts.push(html("h2", {}, `${howMany(clues.length, "clue")} together would`), html("p", {}, clues.map(clue => clueWords(clue, points)).join(", ")));
      if (addable) parts.push(this.take("Take them", () => clues.reduce((doc, clue) => withClue(doc, clue), app.doc)));
    }
    if (found.walls?.length) {
      const wall = pair => this.take(pair.map(place => placeWords(place)).join(" | "), () => withPair(app.doc, "walls", pair));
      parts.push(html("h2", {}, "One wall would, too"), list(found.walls.slice(0, LISTED).map(wall)));
    }
    if (found.changes?.length) {
      const change = one => this.take(changeWords(one, points), () => withChange(app.doc, one));
      parts.push(html("h2", {}, "One change would"), list(found.changes.slice(0, LISTED).map(change)));
    }
    if (found.stopped) parts.push(html("p", { class: "quiet" }, `${capital(limitWords(found.stopped))}; there may be more.`));
    return parts;
  }

  /** @private */
  contradiction(found) {
    const { app } = this, points = Boolean(app.doc.points), parts = [], why = found.contradiction ?? {};
    if (why.clues?.length) {
      const chain = clue => (clue.cell && typeof clue.value === "number" ? html("button", { onclick: () => app.whyNotClue(withoutClue(app.doc, clue), clue) }, `Why not ${clueWords(clue, points)}?`) : html("span", {}, clueWords(clue, points)));
      parts.push(html("h2", {}, why.clues.length === 1 ? "This clue contradicts the rules" : "These clues contradict each other"), list(why.clues.map(chain)));
    } else if (why.labels?.length) {
      parts.push(html("h2", {}, "These paths exclude each other"), html("p", {}, why.labels.join(", ")));
    } else if (why.only_if_full) parts.push(html("p", {}, "The paths are possible together, but then cells stay empty."));
    if (why.reason) parts.push(html("p", {}, why.reason));
    const fixes = found.fixes ?? [];
    if (fixes.length) {
      const ordered = [...fixes].sort((a, b) => Number(b.unique === true) - Number(a.unique === true));
      const fix = ({ change, unique }) => this.take(changeWords(change, points) + (unique ? " (one solution)" : ""), () => withChange(app.doc, change));
      parts.push(html("h2", {}, "One change would mend it"), list(ordered.slice(0, LISTED).map(fix)));
    }
    return parts;
  }
}

/** The rules of the puzzle in words. */
export function rulesWords(app) {
  const { doc, family } = app, words = [family.summary];
  if (family.boards !== "none" && !doc.points) {
    const moves = String(doc.neighbours ?? family.neighbours);
    words.push(moves === "8" ? "neighbours also diagonally" : moves === "hex" ? "hexagons" : "neighbours along rows and columns");
  }
  for (const { name, values } of family.rules) words.push(`${name}: ${doc[name] ?? values[0]}`);
  if (doc.wrap) words.push(`joined sides: ${doc.wrap}`);
  return `${capital(family.keyword)}: ${words.join("; ")}.`;
}
