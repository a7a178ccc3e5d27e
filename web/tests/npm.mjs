// The npm package: packed, installed into a fresh folder, and used from there on this thread, in a worker, and in Chromium if there is one.
//
//     node web/tests/npm.mjs WASM
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as browser from "./browser.mjs";

const [wasm] = process.argv.slice(2);
const web = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "clew-npm-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8" });

const packed = run("node", path.join(web, "npm.mjs"), path.resolve(wasm), folder).split(": ")[0];
fs.writeFileSync(path.join(folder, "package.json"), '{ "name": "fresh", "private": true, "type": "module" }\n');
run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", packed);
const installed = fs.readdirSync(path.join(folder, "node_modules", "clew-solver")).sort();
for (const file of ["LICENSE", "README.md", "clew.wasm", "index.d.ts", "schemas.d.ts", "index.js", "cli.js", "worker.node.js"]) {
  assert.ok(installed.includes(file), file);
}

// Nothing in it names a folder of the machine that built it.
const module = fs.readFileSync(wasm);
for (const place of [path.resolve(web, ".."), os.homedir()]) {
  assert.ok(!module.includes(`${place}/`), `the module names files in ${place}: build it with web/build`);
}

// Each question as a method, and the types of exactly these.
const { load, open, openPool, Ended } = await import(pathToFileURL(path.join(folder, "node_modules", "clew-solver", "index.js")));
const puzzle = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const large = `puzzle: path\nneighbours: 8\n\n${`${". ".repeat(9).trim()}\n`.repeat(9)}`;
const clew = await load();
assert.equal(clew.check(puzzle).words.trim(), "unique");
assert.deepEqual(clew.solve(puzzle, { number: 2 }).document.solutions[0].cells, [[6, 7, 9], [5, 2, 8], [1, 4, 3]]);
assert.match(clew.draw(puzzle, { solution: true, limits: { seconds: 5 } }).svg, /^<svg/);
assert.equal(clew.count(puzzle).document.count, "1");
assert.equal(clew.check("puzzle: hidato\n\n1 x\n").error.line, 3);
assert.match(clew.check(puzzle, { colour: "red" }).error.message, /colour/);
const made = clew.generate({ family: "futoshiki", rows: 4, cols: 4, seed: 1 });
assert.equal(clew.check(made.text).standing, "yes");
const types = ["index", "schemas"].map(name => fs.readFileSync(path.join(folder, "node_modules", "clew-solver", `${name}.d.ts`), "utf8")).join("");
for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(clew)).filter(name => name !== "constructor")) {
  assert.match(types, new RegExp(`^  ${method}\\(`, "m"), method);
}

const worker = await open();
const control = new AbortController();
assert.equal((await worker.check(puzzle)).document.verdict, "unique");
// It is ended by its own first step, so steps are heard.
const { signal } = control;
await assert.rejects(worker.count(large, { signal, step: () => control.abort(), limits: { seconds: 60 } }), Ended);
// After one that was ended another is answered, and several wait for each other.
const replies = await Promise.all([worker.rate(puzzle), worker.explain(puzzle), worker.hint(puzzle, { depth: "what" })]);
assert.deepEqual(replies.map(reply => reply.document.schema), ["clew-rating/1", "clew-steps/1", "clew-hint/1"]);
const late = worker.count(large, { limits: { seconds: 60 } });
setTimeout(() => worker.close(), 100);
await assert.rejects(late, Ended);
await assert.rejects(worker.check(puzzle), Ended);

