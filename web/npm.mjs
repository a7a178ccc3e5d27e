// Puts the npm package together: web/npm, the module and the licence in a folder, packed.
//
//     node web/npm.mjs WASM OUT     OUT/package, and OUT/clew-VERSION.tgz
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [wasm, out] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node web/npm.mjs WASM OUT");
  process.exit(2);
}
const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(out, "package");
fs.rmSync(folder, { recursive: true, force: true });
fs.cpSync(path.join(here, "npm"), folder, { recursive: true });
execFileSync("node", [path.join(here, "types.mjs"), path.join(folder, "schemas.d.ts")]);
fs.copyFileSync(wasm, path.join(folder, "clew.wasm"));
fs.copyFileSync(path.join(here, "..", "LICENSE"), path.join(folder, "LICENSE"));
// The version is that of the program.
const cargo = fs.readFileSync(path.join(here, "..", "Cargo.toml"), "utf8");
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
manifest.version = /^version = "(.+)"$/m.exec(cargo)[1];
fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
const said = execFileSync("npm", ["pack", "--silent", "--pack-destination", path.resolve(out)], { cwd: folder, encoding: "utf8" });
const packed = path.join(path.resolve(out), said.trim().split("\n").at(-1));
console.log(`${packed}: ${(fs.statSync(packed).size / 2 ** 20).toFixed(2)} MiB`);
