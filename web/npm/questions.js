// The questions of the door as methods, for whoever has `ask`.

const on = (method, puzzle = true) => ({ method, puzzle });

/** Each question with its method, and whether it is about a puzzle. */
export const QUESTIONS = {
  check: on("check"), where: on("where"), count: on("count"), candidates: on("candidates"), solve: on("solve"),
  explain: on("explain"), hint: on("hint"), breaks: on("breaks"), verify: on("verify"), judge: on("judge"), rate: on("rate"),
  repair: on("repair"), "why-not": on("whyNot"), read: on("read"), "from-solution": on("fromSolution"), dedup: on("dedup"),
  convert: on("convert"), draw: on("draw"), export: on("export"), import: on("import"), plan: on("plan"),
  networks: on("networks", "optional"), profile: on("profile"), ablate: on("ablate"), trace: on("trace"),
  generate: on("generate", false), families: on("families", false),
};
const KEYS = ["reading", "limits", "search"];

/** A request of a question and its options; `reading`, `limits` and `search` are keys of their own. */
export function request(ask, puzzle, options = {}) {
  const made = puzzle === undefined ? { ask } : { ask, puzzle };
  const own = {};
  for (const [key, value] of Object.entries(options)) {
    if (KEYS.includes(key)) made[key] = value; else if (key !== "step" && key !== "signal") own[key] = value;
  }
  if (Object.keys(own).length > 0) made.options = own;
  return made;
}

/** What a level of a pack may have besides its puzzle, and the question that answers it. */
const PARTS = { solution: "solve", rating: "rate", steps: "explain" };

/** One level of a pack, from the replies to its questions. */
function level(puzzle, made, replies) {
  const found = Object.fromEntries(replies);
  const parts = { puzzle, document: made?.document };
  if (found.solve) parts.solution = found.solve.document?.solutions?.[0] ?? null;
  if (found.rate) parts.rating = found.rate.document ?? null;
  if (found.explain) parts.steps = found.explain.document ?? null;
  const wrong = [made, ...replies.map(([, reply]) => reply)].find(reply => reply?.error);
  return wrong ? { ...parts, error: wrong.error } : parts;
}

/** Gives a class with `ask(request, { step, signal })` a method for each question, and `pack`. */
export function withQuestions(of) {
  const hearing = ({ step, signal } = {}) => ({ step, signal });
  for (const [ask, { method, puzzle }] of Object.entries(QUESTIONS)) {
    of.prototype[method] = puzzle === false
      ? function (options) { return this.ask(request(ask, undefined, options), hearing(options)); }
      : function (about, options) { return this.ask(request(ask, about, options), hearing(options)); };
  }
  /** Levels with their solutions, ratings and steps: of texts of puzzles, or new ones from the options of `generate`. */
  of.prototype.pack = async function ({ puzzles, count = 1, with: wanted = Object.keys(PARTS), seed = 1, ...options }) {
    const { limits, search, reading, step, signal, ...making } = options;
    const how = { limits, search, reading, step, signal };
    for (const key of Object.keys(how)) if (how[key] === undefined) delete how[key];
    const unknown = wanted.find(part => !(part in PARTS));
    if (unknown) throw new TypeError(`pack: ${unknown} is none of ${Object.keys(PARTS).join(", ")}`);
    const one = async (puzzle, made) => {
      if (made?.error) return level(puzzle, made, []);
      const asked = wanted.map(async part => [PARTS[part], await this[QUESTIONS[PARTS[part]].method](puzzle, how)]);
      return level(puzzle, made, await Promise.all(asked));
    };
    if (puzzles !== undefined) return Promise.all([...puzzles].map(puzzle => one(puzzle)));
    const seeds = Array.from({ length: count }, (_, k) => seed + k);
    return Promise.all(seeds.map(async of => {
      const made = await this.generate({ ...making, ...how, seed: of });
      return one(made.text, made);
    }));
  };
  return of;
}
