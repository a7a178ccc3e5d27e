// A board of every family, solved by mouse, by fingers and by keyboard, until the page says "Solved"; and what a player does
// besides: marks, crosses, several cells, checkpoints, the clock, rule breaks.
//
//     node web/tests/player.mjs ADDRESS [--shots FOLDER]
import assert from "node:assert/strict";
import { met, PATIENCE, prepared, solution } from "./hand.mjs";

const options = prepared(), { part } = options;

const BOARDS = {
  "hidato": "puzzle: hidato\nneighbours: 8\n\n6 . .\n. 2 8\n1 . .\n",
  "hidato of hexagons": "puzzle: hidato\nneighbours: hex\n\n1 . . .\n. . 12 .\n. . . .\n",
  "futoshiki": "puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n",
  "numberlink": "puzzle: numberlink\n\nA B C\n. . .\nA B C\n",
  "numberlink with a bridge": "puzzle: numberlink\nbridges: r2c2\ncover: partial\n\n. A .\nB . B\n. A .\n",
  "path": "puzzle: path\nneighbours: 4\n\n# # .\n. . .\n",
  "path with king's moves": "puzzle: path\nneighbours: 8\n\n. # #\n# . #\n# # .\n",
  "closed path": "puzzle: path\nneighbours: 4\nclosed: yes\n\n. .\n. .\n",
  "path over joined sides": "puzzle: path\nneighbours: 4\nwrap: rows\n\n. # .\n",
  "zip": "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. 3 .\n. . 2\n",
};

const byMouse = {
  line: (h, places) => h.drag(places),
  async number(h, i, value) {
    await h.click(i);
    await h.page.locator("#keypad button", { hasText: new RegExp(`^${value}$`) }).click();
  },
};
const byTouch = {
  line: (h, places) => h.swipe(places),
  async number(h, i, value) {
    await h.page.touchscreen.tap(...await h.box(i));
    await h.still();
    await h.page.locator("#keypad button", { hasText: new RegExp(`^${value}$`) }).tap();
  },
};
/** Arrows and their likes, by the way from one place to the next. */
const ARROW = { "-1,0": "ArrowUp", "1,0": "ArrowDown", "0,-1": "ArrowLeft", "0,1": "ArrowRight", "-1,-1": "Home", "-1,1": "PageUp", "1,-1": "End", "1,1": "PageDown" };
const byKeyboard = {
  async go(h, i) {
    const [rows, cols, at] = await h.page.evaluate(() => [window.clew.rows, window.clew.cols, window.clew.selected]);
    assert.ok(rows && cols);
    const down = Math.floor(i / cols) - Math.floor(at / cols), right = i % cols - at % cols;
    for (let k = 0; k < Math.abs(down); k++) await h.page.keyboard.press(`Shift+${down > 0 ? "ArrowDown" : "ArrowUp"}`);
    for (let k = 0; k < Math.abs(right); k++) await h.page.keyboard.press(`Shift+${right > 0 ? "ArrowRight" : "ArrowLeft"}`);
    await h.page.keyboard.press("Escape");
    await h.still();
  },
  async line(h, places) {
    await h.board();
    await this.go(h, places[0]);
    for (let k = 1; k < places.length; k++) {
      const key = await h.page.evaluate(([i, j]) => {
        const { clew } = window, a = clew.geo.cells[i], b = clew.geo.cells[j], sign = v => (Math.abs(v) < 1 ? 0 : Math.sign(v));
        const over = clew.geo.over.has(`${Math.min(i, j)}-${Math.max(i, j)}`) ? -1 : 1;
        const right = over * sign(b.x - a.x), down = over * sign(b.y - a.y);
        return `${down},${right}`;
      }, [places[k - 1], places[k]]);
      await h.page.keyboard.press(ARROW[key]);
      await h.still();
    }
  },
  async number(h, i, value) {
    await h.board();
    await this.go(h, i);
    for (const digit of String(value)) await h.page.keyboard.press(digit);
    await h.still();
  },
};

