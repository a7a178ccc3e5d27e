// When the memory of a browser runs out, the worker has words for it, and places beyond 2 GiB are places.
//
//     node web/tests/memory.mjs WASM
import assert from "node:assert/strict";
import fs from "node:fs";
import vm from "node:vm";

const source = fs.readFileSync(new URL("../page/worker.js", import.meta.url), "utf8");
const module = await WebAssembly.compile(fs.readFileSync(process.argv[2]));

/** Asks a worker in whose memory only so many pages are left; the message that it posts in the end. */
async function ask(request, pages) {
  const posted = [];
  const world = vm.createContext({
    TextDecoder, TextEncoder, WebAssembly, performance, Uint8Array, JSON, Math, postMessage: message => posted.push(message),
  });
  vm.runInContext(source, world);
  await world.onmessage({ data: { module, memory: 2 ** 30 } });
  const memory = vm.runInContext("memory", world);
  memory.grow(65536 - memory.buffer.byteLength / 65536 - pages);
  await world.onmessage({ data: { request: JSON.stringify(request) } });
  return posted.at(-1);
}

const open = `puzzle: path\nneighbours: 4\n\n${`${". ".repeat(14).trim()}\n`.repeat(14)}`;
const ended = await ask({ ask: "count", puzzle: open, limits: { seconds: 30 } }, 3);
assert.match(ended.fault, /^The browser's memory ran out \(the solver had 40\d\d MiB\)/);
const small = await ask({ ask: "check", puzzle: "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n" }, 200);
assert.equal(small.reply.document.verdict, "unique");
console.log("memory: all right");
