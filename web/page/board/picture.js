// A small picture of a puzzle.
import { Board, element } from "./board.js";
import { geometry } from "../puzzle/geometry.js";

export function picture(app, doc) {
  const svg = element("svg", { class: "picture", "aria-hidden": "true" }), family = app.families.find(({ keyword }) => keyword === doc.puzzle);
  new Board(svg, { still: true }).draw(geometry(doc, family), doc, family, {});
  return svg;
}
