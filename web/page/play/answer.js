// What a player has done, as the engine reads it: entries and notes so far, a finished solution, and how far it is.
import { pairOf } from "../puzzle/geometry.js";
import { Lines } from "./paths.js";

/** How a family is solved: `square` and `numbers` by entries, `line` by one line, `paths` by lines between labels. */
export function kindOf(family) {
  if (family.boards === "none") return "square";
  if (family.clues === "labels") return "paths";
  return family.solved_by === "lines" ? "line" : "numbers";
}

export const hasLines = family => ["line", "paths"].includes(kindOf(family));

/** What stands in a place: the clue, or what the player has entered. */
export function contentAt(doc, geo, state, i) {
  const { r, c } = geo.cells[i], given = doc.cells[r][c];
  return given ?? state.values.get(i) ?? null;
}

/** The label that is given in a place, where lines have to end; null elsewhere. */
export const labelsOf = (doc, geo) => i => {
  const given = doc.cells[geo.cells[i].r][geo.cells[i].c];
  return typeof given === "string" && given !== "#" ? given : null;
};

/** The lines that are drawn, as pieces. */
export const linesOf = (doc, geo, state) => new Lines(geo, state.edges, labelsOf(doc, geo), i => doc.cells[geo.cells[i].r][geo.cells[i].c] !== null);

const places = (geo, i) => [geo.cells[i].r, geo.cells[i].c];

/** Entries, lines, crosses and marks in the middle of cells, as `hint` and `breaks` read them; null if there are none. */
export function filledText(doc, family, geo, state) {
  const fact = on => key => {
    const [i, j] = pairOf(key);
    return geo.next[i]?.includes(j) ? [{ edge: [places(geo, i), places(geo, j)], on }] : [];
  };
  if (hasLines(family)) {
    const facts = [...[...state.edges].flatMap(fact(true)), ...[...state.crosses].flatMap(fact(false))];
    return facts.length ? JSON.stringify({ facts }) : null;
  }
  const cells = doc.cells.map((row, r) => row.map((given, c) => given ?? state.values.get(r * geo.cols + c) ?? null));
  const open = [...state.centre].filter(([i, marks]) => marks.size && contentAt(doc, geo, state, i) === null);
  const candidates = open.map(([i, marks]) => ({ cell: places(geo, i), values: [...marks].sort((a, b) => a - b) }));
  return JSON.stringify(candidates.length ? { cells, candidates } : { cells });
}

/** How far it is: places that are done, of those that there are; `complete` if the rest is for `verify`. */
export function progress(doc, family, geo, state) {
  const all = geo.cells.map((_, i) => i).filter(i => doc.cells[geo.cells[i].r][geo.cells[i].c] !== "#");
  if (!hasLines(family)) {
    const open = all.filter(i => doc.cells[geo.cells[i].r][geo.cells[i].c] === null);
    const done = open.filter(i => state.values.has(i)).length;
    return { done, of: open.length, complete: done === open.length };
  }
  const lines = linesOf(doc, geo, state), pieces = lines.pieces();
  const covered = all.filter(i => lines.degree(i) > 0).length;
  if (kindOf(family) === "line") {
    const complete = covered === all.length && pieces.length === 1 && pieces[0].closed === (doc.closed === "yes");
    return { done: covered, of: all.length, complete };
  }
  const labels = labelsOf(doc, geo), ends = all.filter(i => labels(i) !== null);
  const joined = ends.filter(i => lines.degree(i) === 1 && lines.joined(i).length && labels(lines.place(lines.otherEnd(i))) === labels(i));
  const full = doc.cover === "partial" || covered === all.length;
  return { done: doc.cover === "partial" ? joined.length : covered, of: doc.cover === "partial" ? ends.length : all.length, complete: joined.length === ends.length && full };
}

/** The finished solution as a result document; call it if it is complete. */
export function solutionText(doc, family, geo, state) {
  return JSON.stringify({ solutions: [solutionOf(doc, family, geo, state)] });
}

/** The solution as an object of a result document: `cells`, and `paths` where lines have labels. */
export function solutionOf(doc, family, geo, state) {
  const grid = value => doc.cells.map((row, r) => row.map((given, c) => (given === "#" ? "#" : value(r * geo.cols + c, given))));
  if (!hasLines(family)) return { cells: grid((i, given) => given ?? state.values.get(i) ?? null) };
  const pieces = linesOf(doc, geo, state).pieces();
  if (kindOf(family) === "line") {
    const order = directed(doc, family, geo, pieces[0].places, pieces[0].closed), first = doc.first ?? 1;
    const at = new Map(order.map((i, k) => [i, k + first]));
    return { cells: grid(i => at.get(i) ?? null) };
  }
  const label = new Map(), paths = {};
  for (const piece of pieces.filter(one => one.label !== null)) {
    paths[piece.label] = piece.places.map(i => places(geo, i));
    for (const node of piece.nodes) label.set(node, piece.label);
  }
  const n = geo.cells.length, held = i => label.get(i) ?? null;
  // On a bridge, that of the line along the row and that of the line along the column.
  return { cells: grid((i, given) => (geo.bridges.has(i) ? [held(i), held(i + n)] : given ?? held(i))), paths };
}

/** The places of a line in the direction, and from the place, that the given numbers state. @private */
function directed(doc, family, geo, line, closed) {
  const given = i => doc.cells[geo.cells[i].r][geo.cells[i].c];
  const suits = order => {
    const numbered = order.map((i, k) => [given(i), k + (doc.first ?? 1)]).filter(([n]) => typeof n === "number");
    if (!family.numbers_state_order) return numbered.every(([n, k]) => n === k);
    return numbered.every(([n], k) => k === 0 || n > numbered[k - 1][0]);
  };
  const turns = closed ? line.map((_, k) => [...line.slice(k), ...line.slice(0, k)]) : [line];
  const all = turns.flatMap(order => [order, [...order].reverse()]);
  return all.find(suits) ?? line;
}
