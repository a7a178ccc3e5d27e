// Faults that a player and a setter found once, each as it was met.
//
//     node web/tests/faults.mjs ADDRESS [--part NAME] [--shots FOLDER]
import assert from "node:assert/strict";
import { met, PATIENCE, prepared, solution } from "./hand.mjs";

const options = prepared(), { part } = options;

const ZIP = "puzzle: zip\n\n1 . .\n. 3 .\n. . 2\n";
const LINKS = "puzzle: numberlink\n\nA B C\n. . .\nA B C\n";
const HIDATO = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const SQUARE = "puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n";
const bare = (puzzle, n, keys = "") => `puzzle: ${puzzle}\n${keys}\n${`${". ".repeat(n).trim()}\n`.repeat(n)}`;

/** Each by the number that it has in the list of what was tried. */
const FAULTS = {
  async "1 a hint in a zip does not take its numbers for positions"(h) {
    await h.paste(ZIP);
    await h.mode("solve");
    await h.page.click("#play-hint");
    await h.text("#hint", /Look at|several solutions/);
    assert.doesNotMatch(await h.page.textContent("#hint"), /Wrong/);
  },
  async "2 hints go on from what is drawn"(h) {
    await h.paste(LINKS);
    await h.mode("solve");
    const heard = new Set();
    for (let k = 0; k < 12 && !/^Solved/.test(await h.page.textContent("#status-word")); k++) {
      for (const word of [/Look at/, /Why:/, /So:/]) { await h.page.click("#play-hint"); await h.text("#hint", word); }
      const said = await h.page.textContent("#hint");
      assert.ok(!heard.has(said), `the same hint again: ${said}`);
      heard.add(said);
      await h.page.click("#play-hint");
      await h.page.waitForFunction(() => document.querySelector("#hint").textContent === "", null, { timeout: PATIENCE });
      await h.page.waitForTimeout(120);
    }
    await h.text("#status-word", /^Solved, \d+:\d\d, \d+ hints?$/);
    // A line that is wrong is found.
    await h.page.click("#play-restart");
    await h.drag([0, 3, 4]);
    await h.page.click("#play-hint");
    await h.text("#hint", /Wrong/);
  },
  async "3 a solved board is recognised"(h) {
    for (const puzzle of [ZIP, LINKS, "puzzle: path\nneighbours: 4\n\n# # .\n. . .\n"]) {
      await h.paste(puzzle);
      await h.mode("solve");
      for (const line of (await solution(h.page)).lines) await h.drag(line);
      await h.text("#status-word", /^Solved, /);
    }
  },
  async "4 everything is there after a reload"(h) {
    await h.paste(bare("path", 6, "neighbours: 4\n"));
    await h.mode("solve");
    await h.drag([0, 1, 2, 3, 4, 5, 11, 10, 9]);
    await h.page.click("#theme");
    const [edges, theme] = [await h.edges(), await h.page.getAttribute("html", "data-theme")];
    assert.equal(edges.length, 8);
    await h.page.reload();
    await h.page.waitForFunction(() => window.clew?.player.now.edges.size, null, { timeout: PATIENCE });
    assert.deepEqual(await h.edges(), edges);
    assert.equal(await h.page.getAttribute("html", "data-theme"), theme);
    assert.equal(await h.page.getAttribute('[data-mode="solve"]', "aria-checked"), "true");
    await h.page.click("#theme");
  },
  async "5 Enter begins and makes"(h) {
    await h.page.click("#new");
    await h.page.fill("#new-rows", "7");
    await h.page.press("#new-rows", "Enter");
    await h.page.waitForFunction(() => window.clew.doc.cells.length === 7, null, { timeout: PATIENCE });
    await h.page.click("#make");
    await h.page.selectOption("#make-family", "futoshiki");
    await h.page.fill("#make-rows", "4");
    await h.page.press("#make-rows", "Enter");
    await h.page.waitForFunction(() => window.clew.doc.puzzle === "futoshiki", null, { timeout: PATIENCE });
  },
  async "6 fast and diagonal drags are followed"(h) {
    await h.paste(bare("path", 6, "neighbours: 4\n"));
    await h.mode("solve");
    await h.drag([0, 5], 1);
    assert.equal((await h.edges()).length, 5);
    await h.paste(bare("path", 6, "neighbours: 8\n"));
    await h.mode("solve");
    await h.drag([0, 21], 2);
    assert.deepEqual(await h.edges(), ["0-7", "14-21", "7-14"]);
  },
  async "7 one gesture, one undo"(h) {
    await h.paste(bare("path", 6, "neighbours: 4\n"));
    await h.mode("solve");
    await h.drag([0, 1, 2, 3, 4, 5]);
    await h.page.click("#undo");
    await h.still();
    assert.deepEqual(await h.edges(), []);
    await h.page.click("#redo");
    await h.still();
    assert.equal((await h.edges()).length, 5);
    await h.mode("set");
    await h.tool("hole");
    await h.drag([6, 7, 8]);
    await h.page.keyboard.press("Control+z");
    await h.still();
    assert.equal((await h.doc()).cells.flat().filter(v => v === "#").length, 0);
  },
  async "8 paths have labels and colours, are cut, and shorten"(h) {
    await h.paste("puzzle: numberlink\ncover: partial\n\nA . B .\n. . . .\n. . . .\nA . B .\n");
    await h.mode("solve");
    await h.drag([0, 4, 8, 9, 10]);
    // Another path crosses it: it is cut there, and keeps what hangs on its label.
    await h.drag([2, 6, 10, 14]);
    assert.deepEqual(await h.edges(), ["0-4", "10-14", "2-6", "4-8", "6-10", "8-9"].sort());
    assert.ok(await h.page.locator(".drawn.label").count() >= 4);
    // Back along the line it gets shorter.
    await h.drag([9, 8, 4]);
    assert.deepEqual(await h.edges(), ["0-4", "10-14", "2-6", "6-10"].sort());
    // It does not go through a wall, nor onto the end of another label.
    await h.drag([4, 5, 6, 2]);
    assert.ok(!(await h.edges()).includes("2-6") || !(await h.edges()).includes("5-6"));
    await h.paste("puzzle: path\nneighbours: 4\nwalls: r1c2|r1c3\n\n. . .\n. . .\n. . .\n");
    await h.mode("solve");
    await h.drag([0, 1, 2]);
    assert.deepEqual(await h.edges(), ["0-1"]);
    // A T is not drawn: the line is cut.
    await h.drag([3, 4, 5]);
    await h.drag([4, 7]);
    assert.equal((await h.edges()).filter(key => key.split("-").includes("4")).length, 2);
    // Arrows move the head.
    await h.page.click("#play-restart");
    await h.click(0);
    await h.board();
    await h.type("ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft");
    assert.deepEqual(await h.edges(), ["0-1", "1-4"]);
  },
  async "9 another question clears the steps"(h) {
    await h.paste(HIDATO);
    await h.verdict("One solution");
    await h.tab("ask");
    await h.page.click('[data-ask="explain"]');
    await h.page.waitForSelector("#steps:not([hidden])", { timeout: PATIENCE });
    await h.page.click('[data-ask="count"]');
    await h.answer(/Solutions/);
    assert.equal(await h.page.isVisible("#steps"), false);
  },
  async "10 several puzzles are a list with pictures"(h) {
    const one = n => `puzzle: hidato\ntitle: number ${n}\n\n6 . .\n. 2 8\n1 . .\n`;
    await h.paste(Array.from({ length: 10 }, (_, n) => one(n + 1)).join("---\n"));
    await h.text("#pack-title", /^10 puzzles$/);
    assert.equal(await h.page.locator("#pack-pictures svg").count(), 10);
    await h.shot("pack");
    await h.page.locator("#pack-pictures button").nth(3).click();
    await h.text("#credits-title", /number 4/);
    await h.page.click("#pack-forward");
    await h.text("#credits-title", /number 5/);
    assert.equal(await h.page.textContent("#pack-list"), "5 of 10");
  },
  async "11 a line puzzle: begins a puzzle"(h) {
    await h.paste(HIDATO + LINKS + ZIP);
    await h.text("#pack-title", /^3 puzzles$/);
    await h.page.click("#dialog-pack [data-close]");
  },
  async "12 offers in a zip can be taken"(h) {
    await h.paste("puzzle: zip\n\n1 . . 2\n. . . .\n. . . .\n. . . .\n");
    await h.verdict("Several solutions");
    await h.settled();
    assert.equal(await h.page.locator(".offer").count(), 0);
    await h.page.locator("#findings button").first().click();
    await h.settled();
    assert.notEqual(await h.page.textContent("#verdict-word"), "Not a puzzle yet");
  },
  async "13 a futoshiki has differences, with their numbers"(h) {
    await h.paste(SQUARE);
    const words = await h.page.locator("#tools button").allTextContents();
    assert.deepEqual(words, ["Clue", "Sign", "Differ by", "Not by"]);
    await h.tool("pair:differ");
    await h.page.fill("#pair-number", "2");
    await h.click(3, 4);
    await h.tool("pair:apart");
    await h.page.fill("#pair-number", "1");
    await h.click(7, 8);
    const doc = await h.doc();
    assert.deepEqual([doc.differ, doc.apart], [[[[1, 0], [1, 1], 2]], [[[2, 1], [2, 2]]]]);
    await h.settled();
    assert.notEqual(await h.page.textContent("#verdict-word"), "Not a puzzle yet");
  },
  async "14 what is the same in all solutions is grey"(h) {
    await h.paste("puzzle: hidato\nneighbours: 4\n\n1 2 .\n. 3 .\n. . .\n");
    await h.settled();
    if (await h.page.textContent("#verdict-word") === "Several solutions") assert.ok(await h.page.locator("#board .same").count() > 0);
    await h.paste("puzzle: hidato\nneighbours: 8\n\n1 . 3 .\n. . . .\n. . . .\n. . . 16\n");
    await h.verdict("Several solutions");
    await h.settled();
    const forced = await h.page.evaluate(() => window.clew.known.where.candidates.flat().filter(list => list?.length === 1).length);
    const given = 3, complete = await h.page.evaluate(() => window.clew.known.where.where.complete);
    assert.equal(await h.page.locator("#board .same").count(), complete ? forced - given : 0);
  },
  async "15 a contradiction is a chain on the board"(h) {
    await h.paste("puzzle: hidato\nneighbours: 4\n\n1 . .\n. 3 2\n. . .\n");
    await h.verdict("No solution");
    await h.settled();
    await h.page.locator("#findings button", { hasText: "Why not" }).first().click();
    await h.answer(/Suppose|No solution/);
    await h.page.waitForSelector("#steps:not([hidden])", { timeout: PATIENCE });
  },
  async "17 one stop from the board to each part"(h) {
    await h.paste(bare("hidato", 10, "neighbours: 8\n"));
    await h.verdict("Several solutions");
    for (const mode of ["set", "solve"]) {
      await h.mode(mode);
      await h.board();
      let stops = 0;
      for (; stops < 12; stops++) {
        await h.page.keyboard.press("Tab");
        if (await h.page.evaluate(() => Boolean(document.activeElement.closest("[role=tablist]")))) break;
      }
      assert.ok(stops < 4, `${stops + 1} stops from the board to the panel in mode ${mode}`);
    }
  },
  async "18 a large board is not drawn anew for a key"(h) {
    await h.paste(bare("hidato", 64, "neighbours: 8\n"));
    await h.board();
    const before = await h.page.evaluate(() => { window.first = document.querySelector("#cell-100"); return document.querySelectorAll("#board .cell").length; });
    assert.equal(before, 4096);
    await h.type("ArrowRight", "ArrowDown");
    assert.ok(await h.page.evaluate(() => window.first === document.querySelector("#cell-100")), "the cell is the same element");
  },
  async "19 what was played stays when the puzzle changes"(h) {
    await h.paste("puzzle: path\nneighbours: 4\nwalls: r1c2|r1c3\n\n. . .\n. . .\n. . .\n");
    await h.mode("solve");
    await h.drag([0, 3, 6, 7]);
    await h.mode("set");
    await h.tool("wall");
    await h.click(1, 2);
    assert.equal(((await h.doc()).walls ?? []).length, 0);
    await h.mode("solve");
    assert.equal((await h.edges()).length, 3);
  },
  async "20 a link for solvers is short and opens as a player"(h) {
    for (const family of ["hidato", "numberlink", "futoshiki", "path", "zip"]) {
      const text = await h.page.evaluate(async family => {
        const reply = await window.clew.engine.lane().ask({ ask: "generate", options: { family, rows: family === "futoshiki" ? 9 : 10, seed: 3 }, limits: { seconds: 60 } });
        return reply.text ?? JSON.stringify(reply.error);
      }, family);
      await h.paste(text);
      await h.tab("take");
      await h.page.fill("#text", "");
      await h.page.click("#link-solve");
      await h.page.waitForFunction(() => document.querySelector("#text").value.includes("#solve="), null, { timeout: PATIENCE });
      const link = await h.page.inputValue("#text"), code = link.split("#")[1];
      assert.ok(code.length < 180, `${family}: ${code.length} characters`);
      console.log(`  link of a ${family}: ${code.length} characters`);
      const other = await h.page.context().newPage();
      await other.goto(link);
      await other.waitForFunction(() => window.clew?.ready && !window.clew.pending, null, { timeout: PATIENCE });
      assert.deepEqual(await other.evaluate(() => [window.clew.sealed, window.clew.mode, Object.keys(window.clew.known).length]), [true, "solve", 0]);
      assert.equal(await other.isVisible("aside"), false);
      assert.equal(await other.evaluate(() => JSON.stringify(window.clew.doc.cells)), JSON.stringify((await h.doc()).cells));
      await other.close();
    }
  },
  async "21 the last key before the page goes away is kept"(h) {
    await h.paste(HIDATO);
    await h.board();
    await h.type("ArrowRight", "7");
    await h.page.reload();
    await h.page.waitForFunction(() => window.clew?.ready, null, { timeout: PATIENCE });
    assert.equal((await h.doc()).cells[0][1], 7);
  },
  async "22 an open board with a hole is drawn"(h) {
    await h.paste("puzzle: hidato\nneighbours: 8\n\n1 . .\n. # .\n. . .\n");
    await h.settled();
    assert.equal(await h.page.locator("#board .can").count() > 0, true);
    assert.equal(await h.page.locator("#board .cell.open").count(), 7);
  },
  async "23 nothing of another board stays where it was"(h) {
    const wall = "walls: r2c2|r2c3\n";
    await h.paste(bare("path", 4, `neighbours: 4\n${wall}`));
    const places = () => h.page.evaluate(() => ["wall", "cursor"].map(name => document.querySelector(`#board .${name}`).getBBox()).map(({ x, width }) => Math.round(x + width / 2)));
    const unit = await h.page.evaluate(() => document.querySelector("#board .cell").getBBox().width);
    const [before] = await places();
    await h.click(1);
    // The wall lies between the same two places by their numbers.
    await h.paste(bare("path", 5, "neighbours: 4\nwalls: r2c1|r2c2\n"));
    const [after] = await places();
    assert.equal(after, before - Math.round(unit));
    // The cursor has the form of the cells.
    await h.paste(bare("hidato", 4, "neighbours: hex\n"));
    assert.equal(await h.page.evaluate(() => document.querySelector("#board .cursor").getAttribute("d") === document.querySelector("#board [data-i='0']").getAttribute("d")), true);
    // A board of another size is shown whole.
    await h.page.click("#zoom");
    await h.paste(bare("path", 3, "neighbours: 4\n"));
    assert.equal(await h.page.locator("#frame.zoomed").count(), 0);
  },
  async "24 an end that is in the way is moved"(h) {
    await h.paste("puzzle: numberlink\n\nA . . . B\n. . C . .\n. . . . .\n. A . . C\n. . . B .\n");
    await h.verdict("No solution");
    await h.page.locator("#findings button", { hasText: /^move C from r4c5 to r4c4/ }).click({ timeout: PATIENCE });
    await h.verdict("One solution");
    assert.deepEqual((await h.doc()).cells[3], [null, "A", null, "C", null]);
  },
};

