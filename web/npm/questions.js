// The questions of the door as methods, for whoever has `ask`.

const QUESTIONS = {
  check: "check", where: "where", count: "count", candidates: "candidates", solve: "solve", explain: "explain",
  hint: "hint", breaks: "breaks", verify: "verify", fromSolution: "from-solution", rate: "rate", repair: "repair",
  whyNot: "why-not", read: "read", dedup: "dedup", convert: "convert", draw: "draw", export: "export", import: "import",
  plan: "plan", networks: "networks", profile: "profile", ablate: "ablate", trace: "trace",
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

/** Gives a class with `ask(request, { step, signal })` a method for each question. */
export function withQuestions(of) {
  const hearing = ({ step, signal } = {}) => ({ step, signal });
  for (const [method, ask] of Object.entries(QUESTIONS)) {
    of.prototype[method] = function (puzzle, options) {
      return this.ask(request(ask, puzzle, options), hearing(options));
    };
  }
  for (const ask of ["generate", "families"]) {
    of.prototype[ask] = function (options) {
      return this.ask(request(ask, undefined, options), hearing(options));
    };
  }
  return of;
}
