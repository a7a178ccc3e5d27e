// The engine in WebAssembly against the native one behind `clew serve`: whole replies are equal, but for times and bytes.
//
//     node web/tests/equal.mjs WASM ADDRESS FOLDER... [--every N] [--seconds S]
//
// FOLDER holds puzzle files, also in folders below it; the variable CLEW_CORPUS adds one.
import fs from "node:fs";
import path from "node:path";

const numbers = { every: 1, seconds: 20 };
const named = process.argv.slice(2).filter((text, k, all) => {
  const option = text.startsWith("--") ? text.slice(2) : null, before = all[k - 1]?.startsWith("--") ? all[k - 1].slice(2) : null;
  if (before in numbers) numbers[before] = Number(text);
  return !option && !(before in numbers);
});
const [wasm, address, ...folders] = named;
if (!address) {
  console.error("usage: node web/tests/equal.mjs WASM ADDRESS FOLDER... [--every N] [--seconds S]");
  process.exit(2);
}
if (process.env.CLEW_CORPUS) folders.push(process.env.CLEW_CORPUS);

const files = folders.flatMap(folder => fs.readdirSync(folder, { recursive: true }).map(name => path.join(folder, name)))
  .filter(file => file.endsWith(".puzzle")).sort().filter((_, k) => k % numbers.every === 0);

/** Questions with options. A limit of decisions ends them at the same place in both. */
const QUESTIONS = [
  ["check", {}], ["where", {}], ["solve", { number: 3 }], ["count", {}], ["explain", { page: true }], ["hint", {}], ["rate", {}],
  ["repair", {}], ["draw", { theme: "dark", where: true }], ["convert", { to: "json" }], ["convert", { to: "penpa", lossy: true }], ["read", {}], ["plan", {}],
];

let memory;
const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
let last = "";
const host = { now: () => performance.now(), hear: () => {}, fault: (at, length) => { last = text(at, length); } };
const module = await WebAssembly.compile(fs.readFileSync(wasm));

async function fresh() {
  const instance = await WebAssembly.instantiate(module, { host });
  memory = instance.exports.memory;
  return instance.exports;
}
let exports = await fresh();

async function inWasm(request) {
  try {
    const bytes = new TextEncoder().encode(request), at = exports.request(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = exports.answer(2 ** 30);
    return JSON.parse(text(exports.reply() >>> 0, length));
  } catch (error) {
    exports = await fresh();
    return { ended: `${error.message} ${last}` };
  }
}

let id = 0;
async function native(request) {
  const answer = await fetch(`${address}ask/e${++id}`, { method: "POST", body: request });
  const lines = (await answer.text()).split("\n").filter(Boolean);
  return JSON.parse(lines.at(-1)).reply;
}

/** Times, bytes and what depends on them say nothing. */
const VARYING = new Set(["time_ms", "time_s", "solveTime", "initTime", "peakMem", "bytes", "memory", "timeLimit", "seconds"]);
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !VARYING.has(key)).map(([key, inner]) => [key, plain(inner)]));
}
const limited = reply => /"stopped":"(time|memory)"|"verdict":"unknown"|time limit|a limit came/.test(JSON.stringify(reply));

const tally = {};
let differ = 0;
for (const file of files) {
  const puzzle = fs.readFileSync(file, "utf8");
  for (const [ask, options] of QUESTIONS) {
    const request = JSON.stringify({ ask, puzzle, options, limits: { seconds: numbers.seconds, threads: 1, memory: 2 ** 29 } });
    const [a, b] = [await inWasm(request), await native(request)];
    if (ask === "plan") { delete a.words; delete b.words; if (a.document) { a.document = a.document.stages.map(s => s.method); b.document = b.document.stages.map(s => s.method); } }
    const same = JSON.stringify(plain(a)) === JSON.stringify(plain(b));
    const kind = same ? "equal" : limited(a) || limited(b) ? "limited" : "differ";
    tally[ask] = { equal: 0, limited: 0, differ: 0, ...tally[ask] };
    tally[ask][kind]++;
    if (kind === "differ") {
      differ++;
      console.error(`${file}: ${ask}\n  wasm   ${JSON.stringify(plain(a)).slice(0, 400)}\n  native ${JSON.stringify(plain(b)).slice(0, 400)}`);
    }
  }
}
console.table(tally);
console.log(`${files.length} puzzles, ${differ} replies differ`);
process.exit(differ || !files.length ? 1 : 0);
