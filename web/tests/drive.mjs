// Walks through the page as people do, in light, dark and at the width of a phone: no console error, no request that leaves it.
//
//     node web/tests/drive.mjs ADDRESS [--short] [--look NAME] [--shots FOLDER]
//
// ADDRESS is that of the file (file:///…/clew.html) or of `clew serve`.
import assert from "node:assert/strict";
import fs from "node:fs";
import { browser, watched } from "./browser.mjs";
import { hand, isReadable, LOOKS, PATIENCE, prepared } from "./hand.mjs";

const { tools, address, short, shots, only } = prepared();

const LINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";

/** The first verdict, a board that is drawn by keyboard alone, mended by offers, undone and redone. */
async function draws({ page, verdict, settled, board, type, shot, tab }) {
  await verdict("One solution");
  await page.click("#new");
  await page.selectOption("#new-family", "hidato");
  await page.fill("#new-rows", "4");
  await page.fill("#new-cols", "4");
  await page.selectOption("#new-neighbours", "4");
  await shot("new");
  await page.click("#dialog-new .main");
  await board();
  await type("1", "ArrowDown", "ArrowDown", "ArrowRight", "8");
  await verdict("Several solutions");
  await settled();
  await shot("several");
  assert.match(await page.textContent("#verdict-more"), /cells? can differ/);
  await tab("clues");
  for (let n = 0; n < 12 && await page.textContent("#verdict-word") !== "One solution"; n++) {
    await settled();
    await page.locator("#findings button").first().click();
    await settled();
  }
  await verdict("One solution");
  await shot("mended");
  await page.click("#undo");
  await verdict("Several solutions");
  await page.keyboard.press("Control+y");
  await verdict("One solution");
  await board();
  await type("ArrowRight", "#");
  assert.equal(await page.evaluate(() => window.clew.doc.cells.flat().filter(v => v === "#").length), 1);
  await page.keyboard.press("Control+z");
  await page.click('[data-tool="wall"]');
  await board();
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await page.evaluate(() => window.clew.doc.walls.length), 1);
}

/** Conflicting clues are marked, and one of the changes that are offered mends them. */
async function contradicts({ page, verdict, settled, paste, shot }) {
  await paste("puzzle: hidato\nneighbours: 4\n\n1 . .\n. 3 2\n. . .\n");
  await verdict("No solution");
  await settled();
  await shot("none");
  // Conflicting clues are marked.
  await page.waitForSelector(".blamed", { state: "attached", timeout: PATIENCE });
  await page.locator("#findings button", { hasText: /remove|becomes|move/ }).first().click();
  await page.waitForFunction(() => ["One solution", "Several solutions"].includes(document.querySelector("#verdict-word").textContent), null, { timeout: PATIENCE });
}

/** Signs of a futoshiki, by mouse and keyboard. */
async function signs({ page, verdict, board, shot, settled }) {
  await page.click("#new");
  await page.selectOption("#new-family", "futoshiki");
  await page.fill("#new-rows", "4");
  await page.click("#dialog-new .main");
  await page.click('[data-tool="pair:less"]');
  await board();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  assert.deepEqual(await page.evaluate(() => window.clew.doc.less), [[[0, 0], [0, 1]], [[1, 0], [0, 0]]]);
  await verdict("Several solutions");
  await settled();
  await shot("signs");
}

