// Begins: finds the engine, asks it which puzzles there are, and joins the parts of the page.
import { $, App } from "./app.js";
import { Ask } from "./ask.js";
import { Dialogs, fromAddress, reader } from "./dialogs.js";
import { Make } from "./make.js";
import { NativeEngine, unpacked, WasmEngine } from "./engine.js";
import { Findings } from "./findings.js";
import { Input } from "./input.js";
import { Take } from "./take.js";

/** What the board shows before anything was drawn. */
const FIRST = "puzzle: hidato\ntitle: a beginning\n\n6 . .\n. 2 8\n1 . .\n";

function engine() {
  if (document.querySelector("meta[name=engine]").content === "native") return new NativeEngine();
  return new WasmEngine(unpacked($("wasm").textContent.trim()), $("worker").textContent);
}

/** Tabs: arrows change between them. */
function tabs() {
  const list = [...document.querySelectorAll("[role=tab]")];
  const choose = tab => {
    for (const other of list) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      $(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
  };
  list.forEach((tab, k) => {
    tab.onclick = () => choose(tab);
    tab.onkeydown = event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = list[(k + by + list.length) % list.length];
      choose(next);
      next.focus();
    };
  });
}

/** Groups of buttons of which one is chosen: arrows change between them. */
function radioKeys(group) {
  group.addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const list = [...group.querySelectorAll("[role=radio]")], k = list.indexOf(document.activeElement);
    const next = list[(k + by + list.length) % list.length];
    next.click();
    next.focus();
  });
}

function theme() {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  $("theme").onclick = () => {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
  };
}

function keys(app) {
  document.addEventListener("keydown", event => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("textarea, input")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) { event.preventDefault(); app.undo(); }
    if (key === "y" || (key === "z" && event.shiftKey)) { event.preventDefault(); app.redo(); }
  });
  $("undo").onclick = () => app.undo();
  $("redo").onclick = () => app.redo();
  for (const button of $("mode").children) button.onclick = () => app.setMode(button.dataset.mode);
  radioKeys($("mode"));
  radioKeys($("tools"));
}

async function begin() {
  const chosen = engine(), lane = chosen.lane();
  const known = await lane.ask({ ask: "families" });
  if (known.error) throw new Error(known.error.message);
  const app = new App(chosen, known.document);
  app.read = reader(lane);
  $("version").textContent = `clew ${known.document.version}`;
  if (chosen.kind === "native") $("private").textContent = "Puzzles are solved by the program on this machine; nothing goes anywhere else.";
  new Findings(app);
  new Input(app);
  new Ask(app);
  new Take(app);
  const dialogs = new Dialogs(app);
  new Make(app);
  tabs();
  theme();
  keys(app);
  app.say = text => { if (text) $("how").textContent = text; };
  const brought = await fromAddress(lane);
  app.load(brought?.doc ?? await app.read(FIRST));
  app.history.past = [];
  if (brought?.error) {
    dialogs.openPaste(brought.puzzle);
    await dialogs.paste();
  }
  addEventListener("hashchange", async () => {
    const next = await fromAddress(lane);
    if (next?.doc && JSON.stringify(next.doc.cells) !== JSON.stringify(app.doc.cells)) app.load(next.doc);
  });
  window.clew = app;
}

begin().catch(error => {
  $("verdict").className = "verdict fault";
  $("verdict-word").textContent = "The solver could not begin";
  $("verdict-more").textContent = String(error.message ?? error);
});