/** Solves the board that is open, and sees that it is recognised. */
async function solved(h, hands, name) {
  const kind = await h.page.evaluate(() => window.clew.kind), { lines, cells } = await solution(h.page);
  await h.mode("solve");
  if (kind === "line" || kind === "paths") {
    const closed = await h.page.evaluate(() => window.clew.doc.closed === "yes");
    for (const line of lines) await hands.line(h, closed ? [...line, line[0]] : line);
  } else {
    const open = await h.page.evaluate(() => window.clew.doc.cells.flat().map((v, i) => (v === null ? i : -1)).filter(i => i >= 0));
    // The keypad has the numbers that follow a neighbour first; any order will do.
    for (const i of open) await hands.number(h, i, cells[i]);
  }
  await h.text("#status-word", /^Solved, \d+:\d\d$/);
  await h.shot(`solved-${name.replaceAll(/[^a-z]+/g, "-")}`);
}

const PARTS = {
  async "marks, several cells, numbers over 9"(h) {
    await h.paste("puzzle: hidato\nneighbours: 8\n\n1 . . .\n. . . .\n. . . .\n. . . 16\n");
    await h.mode("solve");
    await h.click(1);
    await h.type("c", "1", "2", ",", "3", "m", "1", "5");
    const marks = () => h.page.evaluate(() => { const { corner, centre, values } = window.clew.player.now; return [[...corner.get(1) ?? []], [...centre.get(1) ?? []], [...values]]; });
    assert.deepEqual(await marks(), [[12, 3], [15], []]);
    await h.shot("marks");
    // A drag selects several cells, and what is typed is for all of them; the clue stays what it is.
    await h.tool("centre");
    await h.drag([4, 5, 6]);
    await h.type("7");
    assert.deepEqual(await h.page.evaluate(() => [4, 5, 6].map(i => [...window.clew.player.now.centre.get(i)])), [[7], [7], [7]]);
    await h.page.keyboard.press("Control+z");
    assert.equal(await h.page.evaluate(() => window.clew.player.now.centre.has(5)), false);
    // A number is one entry, however many digits it has.
    await h.tool("enter");
    await h.click(5);
    await h.type("1", "4");
    assert.deepEqual(await h.values(), { 5: 14 });
    await h.page.keyboard.press("Control+z");
    await h.still();
    assert.deepEqual(await h.values(), {});
    await h.board();
    await h.type("Delete");
    await h.tool("colour");
    await h.page.click(".colour-3.paint");
    await h.drag([8, 9, 10]);
    assert.equal(await h.page.evaluate(() => window.clew.player.now.colours.size), 3);
  },
  async "a drag writes the numbers along it"(h) {
    await h.paste("puzzle: hidato\nneighbours: 8\n\n1 . . .\n. . . .\n. . . .\n. . . 16\n");
    await h.mode("solve");
    await h.tool("line");
    await h.drag([0, 1, 2, 3]);
    assert.deepEqual(await h.values(), { 1: 2, 2: 3, 3: 4 });
    await h.drag([3, 7, 3]);
    assert.deepEqual(await h.values(), { 1: 2, 2: 3, 3: 4 });
    await h.page.click("#undo");
    await h.page.click("#undo");
    await h.still();
    assert.deepEqual(await h.values(), {});
    // From the end it counts down.
    await h.drag([15, 14]);
    assert.deepEqual(await h.values(), { 14: 15 });
    await h.shot("trail");
  },
  async "crosses"(h) {
    await h.paste("puzzle: path\nneighbours: 4\n\n. . .\n. . .\n. . .\n");
    await h.mode("solve");
    await h.tool("cross");
    await h.click(0, 1);
    await h.board();
    await h.page.keyboard.press("Shift+ArrowDown");
    const crosses = () => h.page.evaluate(() => [...window.clew.player.now.crosses].sort());
    assert.ok((await crosses()).includes("0-1"));
    await h.tool("line");
    await h.drag([0, 1]);
    assert.ok(!(await crosses()).includes("0-1"));
    await h.shot("crosses");
  },
  async "rule breaks, at once or not"(h) {
    await h.paste("puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n");
    await h.mode("solve");
    await h.click(0);
    await h.type("2");
    await h.text("#status-more", /stands 2 times in column 1/);
    assert.equal(await h.page.locator("#board .cell.broken").count(), 2);
    await h.shot("broken");
    await h.page.uncheck("#show-breaks");
    await h.still();
    assert.equal(await h.page.locator("#board .cell.broken").count(), 0);
    await h.page.click("#play-check");
    await h.text("#hint", /^1 is wrong\.$/);
    await h.page.check("#show-breaks");
    // A full board that is wrong says why.
    await h.paste("puzzle: zip\n\n1 . .\n. 3 .\n. . 2\n");
    await h.mode("solve");
    await h.drag([0, 1, 4]);
    await h.text("#status-more", /the line meets 1, 3/);
  },
  async "checkpoints, pause, the clock, a message"(h) {
    await h.paste("puzzle: numberlink\ntitle: three\nauthor: somebody\nrules: Join equal letters.\nmessage: Well done.\n\nA B C\n. . .\nA B C\n");
    await h.text("#credits-author", /by somebody/);
    await h.text("#author-rules", /Join equal letters/);
    await h.mode("solve");
    await h.drag([0, 3]);
    await h.page.click("#play-save");
    await h.drag([3, 4, 7]);
    await h.page.click("#play-back");
    await h.still();
    assert.deepEqual(await h.edges(), ["0-3"]);
    await h.page.waitForTimeout(1600);
    await h.page.click("#play-pause");
    await h.still();
    assert.equal(await h.page.isVisible("#cover"), true);
    await h.shot("pause");
    const time = await h.page.textContent("#clock");
    assert.notEqual(time, "0:00");
    await h.page.waitForTimeout(1300);
    assert.equal(await h.page.textContent("#clock"), time);
    await h.page.click("#resume");
    for (const line of [[0, 3, 6], [1, 4, 7], [2, 5, 8]]) await h.drag(line);
    await h.text("#status-word", /^Solved/);
    await h.text("#status-more", /Well done\./);
    await h.shot("solved");
    await h.page.reload();
    await h.page.waitForFunction(() => window.clew?.player.solved, null, { timeout: PATIENCE });
    await h.text("#status-word", /^Solved/);
  },
  async "the puzzle of the day, and its result"(h) {
    await h.page.context().grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const day = async family => {
      await h.page.click("#make");
      await h.page.selectOption("#make-family", family);
      await h.page.click("#make-day");
      await h.page.waitForFunction(() => !document.querySelector("#dialog-make").open, null, { timeout: PATIENCE });
      await h.still();
      return h.doc();
    };
    for (const family of ["hidato", "path", "numberlink", "futoshiki", "zip"]) {
      const first = await day(family);
      assert.match(first.title, /^[A-Z][a-z]+ of \d{4}-\d\d-\d\d$/);
      assert.equal(await h.page.evaluate(() => window.clew.mode), "solve");
      assert.deepEqual(await day(family), first, "another one on the same day");
    }
    assert.equal(await h.page.isVisible("#play-result"), false);
    for (const line of (await solution(h.page)).lines) await h.drag(line);
    await h.text("#status-word", /^Solved/);
    await h.page.click("#play-result");
    await h.text("#hint", /(Copied|To be copied):Zip of [-\d]+Solved, \d:\d\d.*#solve=/);
    await h.shot("result");
  },
};

for (const [name, act] of Object.entries(PARTS)) if (!part || name.includes(part)) await met(options, name, "light", act);
for (const [how, look, hands] of [["mouse", "light", byMouse], ["keyboard", "dark", byKeyboard], ["touch", "phone", byTouch]]) {
  const name = `every family by ${how}`;
  if ((part && !name.includes(part)) || (how === "touch" && options.tools.firefox)) continue;
  await met(options, name, look, async hand => {
    for (const [board, text] of Object.entries(BOARDS)) {
      await hand.paste(text);
      await solved(hand, hands, `${how} ${board}`).catch(error => { throw new Error(`${board}: ${error.message}`); });
    }
  });
}
