// clew in node and in browsers: on the calling thread (`load`), or in a worker of its own (`open`).

import * as platform from "#platform";
import { Core, MEMORY } from "./core.js";
import { request, withQuestions } from "./questions.js";

let compiled = null;

/** The module, compiled once. */
function module(source) {
  if (source === undefined) return compiled ??= platform.bytes().then(bytes => WebAssembly.compile(bytes));
  if (source instanceof WebAssembly.Module) return Promise.resolve(source);
  return Promise.resolve(source).then(bytes => WebAssembly.compile(bytes));
}

/** clew on the calling thread, which waits while it works. */
export class Clew {
  /** @private */
  constructor(core, memory) { this.core = core; this.memory = memory; }

  /** Answers a request of the door. */
  ask(request, { step } = {}) { return this.core.ask(request, step, this.memory); }
}
withQuestions(Clew);

/** Loads clew for the calling thread. */
export async function load({ wasm, memory = MEMORY } = {}) {
  return new Clew(await Core.of(await module(wasm)), memory);
}

/** Why a question has no answer: its signal was raised, or the worker was closed. */
export class Ended extends Error {
  constructor(message) { super(message); this.name = "Ended"; }
}

/** Memory that a worker may keep after a question; one with more is thrown away, since memory never shrinks. */
const KEPT = 2 ** 28;

/** clew in a worker: questions wait for each other, and each can be ended. */
export class ClewWorker {
  /** @private */
  constructor(source, memory) {
    this.source = source;
    this.memory = memory;
    this.worker = null;
    this.queue = Promise.resolve();
    this.closed = false;
  }

  /** Answers a request of the door. `step` hears how far it is; `signal` ends it, which rejects with `Ended`. */
  ask(request, { step = () => {}, signal } = {}) {
    const answer = this.queue.then(() => this.run(request, step, signal));
    this.queue = answer.catch(() => {});
    return answer;
  }

  /** @private */
  async run(request, step, signal) {
    if (this.closed || signal?.aborted) throw new Ended(this.closed ? "the worker is closed" : "the question was ended");
    const wasm = await this.source;
    this.worker ??= platform.hire({ wasm, memory: this.memory });
    const worker = this.worker;
    const drop = () => { worker.end(); if (this.worker === worker) this.worker = null; };
    return new Promise((resolve, reject) => {
      const end = message => { drop(); settle(reject, new Ended(message)); };
      const stop = () => end("the question was ended");
      const settle = (how, what) => { signal?.removeEventListener("abort", stop); this.end = null; how(what); };
      signal?.addEventListener("abort", stop, { once: true });
      this.end = end;
      worker.listen(data => {
        if (data.step) return step(data.step);
        if (data.fault) { drop(); return settle(reject, new Error(data.fault)); }
        if (data.bytes > KEPT) drop();
        settle(resolve, data.reply);
      });
      worker.post({ request });
      // Between the first look and here.
      if (signal?.aborted) stop();
      if (this.closed) end("the worker is closed");
    });
  }

  /** Ends the worker and the question that is open. */
  close() {
    this.closed = true;
    this.end?.("the worker is closed");
    this.worker?.end();
    this.worker = null;
  }
}
withQuestions(ClewWorker);

/** clew in a worker of its own. */
export async function open({ wasm, memory = MEMORY } = {}) {
  const source = module(wasm);
  await source;
  return new ClewWorker(source, memory);
}


/** Several workers: each question goes to one that is free, or waits for the next. */
export class ClewPool {
  /** @private */
  constructor(workers) {
    this.workers = workers;
    this.free = [...workers];
    this.waiting = [];
  }

  /** Answers a request of the door, by the first worker that is free. */
  async ask(request, how) {
    const worker = this.free.pop() ?? await new Promise(ready => this.waiting.push(ready));
    try {
      return await worker.ask(request, how);
    } finally {
      const next = this.waiting.shift();
      if (next) next(worker); else this.free.push(worker);
    }
  }

  /** Answers many requests, in their order, as many at a time as there are workers. */
  all(requests, how) {
    return Promise.all([...requests].map(request => this.ask(request, how)));
  }

  /** Ends the workers and the questions that are open. */
  close() {
    for (const worker of this.workers) worker.close();
  }
}
withQuestions(ClewPool);

/** A pool of workers; as many as there are processors, less the one of the caller, if no number is given. */
export async function openPool({ workers = Math.max(1, platform.processors() - 1), ...loading } = {}) {
  return new ClewPool(await Promise.all(Array.from({ length: workers }, () => open(loading))));
}

export { request };
