// The engine behind the page: a WebAssembly module in workers, or a server on this machine. Both have lanes: of the
// questions in a lane the newest counts, and one that is overtaken is thrown away.

/** Why a question has no answer: a newer one, or the reader, ended it. */
export class Ended extends Error {}

/** Bytes that a question in a browser may use: WebAssembly ends at 4 GiB. */
const MEMORY = 2 ** 30;
/** Milliseconds that a question which is overtaken may take to end by itself. */
const GRACE = 15;

/** Workers around one module that was compiled once. */
export class WasmEngine {
  constructor(module, workerSource) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    this.spare = [this.hire(), this.hire()];
  }

  /** @private */
  hire() {
    const worker = new Worker(this.url);
    this.module.then(module => worker.postMessage({ module, memory: MEMORY }));
    return worker;
  }

  take() {
    this.spare.push(this.hire());
    return this.spare.shift();
  }

  lane() { return new WasmLane(this); }
  get kind() { return "wasm"; }
  get keepsPartial() { return false; }
}

class WasmLane {
  constructor(engine) { this.engine = engine; this.worker = null; this.open = null; this.turn = 0; }

  /** Asks; `step` hears how far it is. Rejects with `Ended` once something newer is asked or `cancel` is called. */
  async ask(request, step = () => {}) {
    const turn = ++this.turn;
    if (this.open) {
      const before = this.open;
      // However it ends: that it was thrown away for another one concerns only those who asked it.
      await Promise.race([before.done.catch(() => {}), new Promise(soon => setTimeout(soon, GRACE))]);
      if (this.open === before) this.drop();
      if (turn !== this.turn) throw new Ended("overtaken");
    }
    this.worker ??= this.engine.take();
    const open = {};
    open.done = new Promise((resolve, reject) => { open.resolve = resolve; open.reject = reject; });
    open.done.catch(() => {});
    this.open = open;
    const worker = this.worker;
    worker.onmessage = ({ data }) => {
      if (this.open !== open) return;
      if (data.step) return turn === this.turn && step(data.step);
      this.open = null;
      if (data.fault) {
        worker.terminate();
        this.worker = null;
        return open.resolve({ error: { message: data.fault, stopped: "defect" } });
      }
      // A count leaves memory behind that never shrinks.
      if (data.bytes > 2 ** 28) { worker.terminate(); this.worker = null; }
      open.resolve(data.reply);
    };
    worker.postMessage({ request: JSON.stringify(request) });
    const reply = await open.done;
    if (turn !== this.turn) throw new Ended("overtaken");
    return reply;
  }

  /** @private */
  drop() {
    this.worker?.terminate();
    this.worker = null;
    this.open?.reject(new Ended("ended"));
    this.open = null;
  }

  cancel() { this.turn++; this.drop(); }
}

/** The native engine, asked over HTTP on this machine. */
export class NativeEngine {
  lane() { return new NativeLane(); }
  get kind() { return "native"; }
  get keepsPartial() { return true; }
}

class NativeLane {
  constructor() { this.id = null; this.turn = 0; }

  async ask(request, step = () => {}) {
    const turn = ++this.turn;
    if (this.id) this.stop(this.id);
    const id = this.id = Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join("");
    let answer;
    try {
      answer = await fetch("ask/" + id, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request),
      });
    } catch {
      return { error: { message: "The program no longer answers: was it ended?" } };
    }
    if (!answer.ok) return { error: { message: await answer.text() || `the program refused (${answer.status})` } };
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "", reply = { error: { message: "the program ended before it answered" } };
    for (let part; !(part = await reader.read()).done;) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const object = JSON.parse(line);
        if (object.reply) reply = object.reply;
        else if (turn === this.turn) step(object.step);
      }
    }
    if (this.id === id) this.id = null;
    if (turn !== this.turn) throw new Ended("overtaken");
    return reply;
  }

  /** @private */
  stop(id) { fetch("cancel/" + id, { method: "POST" }).catch(() => {}); }

  /** Asks the question to end: the reply has what is known until then. */
  cancel() { if (this.id) this.stop(this.id); }
}

/** The module in the page, unpacked. */
export async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
