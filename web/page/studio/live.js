// What is known of the puzzle while it is drawn: after every change the engine is asked whether it has one solution, then where
// solutions differ and what would mend that, or how hard it is. A newer change overtakes what is still being asked.
import { Ended } from "../engine.js";
import { pairClue, textOf } from "../puzzle/model.js";

/** Seconds that each question may take. */
const CHECK = 20, WHERE = 3, REPAIR = 10, RATE = 5;

export class Live {
  /** `tell(state)` hears whatever becomes known: `{stage, result, where, repair, rating, error, busy}`. */
  constructor(engine, tell) {
    this.lane = engine.lane();
    this.tell = tell;
    this.state = {};
    this.asked = 0;
  }

  /** The puzzle changed. */
  async changed(doc) {
    const turn = ++this.asked, puzzle = textOf(doc);
    const ask = (ask, seconds, options = {}) => this.lane.ask({ ask, puzzle, limits: { seconds }, options }, step => {
      if (turn === this.asked) this.set({ step });
    });
    this.state = { busy: true, doc };
    // What was known stays on the screen for a moment, so that nothing flickers.
    const waiting = setTimeout(() => turn === this.asked && !this.state.result && this.set({ slow: true }), 120);
    try {
      await this.stages(ask, turn);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    } finally {
      clearTimeout(waiting);
    }
  }

  /** @private */
  async stages(ask, turn) {
    const current = () => turn === this.asked;
    const check = await ask("check", CHECK);
    if (!current()) return;
    if (check.error) return this.set({ busy: false, slow: false, step: null, error: check.error });
    const result = check.document;
    this.set({ slow: false, step: null, result, words: check.words });
    if (result.verdict === "multiple") {
      const where = await ask("where", WHERE);
      if (!current()) return;
      if (!where.error) this.set({ where: where.document, step: null });
    }
    if (result.verdict === "multiple" || result.verdict === "none") {
      const repair = await ask("repair", REPAIR);
      if (!current()) return;
      if (!repair.error) this.set({ repair: repair.document, step: null });
    } else if (result.verdict === "unique") {
      const rate = await ask("rate", RATE);
      if (!current()) return;
      if (!rate.error) this.set({ rating: rate.document, rateWords: rate.words, step: null });
    }
    this.set({ busy: false, step: null });
  }

  /** @private */
  set(change) { Object.assign(this.state, change); this.tell(this.state); }
}

/** The places in which solutions differ, as far as that is known; none where cells have no contents that could differ. */
export function openPlaces(state, geo) {
  const places = state.where?.where ? state.where.where.differs ?? [] : state.result?.differs ?? [];
  return new Set(places.map(geo.index));
}

/** The contents that are the same in all solutions, by place; only if that is proved. */
export function forced(state, doc, geo) {
  const found = new Map();
  if (!state.where?.where?.complete) return found;
  (state.where.candidates ?? []).flat().forEach((list, i) => {
    const { r, c } = geo.cells[i];
    if (list?.length === 1 && list[0] !== null && doc.cells[r][c] === null) found.set(i, Array.isArray(list[0]) ? list[0].map(part => part ?? "–").join("/") : list[0]);
  });
  return found;
}

/** What each place can hold, where that means something; nothing in holes. */
export function possible(state) {
  return (state.where?.candidates ?? []).flat().map(list => (Array.isArray(list) ? list : []));
}

/** Edges that some solutions have and others have not. */
export function openEdges(state) {
  return state.where?.where?.edges_sometimes ?? state.result?.differs_edges ?? [];
}

/** Clues each of which would leave one solution, by place. */
export function offers(state, geo) {
  const found = new Map();
  if (state.repair?.in_files === false) return found;
  for (const { clue, settles } of state.repair?.single ?? []) {
    if (!clue.cell) continue;
    const i = geo.index(clue.cell), before = found.get(i);
    if (!before || settles < before.settles) found.set(i, { clue, settles, text: String(clue.value ?? clue.label) });
  }
  return found;
}

/** The places of clues that contradict each other. */
export function blamed(state, doc) {
  const found = new Set(), cols = doc.cells[0].length;
  const contradiction = state.repair?.contradiction;
  for (const clue of contradiction?.clues ?? []) {
    for (const [r, c] of pairClue(clue)?.pair ?? [clue.cell]) found.add(r * cols + c);
  }
  const labels = new Set(contradiction?.labels ?? []);
  doc.cells.forEach((row, r) => row.forEach((value, c) => { if (labels.has(value)) found.add(r * cols + c); }));
  return found;
}
