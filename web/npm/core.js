// One instance of the module: a request as JSON in, a reply as JSON out.

/** Bytes that a question may use unless the caller names others; WebAssembly ends at 4 GiB. */
export const MEMORY = 2 ** 30;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Core {
  /** An instance of a compiled module. */
  static async of(module) {
    const core = new Core();
    const text = (at, length) => core.text(at, length);
    const host = {
      now: () => performance.now(),
      hear: (at, length) => core.step(JSON.parse(text(at, length))),
      fault: (at, length) => { core.last = text(at, length); },
    };
    core.exports = (await WebAssembly.instantiate(module, { host })).exports;
    return core;
  }

  constructor() { this.step = () => {}; this.last = null; this.dead = null; }

  /** Bytes of its memory, which never shrinks. */
  get bytes() { return this.exports.memory.buffer.byteLength; }

  /** @private */
  text(at, length) { return decoder.decode(new Uint8Array(this.exports.memory.buffer, at >>> 0, length >>> 0)); }

  /** Answers a request; a module that fails once answers nothing more. */
  ask(request, step = () => {}, memory = MEMORY) {
    if (this.dead) throw new Error(this.dead);
    this.step = step;
    try {
      const bytes = encoder.encode(JSON.stringify(request));
      // Places beyond 2 GiB come as negative numbers.
      const at = this.exports.request(bytes.length) >>> 0;
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      const length = this.exports.answer(memory);
      return JSON.parse(this.text(this.exports.reply(), length));
    } catch (error) {
      const mebibytes = Math.round(this.bytes / 2 ** 20);
      this.dead = this.last
        ? `the solver failed (${this.last}); please report it with the puzzle`
        : error instanceof WebAssembly.RuntimeError
          ? `the memory of WebAssembly ran out (the solver had ${mebibytes} MiB)`
          : `the solver ended: ${error.message ?? error}`;
      throw new Error(this.dead);
    } finally {
      this.step = () => {};
    }
  }
}
