// What a person does on the page: with the mouse, with fingers, and with the keyboard.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { browser, found, watched } from "./browser.mjs";

export const PATIENCE = 90_000;

export const LOOKS = {
  light: { viewport: { width: 1400, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true },
};

/** The options of a test's command line, `ADDRESS [--short] [--look NAME] [--part NAME] [--shots FOLDER]`, and its tools; ends without them. */
export function prepared() {
  const after = name => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
  const tools = found(), address = process.argv[2];
  if (tools.missing || !address) {
    console.error(tools.missing ?? `usage: node ${path.relative("", process.argv[1])} ADDRESS [--part NAME] [--shots FOLDER]`);
    process.exit(2);
  }
  const shots = after("--shots");
  if (shots) fs.mkdirSync(shots, { recursive: true });
  return { tools, address, shots, short: process.argv.includes("--short"), only: after("--look"), part: after("--part") };
}

/** Opens the page, lets a hand act on it, and says whether all is right. */
export async function met({ tools, address, shots }, name, look, act) {
  const { context, end } = await browser(tools, LOOKS[look]);
  const { page, faults } = await watched(context, address), own = { ...hand(page, look, shots, context), chromium: !tools.firefox };
  try {
    await page.goto(address);
    await page.waitForFunction(() => window.clew?.known.result, null, { timeout: PATIENCE });
    await act(own);
    await isReadable(own, name);
    assert.deepEqual(faults, [], "faults");
    console.log(`${name} (${look}): all right`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name} (${look}): ${(error.stack ?? error.message).split("\n").slice(0, 14).join("\n")}`);
    await own.shot(`failed-${name.replaceAll(/[^a-z0-9]+/gi, "-")}`).catch(() => {});
  } finally {
    await end();
  }
}

export function hand(page, look, shots, context) {
  const shot = async name => { if (shots) await page.screenshot({ path: path.join(shots, `${look}-${name}.png`), fullPage: look.startsWith("phone") }); };
  const still = () => page.waitForFunction(() => !window.clew?.pending, null, { timeout: PATIENCE });
  const text = (selector, pattern) => page.waitForFunction(([selector, source]) => new RegExp(source).test(document.querySelector(selector).textContent) && !window.clew?.pending, [selector, pattern.source], { timeout: PATIENCE })
    .catch(async () => assert.fail(`${selector}: expected ${pattern}, found "${await page.textContent(selector)}"`));
  const verdict = async word => {
    await page.waitForFunction(word => document.querySelector("#verdict-word").textContent === word && !window.clew?.pending, word, { timeout: PATIENCE })
      .catch(async () => assert.fail(`expected "${word}", found "${await page.textContent("#verdict-word")}" ${await page.textContent("#verdict-more")}`));
  };
  const settled = () => page.waitForFunction(() => window.clew?.known.doc === window.clew.doc && !window.clew.known.busy && !window.clew.pending, null, { timeout: PATIENCE });
  const tab = name => page.click(`#tab-${name}`);
  const board = () => page.focus("#frame");
  const type = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const paste = async words => {
    await page.click("#open");
    await page.fill("#paste", words);
    await page.click("#paste-ok");
    await page.waitForFunction(() => !document.querySelector("#dialog-open").open, null, { timeout: PATIENCE });
    await still();
  };
  const answer = async pattern => {
    await page.waitForFunction(source => new RegExp(source).test(document.querySelector("#answer").textContent), pattern.source, { timeout: PATIENCE })
      .catch(async () => assert.fail(`expected ${pattern}, found "${await page.textContent("#answer")}" ${await page.textContent("#progress")}`));
  };
  const mode = async name => { await page.click(`[data-mode="${name}"]`); await still(); };
  const tool = async name => { await page.click(`[data-tool="${name}"]`); await still(); };
  /** The middle of a place on the screen, or the border between two. */
  const box = (i, j) => page.evaluate(([i, j]) => {
    const middle = k => {
      const { x, y, width, height } = document.querySelector(`#board [data-i="${k}"]`).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [a, b] = [middle(i), middle(j ?? i)];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }, [i, j]);
  const click = async (i, j) => { await page.locator("#frame").scrollIntoViewIfNeeded(); await page.mouse.click(...await box(i, j)); await still(); };
  /** A drag through places. `steps`: events between two of them. */
  const drag = async (places, steps = 3) => {
    await page.locator("#frame").scrollIntoViewIfNeeded();
    const points = [];
    for (const i of places) points.push(await box(i));
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...point, { steps });
    await page.mouse.up();
    await still();
  };
  /** The same with a finger. */
  const swipe = async places => {
    await page.locator("#frame").scrollIntoViewIfNeeded();
    const touch = await context.newCDPSession(page);
    const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const points = [];
    for (const i of places) points.push(await box(i));
    await send("touchStart", [points[0]]);
    for (let k = 1; k < points.length; k++) {
      const [[x, y], [u, v]] = [points[k - 1], points[k]];
      for (const part of [0.5, 1]) await send("touchMove", [[x + (u - x) * part, y + (v - y) * part]]);
    }
    await send("touchEnd", []);
    await touch.detach();
    await still();
  };
  const edges = () => page.evaluate(() => [...window.clew.player.now.edges].sort());
  const values = () => page.evaluate(() => Object.fromEntries(window.clew.player.now.values));
  const doc = () => page.evaluate(() => window.clew.doc);
  return { page, look, shot, still, text, verdict, settled, tab, board, type, paste, answer, mode, tool, box, click, drag, swipe, edges, values, doc };
}

/** A solution that the engine finds: the places of lines in their order, or the values of all cells. */
export const solution = page => page.evaluate(async () => {
  const { clew } = window, reply = await clew.engine.lane().ask({ ask: "solve", puzzle: JSON.stringify(clew.doc), limits: { seconds: 20 } });
  const found = reply.document.solutions[0], index = ([r, c]) => r * clew.cols + c;
  if (found.paths) return { lines: Object.values(found.paths).map(path => path.map(index)) };
  const cells = found.cells.flat(), order = cells.map((value, i) => [value, i]).filter(([value]) => typeof value === "number").sort((a, b) => a[0] - b[0]);
  return { cells, lines: [order.map(([, i]) => i)] };
});

/** Everything has a name, text stands out from its ground (WCAG AA: 4.5), and nothing is wider than the screen. */
export async function isReadable({ page }, look) {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea")]
    .filter(e => !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length || e.title)).map(e => e.outerHTML));
  assert.deepEqual(nameless, [], "controls without a name");
  const pairs = await page.evaluate(() => {
    const probe = document.createElement("div"), style = getComputedStyle(document.documentElement);
    document.body.append(probe);
    const colour = name => { probe.style.color = style.getPropertyValue(name); return getComputedStyle(probe).color.match(/[\d.]+/g).map(Number); };
    const light = rgb => rgb.slice(0, 3).map(v => v / 255).map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
    const contrast = (a, b) => { const [x, y] = [light(colour(a)), light(colour(b))].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const wanted = [["--ink", "--panel"], ["--ink", "--given"], ["--ink", "--open"], ["--ink", "--look"], ["--ink", "--fresh"], ["--ink", "--wrong"], ["--quiet", "--panel"], ["--quiet", "--ground"], ["--quiet", "--open"], ["--main", "--panel"], ["--on-main", "--main"], ["--found", "--panel"], ["--found", "--fresh"], ["--player", "--panel"], ["--bad", "--panel"], ["--good", "--ground"], ["--offer", "--open"]];
    const found = wanted.map(([a, b]) => [a, b, contrast(a, b)]);
    probe.remove();
    return found;
  });
  assert.deepEqual(pairs.filter(([, , c]) => c < 4.5), [], `contrast in ${look}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `the page is wider than the screen by ${wide} (${look})`);
}
