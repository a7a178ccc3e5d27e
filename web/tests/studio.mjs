// What a setter does: boards turned and made symmetric, clues for a drawn solution, words for those who solve it, the shelf,
// packs, booklets, links, steps with what they suppose; keys on large boards are counted in milliseconds of script.
//
//     node web/tests/studio.mjs ADDRESS [--shots FOLDER] [--part NAME]
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { met, PATIENCE, prepared } from "./hand.mjs";

const options = prepared(), { address, shots, part } = options;
const bare = (puzzle, n, keys = "") => `puzzle: ${puzzle}\n${keys}\n${`${". ".repeat(n).trim()}\n`.repeat(n)}`;
const HIDATO = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";

const PARTS = {
  async "boards are turned, shifted, resized; holes and walls symmetric"(h) {
    await h.paste("puzzle: path\nneighbours: 4\nwalls: r1c1|r1c2\n\n. . #\n. . .\n");
    await h.tab("board");
    await h.page.click('[data-turn="turn-right"]');
    let doc = await h.doc();
    assert.deepEqual([doc.cells, doc.walls], [[[null, null], [null, null], [null, "#"]], [[[0, 1], [1, 1]]]]);
    await h.page.click('[data-turn="mirror"]');
    assert.deepEqual((await h.doc()).cells[2], ["#", null]);
    await h.page.click('[data-shift="0,1"]');
    assert.deepEqual((await h.doc()).cells[2], [null, "#"]);
    await h.page.fill("#resize-rows", "4");
    await h.page.fill("#resize-cols", "4");
    await h.page.selectOption("#resize-at", "1,1");
    await h.page.press("#resize-rows", "Enter");
    doc = await h.doc();
    assert.deepEqual([doc.cells.length, doc.cells[3][3]], [4, "#"]);
    await h.paste(bare("path", 6, "neighbours: 4\n"));
    await h.page.selectOption("#symmetry", "half-turn");
    await h.tool("hole");
    await h.drag([0, 1, 2]);
    await h.tool("wall");
    await h.click(6, 7);
    doc = await h.doc();
    assert.equal(doc.cells.flat().filter(v => v === "#").length, 6);
    assert.deepEqual(doc.walls, [[[1, 0], [1, 1]], [[4, 5], [4, 4]]]);
    await h.shot("symmetric");
    await h.page.keyboard.press("Control+z");
    await h.page.keyboard.press("Control+z");
    await h.still();
    assert.equal((await h.doc()).cells.flat().filter(v => v === "#").length, 0);
    await h.page.selectOption("#symmetry", "");
  },
  async "clues for a drawn solution"(h) {
    for (const [family, size, keys] of [["hidato", 4, "neighbours: 8\n"], ["zip", 4, ""], ["path", 4, "neighbours: 4\n"], ["numberlink", 4, ""], ["futoshiki", 4, ""]]) {
      const clued = { zip: ["1", 0, "2", 3], numberlink: ["A", 0, "A", 1] }[family];
      let text = bare(family, size, keys);
      if (clued) {
        const rows = text.split("\n\n")[1].split("\n").map(row => row.split(" "));
        rows[0][clued[1]] = clued[0];
        rows[0][clued[3]] = clued[2];
        text = `puzzle: ${family}\n\n${rows.map(row => row.join(" ")).join("\n")}`;
      }
      await h.paste(family === "futoshiki" ? "puzzle: futoshiki\n\n. . . .\n\n. . . .\n\n. . . .\n\n. . . .\n" : text);
      await h.mode("solve");
      if (family === "hidato") {
        await h.tool("enter");
        await h.click(0);
        await h.type("1");
        await h.tool("line");
      }
      const snake = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12];
      if (family === "futoshiki") {
        await h.tool("enter");
        for (let i = 0; i < 16; i++) { await h.click(i); await h.type(String((i % 4 + Math.floor(i / 4)) % 4 + 1)); }
      } else if (family === "numberlink") {
        await h.page.click("#new");
        await h.page.selectOption("#new-family", "numberlink");
        await h.page.fill("#new-rows", "4");
        await h.page.fill("#new-cols", "4");
        await h.page.press("#new-rows", "Enter");
        await h.mode("solve");
        for (const column of [0, 1, 2, 3]) await h.drag([column, column + 4, column + 8, column + 12]);
      } else await h.drag(snake);
      await h.mode("set");
      await h.tab("board");
      await h.page.selectOption("#craft-level", "");
      const before = JSON.stringify(await h.doc());
      await h.page.click("#craft-drawn");
      await h.page.waitForFunction(() => !/^(Choosing.*|)$/.test(document.querySelector("#craft-note").textContent), null, { timeout: PATIENCE });
      const note = await h.page.textContent("#craft-note"), doc = await h.doc();
      assert.notEqual(JSON.stringify(doc), before, `${family}: ${note}`);
      await h.page.waitForFunction(() => window.clew.known.doc === window.clew.doc && window.clew.known.result, null, { timeout: PATIENCE });
      await h.page.waitForFunction(
        (note) => document.querySelector("#verdict-word").textContent === "One solution" || /not the only one/.test(note),
        note, { timeout: PATIENCE });
      if (shots) await h.shot(`from-solution-${family}`);
    }
  },
  async "the selected clues stay"(h) {
    await h.paste("puzzle: hidato\nneighbours: 4\n\n1 2 3\n. . .\n. . 9\n");
    await h.mode("solve");
    await h.click(3);
    for (const [i, value] of [[3, 6], [4, 5], [5, 4], [6, 7], [7, 8]]) { await h.click(i); await h.type(String(value)); }
    await h.text("#status-word", /^Solved/);
    await h.mode("set");
    await h.tab("board");
    for (const [keep, stay] of [["selected", [1]], ["all", [0, 1, 2, 8]]]) {
      await h.paste("puzzle: hidato\nneighbours: 4\n\n1 2 3\n. . .\n. . 9\n");
      await h.click(1);
      await h.page.selectOption("#craft-keep", keep);
      await h.page.click("#craft-drawn");
      await h.text("#craft-note", /Done/);
      const cells = (await h.doc()).cells.flat();
      for (const i of stay) assert.equal(cells[i], i === 8 ? 9 : i + 1, `${keep}: ${cells}`);
      if (keep === "selected") assert.ok(cells.filter(value => value !== null).length < 4, String(cells));
    }
  },
  async "clues are added to a half-made board, to a level"(h) {
    await h.paste("puzzle: hidato\nneighbours: 8\ntitle: mine\n\n1 . . .\n. . . .\n. . . .\n. . . .\n");
    await h.tab("board");
    await h.page.selectOption("#craft-level", "easy");
    await h.page.click("#craft-add");
    await h.text("#craft-note", /Done/);
    await h.verdict("One solution");
    await h.text("#verdict-more", /easy/);
    const doc = await h.doc();
    assert.deepEqual([doc.title, doc.cells[0][0]], ["mine", 1]);
  },
  async "title, author, rules and message are in every format"(h) {
    await h.paste(HIDATO);
    await h.tab("board");
    for (const [key, words] of [["title", "Nine"], ["author", "Me"], ["rules", "Fill it."], ["message", "Well done."]]) await h.page.fill(`[data-detail="${key}"]`, words);
    await h.text("#credits-author", /by Me/);
    await h.page.click("#undo");
    await h.still();
    assert.equal((await h.doc()).message, undefined);
    await h.page.click("#redo");
    await h.tab("take");
    await h.page.selectOption("#format", "native");
    await h.page.waitForFunction(() => /author: Me\nrules: Fill it\.\nmessage: Well done\./.test(document.querySelector("#text").value), null, { timeout: PATIENCE });
    await h.page.click("#link-embed");
    await h.page.waitForFunction(() => /^<iframe src=".*#embed=/.test(document.querySelector("#text").value), null, { timeout: PATIENCE });
    const src = /src="([^"]*)"/.exec(await h.page.inputValue("#text"))[1], other = await h.page.context().newPage();
    await other.setViewportSize({ width: 440, height: 620 });
    await other.goto(src);
    await other.waitForFunction(() => window.clew?.ready && !window.clew.pending, null, { timeout: PATIENCE });
    assert.equal(await other.textContent("#credits-title"), "Nine");
    assert.equal(await other.isVisible("#new"), false);
    if (shots) await other.screenshot({ path: path.join(shots, "embed.png") });
    await other.close();
  },
  async "a shelf of ten drafts, a pack, a booklet"(h) {
    const texts = await h.page.evaluate(async () => {
      const lane = window.clew.engine.lane(), made = [];
      for (let k = 0; k < 10; k++) {
        const family = ["hidato", "numberlink", "futoshiki", "path", "zip"][k % 5];
        const reply = await lane.ask({ ask: "generate", options: { family, rows: 4, seed: k + 1 }, limits: { seconds: 60 } });
        made.push(reply.text);
      }
      return made;
    });
    await h.paste(texts.join("---\n"));
    await h.text("#pack-title", /^10 puzzles$/);
    await h.page.click("#pack-shelf");
    await h.tab("shelf");
    await h.page.waitForFunction(() => document.querySelectorAll("#shelf-list li").length === 10 && [...document.querySelectorAll("#shelf-list .quiet")].every(e => /solution/.test(e.textContent)), null, { timeout: PATIENCE });
    await h.shot("shelf");
    await h.page.locator("#shelf-list input").first().fill("the first");
    await h.page.locator("#shelf-list input").first().press("Enter");
    await h.page.reload();
    await h.page.waitForFunction(() => window.clew?.ready, null, { timeout: PATIENCE });
    await h.tab("shelf");
    assert.equal(await h.page.locator("#shelf-list input").first().inputValue(), "the first");
    // Of Firefox's downloads nothing is heard.
    if (!h.chromium) return;
    const [file] = await Promise.all([h.page.waitForEvent("download"), h.page.click("#shelf-pack")]);
    const pack = fs.readFileSync(await file.path(), "utf8");
    assert.equal(pack.trim().split("\n").length, 10);
    await h.page.evaluate(() => { window.print = () => { window.printed = document.querySelectorAll("#booklet section").length; dispatchEvent(new Event("afterprint")); }; });
    await h.page.click("#shelf-booklet");
    await h.page.waitForFunction(() => window.printed === 11, null, { timeout: PATIENCE });
    // A pack that was saved is read, notes and all.
    await h.page.locator("#shelf-file").setInputFiles({ name: "puzzles.jsonl", mimeType: "text/plain", buffer: Buffer.from(pack) });
    await h.page.waitForFunction(() => document.querySelectorAll("#shelf-list li").length === 20, null, { timeout: PATIENCE });
    assert.equal(await h.page.locator("#shelf-list input").nth(10).inputValue(), "the first");
    await h.page.locator("#shelf-list .draft").nth(2).click();
    await h.still();
    assert.equal((await h.doc()).puzzle, "futoshiki");
  },
  async "steps: suppose and so, ideas, other steps, the graph"(h) {
    const text = await h.page.evaluate(async () => (await window.clew.engine.lane().ask({ ask: "generate", options: { family: "numberlink", rows: 7, seed: 6, level: "hard" }, limits: { seconds: 60 } })).text);
    await h.paste(text);
    await h.verdict("One solution");
    await h.tab("ask");
    await h.page.click('[data-ask="explain"]');
    await h.page.waitForSelector("#steps:not([hidden])", { timeout: PATIENCE });
    const count = await h.page.locator("#step-graph button").count();
    assert.ok(count > 3);
    const at = await h.page.evaluate(() => window.clew.steps.list.findIndex(step => [step, ...(step.ideas ?? [])].some(one => one.assumed || one.trail?.length)) + 1);
    assert.ok(at > 0, "some step assumes something");
    await h.page.locator("#step-graph button").nth(at - 1).click();
    await h.text("#step-number", new RegExp(`^${at} of`));
    await h.page.locator("#step-ideas button", { hasText: "Suppose" }).first().click();
    await h.still();
    assert.ok(await h.page.locator(".supposed-line, .cross").count() > 0);
    await h.shot("suppose");
    const technique = await h.page.locator("#step-filter option").nth(1).textContent();
    await h.page.selectOption("#step-filter", technique);
    await h.text("#step-others-word", /with this technique/);
    await h.shot("steps");
  },
  async "installed, the page opens offline"(h) {
    if (!address.startsWith("file:")) return;
    const folder = path.dirname(fileURLToPath(address));
    const kinds = { ".html": "text/html", ".js": "text/javascript", ".webmanifest": "application/manifest+json" };
    const server = http.createServer((asked, reply) => {
      const file = path.join(folder, path.basename(new URL(asked.url, "http://x").pathname));
      if (!fs.existsSync(file)) return reply.writeHead(404).end();
      return reply.writeHead(200, { "content-type": kinds[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
    });
    await new Promise(ready => server.listen(0, "127.0.0.1", ready));
    const page = await h.page.context().newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/clew.html`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: PATIENCE });
    server.closeAllConnections();
    await new Promise(done => server.close(done));
    await page.reload();
    await page.waitForFunction(() => window.clew?.known.result, null, { timeout: PATIENCE });
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, "clew.webmanifest"), "utf8"));
    assert.equal(manifest.start_url, "clew.html");
    await page.close();
  },
  async "undo leads back to another puzzle and its player"(h) {
    await h.paste(bare("path", 3, "neighbours: 4\n"));
    await h.mode("solve");
    await h.drag([0, 1]);
    await h.paste(bare("path", 4, "neighbours: 4\n"));
    await h.mode("solve");
    await h.drag([5, 6]);
    await h.mode("set");
    await h.page.click("#undo");
    await h.still();
    await h.mode("solve");
    assert.deepEqual(await h.edges(), ["0-1"]);
    await h.mode("set");
    await h.page.click("#redo");
    await h.still();
    assert.deepEqual(await h.edges(), ["5-6"]);
  },
  async "a key costs less than a frame"(h) {
    if (!h.chromium) return;
    for (const n of [20, 64]) {
      await h.paste(bare("hidato", n, "neighbours: 8\n"));
      await h.mode("solve");
      await h.board();
      const times = [];
      for (const key of ["ArrowRight", "7", "ArrowDown", "ArrowRight", "9", "ArrowDown", "ArrowRight", "5"]) {
        const before = await metrics(h.page);
        await h.page.keyboard.press(key);
        await h.still();
        times.push((await metrics(h.page)) - before);
      }
      times.sort((a, b) => a - b);
      console.log(`  ${n}x${n}: ${times[times.length >> 1].toFixed(1)} ms of script a key (median of ${times.length}), ${times.at(-1).toFixed(1)} at most`);
    }
  },
  async "accessible by the rules of axe"(h) {
    const folder = process.env.PLAYWRIGHT ?? process.cwd();
    let source;
    try { source = createRequire(path.join(folder, "x.js")).resolve("axe-core/axe.min.js"); } catch { console.error("  axe-core is not there: skipped"); return; }
    const script = fs.readFileSync(source, "utf8");
    const check = async where => {
      await h.page.evaluate(script);
      const result = await h.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(result.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)} ${nodes[0].failureSummary}`), [], where);
    };
    await h.paste("puzzle: hidato\ntitle: one\nneighbours: 4\n\n1 . .\n. . .\n. . .\n");
    await h.settled();
    for (const name of ["clues", "board", "ask", "take", "shelf"]) { await h.tab(name); await check(name); }
    await h.mode("solve");
    await check("solve");
    for (const id of ["new", "open", "make"]) { await h.page.click(`#${id}`); await check(id); await h.page.keyboard.press("Escape"); }
  },
};

/** Milliseconds of script since the page began. */
async function metrics(page) {
  page.metering ??= await page.context().newCDPSession(page).then(async session => { await session.send("Performance.enable"); return session; });
  const { metrics: all } = await page.metering.send("Performance.getMetrics");
  return 1e3 * all.find(({ name }) => name === "ScriptDuration").value;
}

for (const look of ["light", "dark"]) {
  for (const [name, act] of Object.entries(PARTS)) {
    if (part ? name.includes(part) && look === "light" : look === "light" || /axe/.test(name)) await met(options, name, look, act);
  }
}
