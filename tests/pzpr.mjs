// Opens what clew writes with the npm package pzpr, the program behind puzz.link: the same grid, the
// same address again, and the solution accepted as complete.
//
//     npm install --no-save pzpr && node tests/pzpr.mjs target/release/clew 50
//
// Genres that the installed version does not know are named and passed over.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import path from "node:path";

const require = createRequire(path.join(process.cwd(), "x.js"));
const pzpr = require("pzpr");
const [program = "target/release/clew", many = "50"] = process.argv.slice(2);

const clew = (args, input = "") =>
    execFileSync(program, args, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });

// How puzzles of a genre are made: arguments of generate, and rules that replace the usual ones.
const genres = {
    numlin: [["numberlink"], ["--cover", "partial", "--touch", "yes"]],
    arukone: [["numberlink"], ["--cover", "all", "--touch", "yes"]],
    minarism: [["futoshiki", "--density", "0.4"], []],
    meander: [["hidato", "--neighbours", "4", "--density", "0.2"], []],
};

let failed = 0;
for (const [genre, [args, rules]] of Object.entries(genres)) {
    const [known] = pzpr.variety(genre).valid ? [genre] : [];
    if (!known) {
        console.log(`${genre}: this version of pzpr does not know it`);
        continue;
    }
    let passed = 0;
    for (let seed = 1; seed <= Number(many); seed++) {
        const rows = String(4 + (seed % 4));
        const puzzle = clew(["generate", ...args, "--rows", rows, "--seed", String(seed)]);
        const address = clew(["convert", "-", "--to", "pzpr", "--lossy", ...rules], puzzle).trim();
        const say = (what) => {
            failed++;
            console.log(`${genre}, seed ${seed}: ${what}\n  ${address}`);
        };
        const body = address.split("?")[1];
        const opened = new pzpr.Puzzle({ type: "player" }).open(body);
        const again = opened.getURL().split("?")[1].replace(/\/$/, "");
        if (again !== body.replace(/\/$/, "")) {
            say(`the program writes ${again}`);
            continue;
        }
        // Its own file of the puzzle is read as the same puzzle.
        const file = opened.getFileData().replace(/\n+$/, "\n");
        const back = clew(["convert", "--from", "pzprv3", "-", "--to", "pzpr"], file).trim();
        if (back !== address) {
            say(`its file is read as ${back}`);
            continue;
        }
        const solved = clew(["solve", "--as", "pzprv3", address]);
        const verdict = new pzpr.Puzzle({ type: "player" }).open(solved).check(true);
        if (!verdict.complete) {
            say(`the solution is not accepted: ${verdict.text}`);
            continue;
        }
        passed++;
    }
    console.log(`${genre}: ${passed} of ${many}`);
}
process.exit(failed > 0 ? 1 : 0);
