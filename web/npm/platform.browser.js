// What browsers have: fetch and workers. Bundlers that know `new URL(..., import.meta.url)` take module and worker along.

/** How many processors there are. */
export const processors = () => navigator.hardwareConcurrency ?? 2;

/** The module's bytes. */
export async function bytes() {
  const answer = await fetch(new URL("./clew.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`clew.wasm: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

/** A worker with an instance of the module. */
export function hire(start) {
  const worker = new Worker(new URL("./worker.browser.js", import.meta.url), { type: "module" });
  let hear = () => {};
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = error => hear({ fault: error.message || "the worker did not start" });
  worker.postMessage(start);
  return {
    post: data => worker.postMessage(data),
    listen: listener => { hear = listener; },
    end: () => { hear = () => {}; worker.terminate(); },
  };
}
