// The pictures of the page in its chapter of the book: real screens, docs/pictures/page*.png.
//
//     node web/tests/pictures.mjs file://$PWD/web/target/clew.html [--out docs/pictures]
//
// A picture of more than 150 kB is an error.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { hand, PATIENCE, solution } from "./hand.mjs";
import { browser, found, watched } from "./browser.mjs";

const VIEW = { viewport: { width: 1100, height: 760 }, colorScheme: "light" };
const MOST = 150_000;

const LINE = "puzzle: hidato\nneighbours: 4\n\n1 . . . .\n. . . . 6\n. . . . .\n. . 18 . .\n. . . . 25\n";
const LINKS = "puzzle: numberlink\ntitle: Seven\nauthor: somebody\n\n. . . . . . 1\n. 2 . 3 . 4 .\n. . . . . . .\n4 . 3 . 5 . .\n. 2 . . . . .\n. 5 . . . 1 .\n. . . . . . .\n";
const DRAFTS = [["hidato", "Steps", 3], ["numberlink", "Links", 2], ["futoshiki", "Signs", 3], ["zip", "Stops", 5]];

const SHOTS = {
  async page(h) {
    await h.paste(LINE);
    await h.text("#verdict-word", /Several solutions/);
    await h.settled();
  },
  async "page-solve"(h) {
    await h.paste(LINKS);
    const { lines } = await solution(h.page);
    await h.mode("solve");
    // Two paths are left: one half drawn, one not begun.
    for (const line of lines.slice(0, -2)) await h.drag(line);
    await h.drag(lines.at(-2).slice(0, 4));
    await h.tool("cross");
    for (const sides of [[10, 17], [16, 23]]) await h.click(...sides);
    await h.tool("line");
    await h.page.click("#play-hint");
    await h.text("#hint", /./);
  },
  async "page-set"(h) {
    await h.paste(`puzzle: zip\n\n1 . . . . .\n${". . . . . .\n".repeat(4)}2 . . . . .\n`);
    await h.mode("solve");
    const snake = [0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6, 12, 13, 14, 15, 16, 17, 23, 22, 21, 20, 19, 18, 24, 25, 26, 27, 28, 29, 35, 34, 33, 32, 31, 30];
    await h.drag(snake);
    await h.mode("set");
    await h.tab("board");
    await h.page.click("#craft-drawn");
    await h.text("#craft-note", /Done/);
    await h.settled();
  },
  async "page-steps"(h) {
    await h.paste(LINKS);
    await h.tab("ask");
    await h.page.click('[data-ask="explain"]');
    await h.page.waitForSelector("#steps:not([hidden])", { timeout: PATIENCE });
    // The first step that assumes something.
    const suppose = h.page.locator("#step-ideas button", { hasText: "Suppose" });
    for (let k = 0; k < 40 && !(await suppose.count()); k++) await h.page.click("#step-forward");
    await suppose.first().click();
    await h.still();
  },
  async "page-shelf"(h) {
    const texts = await h.page.evaluate(async drafts => {
      const lane = window.clew.engine.lane(), made = [];
      for (const [family, title, seed] of drafts) {
        const { text } = await lane.ask({ ask: "generate", options: { family, rows: 6, seed }, limits: { seconds: 60 } });
        made.push(text.replace(/^title: .*$/m, `title: ${title}`));
      }
      return made;
    }, DRAFTS);
    await h.paste(texts.join("---\n"));
    await h.page.click("#pack-shelf");
    await h.page.evaluate(() => document.querySelector("#dialog-pack").close());
    await h.tab("shelf");
    await h.page.waitForFunction(n => [...document.querySelectorAll("#shelf-list .quiet")].filter(e => /solution/.test(e.textContent)).length === n, DRAFTS.length, { timeout: PATIENCE });
  },
};

const tools = found(), address = process.argv[2];
if (tools.missing || !address) {
  console.error(tools.missing ?? "usage: node web/tests/pictures.mjs ADDRESS [--out FOLDER] [NAME ...]");
  process.exit(2);
}
const given = process.argv.slice(3), at = given.indexOf("--out");
const [out] = at < 0 ? ["docs/pictures"] : given.splice(at, 2).slice(1);
for (const [name, act] of Object.entries(SHOTS)) {
  if (given.length && !given.includes(name)) continue;
  const { context, end } = await browser(tools, VIEW), { page, faults } = await watched(context, address);
  await page.goto(address);
  await page.waitForFunction(() => window.clew?.known.result, null, { timeout: PATIENCE });
  await act(hand(page, "light", null, context));
  const file = path.join(out, `${name}.png`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: file });
  await end();
  assert.deepEqual(faults, []);
  const { size } = fs.statSync(file);
  assert.ok(size <= MOST, `${file}: ${size} bytes, at most ${MOST}`);
  console.log(`${file}: ${size} bytes`);
}
