// What a worker does, whatever it runs in.

import { Core } from "./core.js";

/** Answers what `listen` brings, by `post`. */
export function serve(post, listen) {
  let core, memory;
  listen(async data => {
    if (data.wasm) {
      memory = data.memory;
      core = Core.of(data.wasm);
      return;
    }
    try {
      const ready = await core;
      const reply = ready.ask(data.request, step => post({ step }), memory);
      post({ reply, bytes: ready.bytes });
    } catch (error) {
      post({ fault: error.message });
    }
  });
}
