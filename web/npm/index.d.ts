/** clew in node and in browsers. Requests and replies are those of "The door" in clew's book. */

/** How a text that leaves it open is to be read. */
export interface Reading {
  format?: string;
  family?: "hidato" | "path" | "numberlink" | "futoshiki" | "zip" | (string & {});
  neighbours?: "rook" | "king" | "hex" | (string & {});
  rules?: Record<string, string>;
  /** Signs of cells to fill, of places without a cell, and of numbers or labels, in grids of signs. */
  blank?: string[];
  hole?: string[];
  given?: string[];
  /** Whether the first row of numbers states the size. */
  size_row?: boolean;
}

/** How to search; none of it changes the answer. */
export interface Search {
  network?: string;
  without?: string[];
  search?: "auto" | "dfs" | "learn" | "scan";
  method?: "auto" | "dp" | "search" | "parts";
  program?: string;
  seed?: number;
  deterministic?: boolean;
  adaptive?: boolean;
}

/** What a question may take. */
export interface Limits {
  /** 10 if absent. */
  seconds?: number;
  /** Bytes. */
  memory?: number;
  /** Decisions of a search. */
  nodes?: number;
  threads?: number;
}

export type Question =
  | "check" | "where" | "count" | "candidates" | "solve" | "explain" | "hint" | "breaks" | "verify" | "rate" | "repair" | "why-not"
  | "generate" | "from-solution" | "dedup" | "read" | "convert" | "draw" | "export" | "import" | "plan" | "networks" | "profile"
  | "ablate" | "trace" | "families";

export interface Request {
  ask: Question;
  /** One puzzle as text, in any format that is read. */
  puzzle?: string;
  reading?: Reading;
  limits?: Limits;
  search?: Search;
  /** The options of the question; an unknown one is an error. */
  options?: Record<string, unknown>;
}

/** How far a question is. */
export interface Step {
  decisions?: number;
  done?: number;
  of?: number;
  states?: number;
  bytes?: number;
  rejected?: number;
}

export interface Mistake {
  message: string;
  line?: number;
  column?: number;
  expected?: string;
  /** A limit or a defect, if that is the reason. */
  stopped?: string;
}

/** If there is an `error`, there is nothing else but `schema` and `ask`. */
export interface Reply {
  schema: "clew-reply/1";
  ask: Question;
  standing?: "yes" | "no" | "open";
  /** The output of the command for people. */
  words?: string;
  /** The JSON document of the question, such as clew-result/1. */
  document?: Record<string, any>;
  svg?: string;
  page?: string;
  text?: string;
  notes?: string[];
  error?: Mistake;
}

/** Options of a question, and how it is asked. */
export interface Asked {
  reading?: Reading;
  limits?: Limits;
  search?: Search;
  /** Hears how far it is. */
  step?: (step: Step) => void;
  /** In a worker: ends the question, which rejects with `Ended`. */
  signal?: AbortSignal;
  [option: string]: unknown;
}

/** A method for each question; `R` is a reply, or the promise of one. */
export interface Questions<R> {
  ask(request: Request, how?: { step?: (step: Step) => void; signal?: AbortSignal }): R;
  /** Unique, several solutions, or none. */
  check(puzzle: string, options?: Asked): R;
  /** Where solutions differ. */
  where(puzzle: string, options?: Asked): R;
  /** How many solutions there are: `document.count`, a string of digits. */
  count(puzzle: string, options?: Asked & { estimate?: boolean }): R;
  /** What each cell can hold. */
  candidates(puzzle: string, options?: Asked): R;
  /** Up to `number` solutions, or the best for a goal. */
  solve(puzzle: string, options?: Asked & { number?: number; minimize?: string; maximize?: string }): R;
  /** The steps of a person. */
  explain(puzzle: string, options?: Asked & { page?: boolean; compact?: boolean }): R;
  /** The next step. */
  hint(puzzle: string, options?: Asked & { depth?: "where" | "why" | "what"; filled?: string; placement?: boolean }): R;
  /** Which rules a partly filled grid breaks already. */
  breaks(puzzle: string, options: Asked & { filled: string }): R;
  /** Whether a solution obeys the rules. */
  verify(puzzle: string, options: Asked & { solution: string }): R;
  /** A puzzle of which the text is the drawn solution. */
  fromSolution(drawn: string, options?: Asked & { givens?: string; keep?: [number, number][]; level?: string; seed?: number }): R;
  /** How hard it is. */
  rate(puzzle: string, options?: Asked): R;
  /** Which clues would make it unique. */
  repair(puzzle: string, options?: Asked & { minimal?: boolean; signs?: boolean; level?: string; at?: string; rated?: boolean }): R;
  /** Why a cell cannot hold a number, or an edge cannot be on or off. */
  whyNot(puzzle: string, options?: Asked): R;
  /** A puzzle as a document; with `all` every puzzle of a text. */
  read(puzzle: string, options?: Asked & { all?: boolean }): R;
  /** Another format, as `text`. */
  convert(puzzle: string, options: Asked & { to: string; lossy?: boolean; solution?: boolean }): R;
  /** A picture, as `svg`. */
  draw(puzzle: string, options?: Asked & { theme?: "colour" | "dark" | "mono"; solution?: boolean; size?: number }): R;
  /** Which of several puzzles are the same. */
  dedup(puzzles: string, options?: Asked): R;
  /** A model for another solver, as `text`. */
  export(puzzle: string, options: Asked & { model: string; to: string; minimize?: string; maximize?: string; relax?: boolean; shipped?: boolean }): R;
  /** The output of another solver for such a model, verified. */
  import(puzzle: string, options: Asked & { model: string; solved: string; minimize?: string; maximize?: string }): R;
  /** The formulations, and the network of each for a puzzle. */
  networks(puzzle?: string, options?: Asked): R;
  plan(puzzle: string, options?: Asked & { task?: "check" | "solve" | "count" }): R;
  profile(puzzle: string, options?: Asked & { task?: "check" | "solve" | "count"; runs?: number | null; seconds?: number; instances?: boolean; search_only?: boolean; page?: boolean }): R;
  /** What each part of the network contributes. */
  ablate(puzzle: string, options?: Asked & { task?: "check" | "solve" | "count"; seeds?: number; networks?: string[]; seconds?: number }): R;
  /** Inferences, decisions and learnt clauses. */
  trace(puzzle: string, options?: Asked & { task?: "check" | "solve" | "count"; first?: number; propagator?: string; rule?: string; depth?: number; cell?: [number, number] }): R;
  /** A new puzzle, as `text`. */
  generate(options: Asked & { family: string; rows?: number; cols?: number; seed?: number }): R;
  families(options?: Asked): R;
}

export interface Loading {
  /** The module or its bytes, if they come from elsewhere than the package. */
  wasm?: WebAssembly.Module | BufferSource | Promise<BufferSource>;
  /** Bytes that a question may use; 1 GiB if absent. */
  memory?: number;
}

/** clew on the calling thread, which waits while it works. */
export interface Clew extends Questions<Reply> {}

/** clew in a worker: questions wait for each other, and each can be ended. */
export interface ClewWorker extends Questions<Promise<Reply>> {
  /** Ends the worker and the question that is open. */
  close(): void;
}

/** Why a question has no answer: its signal was raised, or the worker was closed. */
export class Ended extends Error {}

/** Loads clew for the calling thread. */
export function load(loading?: Loading): Promise<Clew>;

/** clew in a worker of its own. */
export function open(loading?: Loading): Promise<ClewWorker>;

/** The request of a question and its options. */
export function request(ask: Question, puzzle?: string, options?: Asked): Request;