// Every question that the schemas know has its method, and the types fit how they are used.
const { QUESTIONS } = await import(pathToFileURL(path.join(folder, "node_modules", "clew-solver", "questions.js")));
const known = JSON.parse(fs.readFileSync(path.join(web, "..", "docs", "schema", "request-1.json"), "utf8")).oneOf.map(part => part.properties.ask.const);
assert.deepEqual(Object.keys(QUESTIONS).sort(), known.sort());
assert.equal(clew.judge(puzzle, { answers: ["6 7 9\n5 2 8\n1 4 3"] }).document.right, 1);
assert.equal(clew.verify(puzzle, { solution: "6 7 9\n5 2 8\n1 4 3" }).standing, "yes");
try {
  run("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "typescript@5", "@types/node@20");
  fs.writeFileSync(path.join(folder, "use.ts"), `import { load, open, openPool, type Level } from "clew-solver";
const clew = await load();
const verdict: string = clew.check("p").document!.verdict;
const rating = clew.rate("p").document;
const level: string | undefined = rating && "level" in rating ? String(rating.level) : undefined;
const right: number = clew.judge("p", { answers: ["a"] }).document.right;
const text: string | undefined = (await (await open()).generate({ family: "hidato", rows: 5 })).text;
const pool = await openPool({ workers: 2 });
const levels: Level[] = await pool.pack({ family: "futoshiki", rows: 4, count: 2, with: ["rating"] });
// @ts-expect-error: there is no such option.
clew.solve("p", { numbers: 2 });
console.log(verdict, level, right, text, levels);
`);
  run("node", "node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "use.ts");
} catch (error) {
  if (error.stdout?.includes("error TS")) throw new Error(error.stdout);
  console.error("web/tests/npm.mjs: the types are not checked: no typescript");
}

// A pool answers many questions at a time, in their order; packs have what was asked for.
const pool = await openPool({ workers: 2 });
const sizes = [3, 4, 5, 4];
const made4 = await pool.all(sizes.map(rows => ({ ask: "generate", options: { family: "futoshiki", rows, cols: rows, seed: 1 } })));
assert.deepEqual(made4.map(reply => reply.document.cols ?? reply.document.cells.length), sizes);
const pack = await pool.pack({ family: "futoshiki", rows: 4, count: 3, seed: 7 });
assert.equal(new Set(pack.map(level => level.puzzle)).size, 3);
for (const level of pack) assert.ok(level.solution && level.rating.schema === "clew-rating/1" && level.steps.schema === "clew-steps/1");
const here = await clew.pack({ puzzles: [puzzle], with: ["rating"] });
assert.deepEqual(Object.keys(here[0]).sort(), ["document", "puzzle", "rating"]);
await assert.rejects(clew.pack({ puzzles: [puzzle], with: ["colour"] }), TypeError);
pool.close();

// On the command line.
fs.writeFileSync(path.join(folder, "a.puzzle"), puzzle);
assert.match(run("npx", "--offline", "clew", "check", "a.puzzle"), /^unique/);
assert.equal(JSON.parse(run("npx", "--offline", "clew", "solve", "a.puzzle", "--json")).solutions.length, 1);
assert.match(run("npx", "--offline", "clew", "generate", "--family=hidato", "--rows=4", "--seed=2"), /^puzzle: hidato/);
assert.match(run("npx", "--offline", "clew", "draw", "a.puzzle", "--svg", "--solution"), /^<svg/);
assert.throws(() => run("npx", "--offline", "clew", "check"), /usage: clew/);

// The lines of the README run as they stand, and the process ends by itself.
const readme = fs.readFileSync(path.join(folder, "node_modules", "clew-solver", "README.md"), "utf8");
fs.writeFileSync(path.join(folder, "readme.mjs"), /```js\n([\s\S]*?)```/.exec(readme)[1]);
assert.match(run("node", "readme.mjs"), /^unique\n/);

const { missing } = browser.found();
if (missing) {
  console.error(`web/tests/npm.mjs: not in a browser: ${missing}`);
} else {
  const map = { imports: { "clew-solver": "/node_modules/clew-solver/index.js", "#platform": "/node_modules/clew-solver/platform.browser.js" } };
  fs.writeFileSync(path.join(folder, "index.html"), `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify(map)}</script>
<script type="module">
import { load, open } from "clew-solver";
const puzzle = ${JSON.stringify(puzzle)};
const here = (await load()).check(puzzle).words;
const worker = await open();
const there = (await worker.check(puzzle)).words;
document.title = (here + there).trim().replace(/\\s+/g, " ");
</script>`);
  const kinds = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = http.createServer((asked, answer) => {
    const file = path.join(folder, asked.url === "/" ? "index.html" : path.normalize(asked.url));
    if (!file.startsWith(folder) || !fs.existsSync(file)) return answer.writeHead(404).end();
    // The workers of a page have no import map; a bundler resolves for them.
    answer.writeHead(200, { "content-type": kinds[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  await new Promise(ready => server.listen(0, "127.0.0.1", ready));
  const { context, end } = await browser.browser(browser.found(), {});
  const address = `http://127.0.0.1:${server.address().port}/`;
  const { page, faults } = await browser.watched(context, address);
  await page.goto(address);
  await page.waitForFunction(() => document.title !== "", null, { timeout: 20000 });
  assert.equal(await page.title(), "unique unique");
  assert.deepEqual(faults, []);
  await end();
  server.close();
}
console.log("npm package: all right");
process.exit(0);
