// A booklet of puzzles by the browser's print: title, author, rules, stars, and the solutions at the end.
import { $, html } from "../dom.js";
import { textOf } from "../puzzle/model.js";

const SECONDS = 20;
const LEVELS = ["trivial", "easy", "tricky", "hard", "extreme", "beyond"];
const stars = level => (LEVELS.includes(level) ? "★".repeat(Math.min(5, LEVELS.indexOf(level) + 1)) : "");

/** Draws the puzzles of the drafts and prints them. */
export async function printBooklet(lane, drafts) {
  const puzzles = [], solutions = [];
  for (const [k, { doc, level }] of drafts.entries()) {
    const ask = solution => lane.ask({ ask: "draw", puzzle: textOf({ ...doc, title: "" }), limits: { seconds: SECONDS }, options: { theme: "mono", solution } });
    const [puzzle, solved] = [await ask(false), await ask(true)];
    const title = doc.title || `Puzzle ${k + 1}`;
    puzzles.push(html("section", {},
      html("h2", {}, `${k + 1}. ${title}`), html("p", {}, [doc.author && `by ${doc.author}`, stars(level)].filter(Boolean).join("  ")),
      html("p", {}, doc.rules || puzzle.words || ""), drawing(puzzle)));
    solutions.push(html("figure", {}, drawing(solved), html("figcaption", {}, `${k + 1}. ${title}`)));
  }
  $("booklet").replaceChildren(...puzzles, html("section", { class: "solutions" }, html("h2", {}, "Solutions"), html("div", {}, ...solutions)));
  document.body.classList.add("printing-booklet");
  $("booklet").hidden = false;
  const end = () => { document.body.classList.remove("printing-booklet"); $("booklet").hidden = true; };
  addEventListener("afterprint", end, { once: true });
  window.print();
}

/** The picture of a reply. It comes from the engine, which draws without scripts. @private */
function drawing(reply) {
  const image = html("img", { alt: "" });
  image.src = reply.svg ? "data:image/svg+xml;charset=utf-8," + encodeURIComponent(reply.svg) : "data:,";
  return image;
}
