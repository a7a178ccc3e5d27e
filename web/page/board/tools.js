// The tools of both modes: which there are for a family, what they are called, and how they are used.
import { $, arrowKeys, html, radios, say } from "../dom.js";
import { capital } from "../words.js";

/** Keys of pairs of cells in the words of setters. */
const PAIRS = { less: "Sign", links: "Link", differ: "Differ by", apart: "Not by" };
const pairWord = name => PAIRS[name] ?? capital(name);

/** The tools, each `{ name, word, key }`: the key chooses it while solving. */
export function toolsOf(app) {
  if (app.solving) {
    const colour = { name: "colour", word: "Colour", key: "k" };
    if (app.kind === "line" || app.kind === "paths") return [{ name: "line", word: "Line", key: "l" }, { name: "cross", word: "Cross", key: "x" }, colour];
    const entries = [{ name: "enter", word: "Number", key: "n" }, { name: "corner", word: "Corner", key: "c" }, { name: "centre", word: "Centre", key: "m" }];
    return [...entries, ...(app.kind === "numbers" ? [{ name: "line", word: "Line", key: "l" }] : []), colour];
  }
  const tools = [{ name: "clue", word: "Clue" }];
  if (app.family.boards !== "none" && !app.doc.points) tools.push({ name: "hole", word: "Hole" }, { name: "wall", word: "Wall" });
  for (const { name, between } of app.family.pairs) tools.push({ name: "pair:" + name, word: pairWord(name), between, numbered: name in { differ: 1, apart: 1 } });
  if (app.family.grids.includes("bridges") && !app.doc.points) tools.push({ name: "bridge", word: "Bridge" });
  return tools;
}

/** Whether a tool acts between two cells. */
export const actsBetween = tool => tool === "wall" || tool === "cross" || tool.startsWith("pair:");
/** Whether a tool selects cells into which something is typed. */
export const selects = tool => ["clue", "enter", "corner", "centre"].includes(tool);

const HOW = {
  clue: "Select cells and type; arrows move, Shift selects more, Delete empties, # makes a hole.",
  hole: "Drag over cells that are not there. By keyboard: space.",
  wall: "Drag between cells. By keyboard: Shift and an arrow.",
  bridge: "Click cells in which two lines cross. By keyboard: space.",
  enter: "Type what is in the selected cells. Space changes the tool; Shift and an arrow selects more.",
  corner: "Type notes; a comma ends a number.",
  centre: "Type all numbers that the cells may still hold; a comma ends a number. Hints read them.",
  colour: "Drag over cells; digits choose the colour, 0 takes it away.",
  cross: "Click between two cells where no line goes. By keyboard: Shift and an arrow.",
  line: "Drag along the line. Arrows draw, Shift and an arrow only moves, Enter goes to the next end. Home, Page Up, End, Page Down draw diagonally.",
};
const LINE_OF_NUMBERS = "Drag from a number: the numbers that follow are written. By keyboard: arrows.";
const PAIR = "Click between two cells; again for the other way, and again for none. By keyboard: Shift and an arrow.";

export class Tools {
  constructor(app) {
    this.app = app;
    arrowKeys($("mode"), "[role=radio]", true);
    arrowKeys($("tools"), "[role=radio]", true);
    $("pair-number").oninput = () => { app.pairNumber = Math.max(1, Math.round(Number($("pair-number").value)) || 1); };
    app.pairNumber = 1;
    app.onShow(() => this.show());
  }

  /** @private */
  show() {
    const { app } = this, tools = toolsOf(app);
    radios($("mode"), app.mode, button => button.dataset.mode);
    if (!tools.some(({ name }) => name === app.tool)) app.tool = tools[0].name;
    const signature = JSON.stringify(tools);
    if (this.shown !== signature) {
      this.shown = signature;
      $("tools").replaceChildren(...tools.map(({ name, word, key }) => html("button", {
        role: "radio", "data-tool": name, title: key && `${word} (${key.toUpperCase()})`, onclick: () => this.choose(name),
      }, word)));
    }
    radios($("tools"), app.tool, button => button.dataset.tool);
    const tool = tools.find(({ name }) => name === app.tool);
    $("pair-number-label").hidden = !tool.numbered;
    $("frame").dataset.tool = app.tool.split(":")[0];
    say($("how"), app.tool === "line" && app.kind === "numbers" ? LINE_OF_NUMBERS : HOW[app.tool] ?? PAIR);
  }

  choose(name) { this.app.tool = name; this.app.keep.soon(); this.app.show(); }

  /** The next tool, or the one of a key. Returns whether there is one. */
  byKey(key) {
    const tools = toolsOf(this.app), at = tools.findIndex(({ name }) => name === this.app.tool);
    const next = key === " " ? tools[(at + 1) % tools.length] : tools.find(tool => tool.key === key.toLowerCase());
    if (next) this.choose(next.name);
    return Boolean(next);
  }
}