/** Every question of the panel. */
async function asks({ page, verdict, paste, answer, tab, shot, text }) {
  await paste("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
  await verdict("One solution");
  await tab("ask");
  await page.click('[data-ask="solve"]');
  await answer(/A solution/);
  await page.waitForFunction(() => document.querySelectorAll("#board .found").length >= 5, null, { timeout: PATIENCE });
  await page.click('[data-ask="rate"]');
  await answer(/score/);
  await page.click('[data-ask="redundant"]');
  await answer(/could go|needed/);
  await page.click('[data-ask="explain"]');
  await answer(/steps?, /);
  await page.waitForSelector("#steps:not([hidden])");
  await text("#step-number", /^1 of \d+$/);
  await page.click("#step-forward");
  await text("#step-number", /^2 of/);
  await shot("steps");
  await page.click("#step-back");
  await page.focus("#step-forward");
  await page.keyboard.press("ArrowRight");
  await text("#step-number", /^2 of/);
  await page.click("#step-last");
  await text("#step-text", /only solution/);
  await page.click("#step-close");
  await page.focus("#frame");
  await page.keyboard.press("ArrowRight");
  await page.fill("#why-value", "9");
  await page.press("#why-value", "Enter");
  await answer(/Suppose r1c2 is 9/);
  await shot("why-not");
  await paste(`puzzle: path\nneighbours: 4\n\n${". . . . . .\n".repeat(6)}`);
  await verdict("Several solutions");
  await page.click('[data-ask="count"]');
  await answer(/Solutions/);
  await shot("count");
}

/** A long question, overtaken and stopped: the page stays alive. */
async function stops({ page, paste, verdict, tab }) {
  await paste(`puzzle: path\nneighbours: 4\n\n${`${". ".repeat(20).trim()}\n`.repeat(20)}`);
  await verdict("Several solutions");
  await tab("ask");
  await page.selectOption("#patience", "600");
  await page.click('[data-ask="count"]');
  await page.waitForFunction(() => /s ·/.test(document.querySelector("#progress").textContent), null, { timeout: PATIENCE });
  await page.click("#cancel");
  await page.waitForFunction(() => document.querySelector("#cancel").disabled, null, { timeout: PATIENCE });
  await page.click('[data-ask="solve"]');
  await page.waitForFunction(() => /solution/i.test(document.querySelector("#answer").textContent), null, { timeout: PATIENCE });
  await page.selectOption("#patience", "60");
}

/** Other formats, links, pictures, the plan and the profile. */
async function takes({ page, paste, verdict, tab, shot }) {
  await paste(LINK);
  await verdict("One solution");
  await tab("take");
  const written = async (format, pattern) => {
    await page.selectOption("#format", format);
    await page.waitForFunction(source => new RegExp(source).test(document.querySelector("#text").value), pattern.source, { timeout: PATIENCE })
      .catch(async () => assert.fail(`${format}: ${await page.inputValue("#text")} ${await page.textContent("#take-note")}`));
  };
  await written("penpa", /^https:\/\/.*penpa/);
  await written("pzpr", /numlin\/5\/5/);
  await written("native", /puzzle: numberlink/);
  await written("json", /"puzzle":\s*"numberlink"/);
  await page.selectOption("#format", "janko").catch(() => {});
  await shot("take");
  await page.click("#link-edit");
  await page.waitForFunction(() => document.querySelector("#text").value.includes("#edit="), null, { timeout: PATIENCE });
  const link = await page.inputValue("#text");
  for (const [kind, name] of [["svg", "puzzle.svg"], ["png", "puzzle.png"]]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`[data-picture="${kind}"]`)]);
    assert.equal(file.suggestedFilename(), name);
    const bytes = fs.readFileSync(await file.path());
    assert.ok(kind === "svg" ? bytes.toString().startsWith("<svg") : bytes.subarray(1, 4).toString() === "PNG", kind);
  }
  const [steps] = await Promise.all([page.waitForEvent("download"), page.click("#step-page")]);
  assert.equal(steps.suggestedFilename(), "steps.html");
  await tab("ask");
  await page.click("#panel-ask details summary");
  for (const see of ["plan", "profile"]) {
    await page.click(`[data-see="${see}"]`);
    await page.waitForFunction(() => document.querySelector("#inside").textContent.length > 60, null, { timeout: PATIENCE });
  }
  await shot("inside");
  return link;
}

/** A puzzle is made; a wish that cannot be is said; a mistake in what is pasted has its place. */
async function makes({ page, verdict, shot }) {
  await page.click("#make");
  await page.selectOption("#make-family", "numberlink");
  await page.fill("#make-rows", "6");
  await page.fill("#make-cols", "6");
  await page.fill("#make-seed", "5");
  await shot("make");
  await page.click("#make-ok");
  await page.waitForFunction(() => !document.querySelector("#dialog-make").open, null, { timeout: PATIENCE });
  await verdict("One solution");
  await shot("made");
  await wishes(page);
  await verdict("One solution");
  await page.click("#open");
  await page.fill("#paste", "puzzle: hidato\n\n1 x\n");
  await page.click("#paste-ok");
  await page.waitForFunction(() => /Line 3, column 3/.test(document.querySelector("#paste-fault").textContent), null, { timeout: PATIENCE });
  await page.click("#dialog-open [data-close]");
}

/** Wishes of a family are offered to it alone, obeyed, or refused in words that stay in the dialog. */
async function wishes(page) {
  const shown = wish => page.isVisible(`#dialog-make [data-wish="${wish}"]`);
  await page.click("#make");
  await page.click("#dialog-make summary");
  await page.selectOption("#make-family", "numberlink");
  assert.deepEqual([await shown("shortest"), await shown("no_runs"), await shown("signs_only"), await shown("bridges")], [true, false, false, true]);
  assert.deepEqual([await shown("labels"), await shown("empty"), await shown("symmetry"), await shown("symmetric_signs")], [true, true, true, false]);
  await page.fill('[data-wish="labels"]', "4-5");
  await page.fill('[data-wish="best"]', "2");
  await page.click("#make-ok");
  await page.waitForFunction(() => !document.querySelector("#dialog-make").open, null, { timeout: PATIENCE });
  const labels = await page.evaluate(() => new Set(window.clew.doc.cells.flat().filter(cell => cell !== null)).size);
  assert.ok(labels === 4 || labels === 5, `${labels} labels`);
  await page.click("#make");
  await page.fill('[data-wish="best"]', "");
  await page.selectOption("#make-family", "futoshiki");
  assert.deepEqual([await shown("shortest"), await shown("signs_only"), await shown("symmetric_signs"), await page.isVisible("#make-cols")], [false, true, true, false]);
  await page.selectOption("#make-family", "hidato");
  assert.equal(await shown("wrap"), true);
  await page.fill("#make-rows", "5");
  await page.fill("#make-cols", "6");
  await page.selectOption('[data-wish="symmetry"]', "quarter");
  await page.click("#make-ok");
  await page.waitForFunction(() => document.querySelector("#make-fault").textContent.length > 10, null, { timeout: PATIENCE });
  await page.fill("#make-cols", "5");
  await page.selectOption('[data-wish="symmetry"]', "mirror");
  await page.check('[data-wish="free_ends"]');
  await page.click("#make-ok");
  await page.waitForFunction(() => !document.querySelector("#dialog-make").open, null, { timeout: PATIENCE });
  const given = await page.evaluate(() => window.clew.doc.cells.map(row => row.map(cell => Number.isInteger(cell))));
  for (const row of given) assert.deepEqual(row, [...row].reverse());
}

