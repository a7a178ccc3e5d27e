// Puts the page together: the modules of web/page in one script, the style, the worker and the engine in one HTML file.
//
//     node web/page.mjs WASM OUT     the page with the engine inside
//     node web/page.mjs --native OUT   the page for `clew serve`, which answers in place of an engine
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { fileURLToPath } from "node:url";

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "page");
const read = name => fs.readFileSync(path.join(folder, name), "utf8");

/** The modules behind `name`, each once, those that others need first, without imports and exports. */
function bundled(name, seen = new Set()) {
  if (seen.has(name)) return "";
  seen.add(name);
  const source = read(name);
  let before = "";
  const own = source.replace(/^import .* from "\.\/(.+)";$/gm, (_, other) => {
    before += bundled(other, seen);
    return "";
  });
  return `${before}// ${name}\n${own.replace(/^export \{.*\};$/gm, "").replace(/^export /gm, "").trim()}\n`;
}

const [engine, out] = process.argv.slice(2);
if (!engine || !out) {
  console.error("usage: node web/page.mjs WASM|--native OUT");
  process.exit(2);
}
const native = engine === "--native";
const wasm = native ? "" : zlib.gzipSync(fs.readFileSync(engine), { level: 9 }).toString("base64");
const csp = ["default-src 'none'", "style-src 'unsafe-inline'", "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:", "worker-src blob:", "img-src data:", "form-action 'none'", "base-uri 'none'", ...(native ? ["connect-src 'self'"] : [])].join("; ");
const parts = {
  csp, wasm, engine: native ? "native" : "wasm", style: read("style.css"), worker: native ? "" : read("worker.js"),
  script: `"use strict";\n(() => {\n${bundled("main.js")}})();\n`,
};
// A function: "$&" in a text is nothing special.
const page = read("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
fs.mkdirSync(path.dirname(path.resolve(out)), { recursive: true });
fs.writeFileSync(out, page);
console.log(`${out}: ${page.length} bytes`);