/** A phone: numbers that are missing, buttons for fingers, hints in sight. */
async function phone(h) {
  await h.paste(bare("hidato", 15, "neighbours: 8\n").replace("\n\n. .", "\n\n1 ."));
  await h.click(16);
  const keys = await h.page.locator("#keypad button").allTextContents();
  assert.ok(keys.includes("225"), "the greatest number can be put");
  const small = await h.page.evaluate(() => [...document.querySelectorAll("button, select, input:not([type=checkbox]):not([type=range])")]
    .filter(e => e.offsetParent && !e.closest("#step-graph")).map(e => [e.id || e.textContent, e.getBoundingClientRect()]).filter(([, box]) => box.height < 43.5).map(([name]) => name));
  assert.deepEqual(small, [], "buttons under 44 px");
  await h.page.click("#zoom");
  const cell = await h.page.evaluate(() => document.querySelector("#board .cell").getBoundingClientRect().width);
  assert.ok(cell > 35, `cells of ${cell} px`);
  await h.page.click("#zoom");
  await h.page.click("#zoom");
  await h.mode("solve");
  await h.page.evaluate(() => scrollTo(0, 0));
  const hint = await h.page.evaluate(() => document.querySelector("#play-hint").getBoundingClientRect().bottom);
  assert.ok(hint <= 844, `the hint is at ${hint}`);
  await h.shot("phone-15");
}

for (const [name, act] of Object.entries({ ...FAULTS, "16 a phone": phone })) {
  if (!part || name.startsWith(part + " ")) await met(options, name, act === phone ? "phone" : "light", act);
}