/**
 * A unique board of 10 x 10 of every family, by keyboard alone: clues of a solution that the page shows are typed until there is
 * one solution; ends of paths are typed as they were thought of.
 */
async function designs({ page, verdict, board, shot, tab }) {
  const type = async (i, cols, at, value) => {
    const rows = Math.floor(i / cols) - Math.floor(at / cols), across = i % cols - at % cols;
    for (let k = 0; k < Math.abs(rows); k++) await page.keyboard.press(rows > 0 ? "ArrowDown" : "ArrowUp");
    for (let k = 0; k < Math.abs(across); k++) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
    for (const key of String(value)) await page.keyboard.press(key);
  };
  const begun = async () => {
    await page.waitForFunction(() => window.clew.known.doc === window.clew.doc && !window.clew.pending && !/Looking/.test(document.querySelector("#verdict-word").textContent), null, { timeout: PATIENCE });
    return page.textContent("#verdict-word");
  };
  const families = await page.evaluate(() => window.clew.families.map(({ keyword, clues }) => ({ keyword, clues })));
  for (const { keyword, clues } of families) {
    await page.click("#new");
    await page.selectOption("#new-family", keyword);
    await page.fill("#new-rows", "10");
    if (await page.isVisible("#new-cols")) await page.fill("#new-cols", "10");
    await page.click("#dialog-new .main");
    await page.waitForFunction(name => window.clew.doc.puzzle === name && window.clew.doc.cells.flat().every(value => value === null), keyword, { timeout: PATIENCE });
    const made = clues === "labels" || await begun() === "Not a puzzle yet";
    let thought;
    if (made) {
      thought = await page.evaluate(async ([family, numbers]) => {
        // Clues of a puzzle that was made: a board without any is none.
        const reply = await window.clew.engine.lane().ask({ ask: "generate", options: { family, rows: 10, seed: 4 }, limits: { seconds: 60 } });
        // Its walls are drawn elsewhere.
        if (reply.document.walls) window.clew.change({ ...window.clew.doc, walls: reply.document.walls });
        const names = new Map();
        // Keys are letters: each label gets one.
        const letter = v => names.get(v) ?? (names.set(v, String.fromCharCode(65 + names.size)), names.get(v));
        return reply.document.cells.flat().map(v => (v === null || numbers ? v : letter(v)));
      }, [keyword, clues === "numbers"]);
    } else {
      await verdict("Several solutions");
      thought = await page.evaluate(() => window.clew.known.result.solutions[0].cells.flat());
    }
    await board();
    // Every seventh cell first, then the others between, as long as there are several solutions.
    const order = thought.map((_, i) => i * 7 % thought.length).filter(i => thought[i] !== null);
    let at = 0;
    for (const [n, i] of order.entries()) {
      await type(i, 10, at, thought[i]);
      at = i;
      const enough = made ? n === order.length - 1 : n % 8 === 7;
      if (!enough) continue;
      // The verdict is enough; what would mend the board is not waited for.
      await page.waitForFunction(() => window.clew.known.doc === window.clew.doc && window.clew.known.result && !window.clew.pending, null, { timeout: PATIENCE });
      if (await page.textContent("#verdict-word") === "One solution") break;
    }
    await verdict("One solution");
    await shot(`design-${keyword}`);
  }
  await tab("clues");
}

async function walk(look) {
  const { context, end } = await browser(tools, LOOKS[look]);
  try {
    const { page, faults } = await watched(context, address);
    const began = Date.now();
    await page.goto(address);
    const person = hand(page, look, shots, context);
    await person.verdict("One solution");
    const first = Date.now() - began;
    await person.shot("first");
    await isReadable(person, look);
    await draws(person);
    const parts = short ? [asks] : [contradicts, signs, asks, stops, takes, makes, ...(look === "light" ? [designs] : [])];
    let link = null;
    for (const part of parts) {
      link = await part(person) ?? link;
      await isReadable(person, `${look} after ${part.name}`);
    }
    if (link) {
      const [, hash] = link.split("#");
      await page.goto("about:blank");
      await page.goto(`${address}#${hash}`);
      await person.verdict("One solution");
      assert.equal(await page.evaluate(() => window.clew.doc.puzzle), "numberlink");
    }
    assert.deepEqual(faults, [], "faults");
    console.log(`${look}: all right; first verdict after ${first} ms`);
  } finally {
    await end();
  }
}

for (const look of only ? [only] : short ? ["light"] : Object.keys(LOOKS)) await walk(look);
