/** clew in node and in browsers. Requests and replies are those of "The door" in clew's book. */

import type { Documents, Limits, Question, QuestionMethods, ReadingOptions, SearchOptions } from "./schemas.js";

export * from "./schemas.js";

export interface Request {
  ask: Question;
  /** One puzzle as text, in any format that is read. */
  puzzle?: string;
  reading?: Partial<ReadingOptions>;
  limits?: Partial<Limits>;
  search?: Partial<SearchOptions>;
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
  /** The best value so far of a goal. */
  best?: number;
  /** A value of the goal that no solution passes. */
  bound?: number;
  /** The distance between the two; 0 if the best one is proved. */
  gap?: number;
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
export interface Reply<Q extends Question = Question> {
  schema: "clew-reply/1";
  ask: Q;
  standing?: "yes" | "no" | "open";
  /** The output of the command for people. */
  words?: string;
  /** The JSON document of the question, such as clew-result/1. */
  document?: Documents[Q];
  svg?: string;
  page?: string;
  text?: string;
  notes?: string[];
  error?: Mistake;
}

/** How a question is asked, beside its own options. */
export interface Asked {
  reading?: Partial<ReadingOptions>;
  limits?: Partial<Limits>;
  search?: Partial<SearchOptions>;
  /** Hears how far it is. */
  step?: (step: Step) => void;
  /** In a worker: ends the question, which rejects with `Ended`. */
  signal?: AbortSignal;
}

/** A level of a pack. */
export interface Level {
  /** The puzzle in the text format. */
  puzzle: string;
  document?: Documents["generate"];
  solution?: any;
  rating?: Documents["rate"] | null;
  steps?: Documents["explain"] | null;
  error?: Mistake;
}

/** What a pack consists of: texts of puzzles, or the options of `generate` with a number of puzzles. */
export interface Packing extends Asked {
  puzzles?: Iterable<string>;
  count?: number;
  /** All three if absent. */
  with?: Array<"solution" | "rating" | "steps">;
  /** The seed of the first puzzle; each further one has the next. */
  seed?: number;
  family?: string;
  rows?: number;
  cols?: number;
  level?: string;
  [option: string]: unknown;
}

/** A method for each question, any request, and packs of levels. */
export interface Questions<Waits extends boolean> extends QuestionMethods<Waits> {
  ask(request: Request, how?: { step?: (step: Step) => void; signal?: AbortSignal }): Waits extends true ? Promise<Reply> : Reply;
  pack(packing: Packing): Promise<Level[]>;
}

export interface Loading {
  /** The module or its bytes, if they come from elsewhere than the package. */
  wasm?: WebAssembly.Module | BufferSource | Promise<BufferSource>;
  /** Bytes that a question may use; 1 GiB if absent. */
  memory?: number;
}

/** clew on the calling thread, which waits while it works. */
export interface Clew extends Questions<false> {}

/** clew in a worker: questions wait for each other, and each can be ended. */
export interface ClewWorker extends Questions<true> {
  /** Ends the worker and the question that is open. */
  close(): void;
}

/** Several workers, which answer questions at the same time. */
export interface ClewPool extends Questions<true> {
  /** Answers many requests, in their order. */
  all(requests: Iterable<Request>, how?: { step?: (step: Step) => void; signal?: AbortSignal }): Promise<Reply[]>;
  /** Ends the workers and the questions that are open. */
  close(): void;
}

/** Why a question has no answer: its signal was raised, or the worker was closed. */
export class Ended extends Error {}

/** Loads clew for the calling thread. */
export function load(loading?: Loading): Promise<Clew>;

/** clew in a worker of its own. */
export function open(loading?: Loading): Promise<ClewWorker>;

/** A pool of workers: as many as there are processors, less the one of the caller, if no number is given. */
export function openPool(loading?: Loading & { workers?: number }): Promise<ClewPool>;

/** The request of a question and its options. */
export function request(ask: Question, puzzle?: string, options?: Record<string, unknown>): Request;
