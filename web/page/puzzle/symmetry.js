// Images of places under a symmetry of the rectangle, and whole boards turned, mirrored, shifted and made larger.

import { isPairs } from "./model.js";

/** Maps [r, c] of a board of `rows` and `cols`, for each symmetry; all of them together are a group. */
const MAPS = {
  "half-turn": (r, c, rows, cols) => [[rows - 1 - r, cols - 1 - c]],
  mirror: (r, c, rows, cols) => [[r, cols - 1 - c]],
  flip: (r, c, rows) => [[rows - 1 - r, c]],
  quarter: (r, c, rows, cols) => (rows === cols ? [[c, rows - 1 - r], [rows - 1 - r, rows - 1 - c], [rows - 1 - c, r]] : [[rows - 1 - r, cols - 1 - c]]),
  diagonal: (r, c, rows, cols) => (rows === cols ? [[c, r]] : []),
};
export const SYMMETRIES = Object.keys(MAPS);

/** A place and its images, in a fixed order; the same place may come twice. */
export function images(geo, i, symmetry) {
  const { r, c } = geo.cells[i];
  if (!MAPS[symmetry] || geo.points) return [i];
  return [i, ...MAPS[symmetry](r, c, geo.rows, geo.cols).map(geo.index)];
}

/** The board with every place moved by `to`, which gives [r, c] or null, in a rectangle of this size. */
function moved(doc, rows, cols, to) {
  const cells = Array.from({ length: rows }, () => Array(cols).fill(null));
  const inside = place => place && place[0] >= 0 && place[0] < rows && place[1] >= 0 && place[1] < cols;
  doc.cells.forEach((row, r) => row.forEach((value, c) => {
    const place = to(r, c);
    if (inside(place)) cells[place[0]][place[1]] = value;
  }));
  const next = { ...doc, cells };
  for (const [key, value] of Object.entries(doc)) {
    if (key !== "bridges" && !isPairs(key, value)) continue;
    if (key === "bridges") next.bridges = value.map(p => to(...p)).filter(inside);
    else next[key] = value.map(([p, q, ...rest]) => [to(...p), to(...q), ...rest]).filter(([p, q]) => inside(p) && inside(q));
  }
  return next;
}

const turnedWrap = { rows: "columns", columns: "rows" };

/** Whole boards: turned right, mirrored, made larger or smaller at a side, shifted around. Hexagons cannot be turned. */
export const TRANSFORMS = {
  "turn-right": { word: "Turn right", can: doc => !doc.points && doc.neighbours !== "hex", do: doc => {
    const rows = doc.cells.length, next = moved(doc, doc.cells[0].length, rows, (r, c) => [c, rows - 1 - r]);
    return doc.wrap ? { ...next, wrap: turnedWrap[doc.wrap] ?? doc.wrap } : next;
  } },
  mirror: { word: "Mirror left to right", can: doc => !doc.points && doc.neighbours !== "hex", do: doc => {
    const [rows, cols] = [doc.cells.length, doc.cells[0].length];
    return moved(doc, rows, cols, (r, c) => [r, cols - 1 - c]);
  } },
  flip: { word: "Mirror top to bottom", can: doc => !doc.points && (doc.neighbours !== "hex" || doc.cells.length % 2 === 1), do: doc => {
    const [rows, cols] = [doc.cells.length, doc.cells[0].length];
    return moved(doc, rows, cols, (r, c) => [rows - 1 - r, c]);
  } },
};

/** The board with another number of rows and columns; what lies outside is lost. `top`, `left`: where rows and columns are added. */
export function resized(doc, rows, cols, { top = 0, left = 0 } = {}) {
  return moved(doc, rows, cols, (r, c) => [r + top, c + left]);
}

/** The board shifted by rows and columns; what leaves it at one side comes in at the other. */
export function shifted(doc, down, right) {
  const [rows, cols] = [doc.cells.length, doc.cells[0].length];
  const next = moved(doc, rows, cols, (r, c) => [(r + down + rows) % rows, (c + right + cols) % cols]);
  const near = ([p, q]) => Math.abs(p[0] - q[0]) <= 1 && Math.abs(p[1] - q[1]) <= 1;
  if (!doc.wrap && next.walls) next.walls = next.walls.filter(near);
  return next;
}
