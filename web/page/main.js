// Begins: finds the engine, asks it which puzzles there are, and joins the parts of the page.
import { App } from "./app.js";
import { Ask } from "./ask/ask.js";
import { Acts } from "./board/acts.js";
import { Keyboard } from "./board/keyboard.js";
import { Keypad } from "./board/keypad.js";
import { Pointer } from "./board/pointer.js";
import { Tools } from "./board/tools.js";
import { $, arrowKeys, oneStop, say } from "./dom.js";
import { NativeEngine, unpacked, WasmEngine } from "./engine.js";
import { Opening } from "./open/opening.js";
import { NewBoard } from "./open/new-board.js";
import { Pack } from "./open/pack.js";
import { PlayPanel } from "./play/panel.js";
import { Links } from "./share/links.js";
import { Take } from "./share/take.js";
import { BoardPanel } from "./studio/board-panel.js";
import { Findings } from "./studio/findings.js";
import { Make } from "./studio/make.js";
import { Shelf } from "./studio/shelf.js";

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
  for (const tab of list) tab.onclick = () => choose(tab);
  arrowKeys($("tabs"), "[role=tab]", true);
}

function theme(app) {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  if (app.settings.theme) root.dataset.theme = app.settings.theme;
  $("theme").onclick = () => {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    app.keep.set("theme", root.dataset.theme);
  };
}

function keys(app) {
  document.addEventListener("keydown", event => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("textarea, input, dialog")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) { event.preventDefault(); app.undo(); }
    if (key === "y" || (key === "z" && event.shiftKey)) { event.preventDefault(); app.redo(); }
  });
  $("undo").onclick = () => app.undo();
  $("redo").onclick = () => app.redo();
  for (const button of $("mode").children) button.onclick = () => app.setMode(button.dataset.mode);
  for (const bar of document.querySelectorAll("[role=toolbar]:not(#play, #keypad)")) {
    arrowKeys(bar, "button", false);
    oneStop(bar);
  }
  for (const button of document.querySelectorAll("[data-close]")) button.onclick = () => button.closest("dialog").close();
}

/** Larger cells, for fingers: the board scrolls in its frame. */
function zoom(app) {
  const steps = [1, 1.6, 2.4];
  let at = 0, size = "";
  const to = k => {
    at = k;
    $("frame").style.setProperty("--zoom", steps[at]);
    $("frame").classList.toggle("zoomed", at > 0);
    $("zoom").setAttribute("aria-label", at ? `Zoom the board (${steps[at]} times)` : "Zoom the board");
  };
  $("zoom").onclick = () => to((at + 1) % steps.length);
  // A board of another size is shown whole.
  app.onShow(() => {
    const now = `${app.rows} ${app.cols}`;
    if (now !== size) to(0);
    size = now;
  });
}

/** Title, author and rules of the puzzle above and below the board; undo and redo as far as there is something. */
function credits(app) {
  app.onShow(() => {
    const { doc } = app, history = app.solving ? app.player.history : app.history;
    $("credits").hidden = !doc.title && !doc.author;
    say($("credits-title"), doc.title ?? "");
    say($("credits-author"), doc.author ? `by ${doc.author}` : "");
    $("author-rules").hidden = !doc.rules;
    say($("author-rules"), doc.rules ?? "");
    $("undo").disabled = !history.past.length;
    $("redo").disabled = !history.future.length;
    document.title = doc.title ? `${doc.title} · clew` : "clew";
  });
}

/** Where the host allows it, the page stays on the machine. */
function install() {
  if (!isSecureContext || !location.protocol.startsWith("http") || document.querySelector("meta[name=engine]").content === "native") return;
  const name = location.pathname.split("/").pop() || "clew.html";
  if (!name.endsWith(".html")) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = name.replace(/\.html$/, ".webmanifest");
  document.head.append(link);
  navigator.serviceWorker?.register(name.replace(/\.html$/, ".service.js")).catch(() => { /* not on this host */ });
}

async function begin() {
  const chosen = engine(), lane = chosen.lane(), known = await lane.ask({ ask: "families" });
  if (known.error) throw new Error(known.error.message);
  const app = new App(chosen, known.document);
  say($("version"), `clew ${known.document.version}`);
  if (chosen.kind === "native") say($("private"), "Puzzles are solved by the program on this machine; nothing goes anywhere else.");
  const acts = new Acts(app), tools = new Tools(app);
  for (const part of [Findings, PlayPanel, Ask, Take, BoardPanel]) new part(app);
  new Keypad(app, acts);
  new Pointer(app, acts);
  new Keyboard(app, acts, tools);
  const pack = new Pack(app), opening = new Opening(app, pack);
  new Shelf(app, pack);
  new NewBoard(app);
  new Make(app);
  app.links = new Links(app);
  tabs();
  theme(app);
  keys(app);
  zoom(app);
  credits(app);
  $("edit-copy").onclick = () => app.load(app.doc);
  await opening.first();
  install();
  window.clew = app;
}

begin().catch(error => {
  $("verdict").className = "verdict fault";
  $("verdict-word").textContent = "The solver could not begin";
  $("verdict-more").textContent = String(error.message ?? error);
});
