// Puts the page together: the modules of web/page in one script, the styles, the worker and the engine in one HTML file.
//
//     node web/page.mjs WASM OUT     the page with the engine inside
//
// Beside OUT it writes what a host needs for an installed page: OUT's manifest and its service worker.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import crypto from "node:crypto";
import { fileURLToPath } from "node:url";

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "page");
const read = name => fs.readFileSync(path.join(folder, name), "utf8");

/** The modules behind `name`, each once and in a scope of its own, those that others need first. */
function bundled(name, seen = new Map()) {
  if (seen.has(name)) return "";
  seen.set(name, `module_${seen.size}`);
  let before = "";
  const exported = [];
  const body = read(name).replace(/^import \{ (.*) \} from "(\..+)";$/gm, (_, names, from) => {
    const other = path.posix.join(path.posix.dirname(name), from);
    before += bundled(other, seen);
    return `const { ${names.replaceAll(" as ", ": ")} } = ${seen.get(other)};`;
  }).replace(/^export (async function|function|class|const|let) ([\w$]+)/gm, (_, kind, own) => {
    exported.push(own);
    return `${kind} ${own}`;
  });
  if (/^(import|export)\b/m.test(body)) throw new Error(`${name}: an import or export that is not understood`);
  return `${before}// ${name}\nconst ${seen.get(name)} = (() => {\n${body.trim()}\nreturn { ${exported.join(", ")} };\n})();\n`;
}

const [engine, out] = process.argv.slice(2);
if (!engine || !out) {
  console.error("usage: node web/page.mjs WASM OUT");
  process.exit(2);
}
const name = path.basename(out, ".html"), target = path.dirname(path.resolve(out));
const wasm = zlib.gzipSync(fs.readFileSync(engine), { level: 9 }).toString("base64");
const csp = ["default-src 'none'", "style-src 'unsafe-inline'", "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:", "worker-src blob: 'self'", "manifest-src 'self'", "img-src data: blob:", "frame-src 'none'", "form-action 'none'", "base-uri 'none'"].join("; ");
const parts = {
  csp, wasm, engine: "wasm", base: "", style: read("style.css") + read("board.css"), worker: read("worker.js"),
  script: `"use strict";\n(() => {\n${bundled("main.js")}})();\n`,
};
// A function: "$&" in a text is nothing special.
const page = read("index.html").replace(/\{\{(\w+)\}\}/g, (_, key) => parts[key]);
fs.mkdirSync(target, { recursive: true });
fs.writeFileSync(out, page);
const version = crypto.createHash("sha256").update(page).digest("hex").slice(0, 16);
const beside = { "manifest.webmanifest": "webmanifest", "service.js": "service.js" };
for (const [source, ending] of Object.entries(beside)) {
  fs.writeFileSync(path.join(target, `${name}.${ending}`), read(source).replaceAll("{{page}}", path.basename(out)).replaceAll("{{version}}", version));
}
console.log(`${out}: ${page.length} bytes`);
