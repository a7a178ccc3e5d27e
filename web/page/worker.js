// A worker: one instance of the module, which answers one request after the other.
let instance, memory, limit, last = null;
const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, length));
const host = {
  now: () => performance.now(),
  hear: (at, length) => postMessage({ step: JSON.parse(text(at, length)) }),
  fault: (at, length) => { last = text(at, length); },
};
let start;
const started = new Promise(resolve => { start = resolve; });

/** Why the module ended, for people. */
function reason(error) {
  const mebibytes = Math.round(memory.buffer.byteLength / 2 ** 20);
  if (last) return `The solver failed (${last}). Please report it with the puzzle.`;
  if (error instanceof WebAssembly.RuntimeError) {
    return `The browser's memory ran out (the solver had ${mebibytes} MiB). \"clew serve\" has the machine's memory.`;
  }
  return `The solver ended: ${error.message ?? error}`;
}

onmessage = async ({ data }) => {
  if (data.module) {
    limit = data.memory;
    instance = await WebAssembly.instantiate(data.module, { host });
    memory = instance.exports.memory;
    start();
    return;
  }
  await started;
  try {
    const bytes = new TextEncoder().encode(data.request);
    // Places beyond 2 GiB come as negative numbers.
    const at = instance.exports.request(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = instance.exports.answer(limit);
    const reply = JSON.parse(text(instance.exports.reply() >>> 0, length >>> 0));
    postMessage({ reply, bytes: memory.buffer.byteLength });
  } catch (error) {
    postMessage({ fault: reason(error) });
  }
};
