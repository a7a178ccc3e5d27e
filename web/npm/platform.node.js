// What node has: files and worker threads.

import { readFile } from "node:fs/promises";
import os from "node:os";
import { Worker } from "node:worker_threads";

/** How many processors there are. */
export const processors = () => os.availableParallelism();

/** The module's bytes. */
export const bytes = () => readFile(new URL("./clew.wasm", import.meta.url));

/** A worker with an instance of the module. It keeps no process alive unless a question is open. */
export function hire(start) {
  const worker = new Worker(new URL("./worker.node.js", import.meta.url));
  let hear = () => {};
  worker.on("message", data => { if (!data.step) worker.unref(); hear(data); });
  worker.on("error", error => hear({ fault: error.message }));
  worker.postMessage(start);
  worker.unref();
  return {
    post: data => { worker.ref(); worker.postMessage(data); },
    listen: listener => { hear = listener; },
    end: () => { hear = () => {}; worker.terminate(); },
  };
}
