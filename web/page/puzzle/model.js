// The puzzle that is drawn: the object of `clew-puzzle/1`, changed by functions that return a new one; its history.

const copy = value => JSON.parse(JSON.stringify(value));
/** Whether a key of a puzzle lists pairs of places. */
export const isPairs = (key, value) => key !== "cells" && Array.isArray(value) && Array.isArray(value[0]?.[0]);
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const samePair = (p, q) => (same(p[0], q[0]) && same(p[1], q[1])) || (same(p[0], q[1]) && same(p[1], q[0]));

/** An empty board. `rules` and `neighbours` as the formats name them. */
export function emptyBoard(family, { rows, cols, neighbours, rules = {}, wrap }) {
  const square = family.boards === "none";
  const width = square ? rows : cols;
  const doc = { puzzle: family.keyword, cells: Array.from({ length: rows }, () => Array(width).fill(null)) };
  if (!square && neighbours) doc.neighbours = neighbours;
  if (wrap && !square) doc.wrap = wrap;
  return Object.assign(doc, rules);
}

/** The text that the engine reads. */
export function textOf(doc) {
  const { title, source, ...rest } = doc;
  const sized = { ...rest, ...(title ? { title } : {}), ...(source ? { source } : {}) };
  for (const [key, value] of Object.entries(sized)) if (key !== "cells" && (value === "" || value?.length === 0)) delete sized[key];
  delete sized.rows; delete sized.cols; delete sized.solutions;
  return JSON.stringify(sized);
}

export const isHole = (doc, r, c) => doc.cells[r]?.[c] === "#";

/** With this in a cell: a number, a label, null, or "#" for no cell. */
export function withCell(doc, r, c, value) {
  if (doc.cells[r][c] === value) return doc;
  const next = copy(doc);
  next.cells[r][c] = value;
  if (value === "#") dropAt(next, [r, c]);
  return next;
}

/** A hole keeps no wall, link, sign or bridge. */
function dropAt(doc, place) {
  for (const [key, value] of Object.entries(doc)) {
    if (isPairs(key, value)) doc[key] = value.filter(pair => !pair.slice(0, 2).some(p => same(p, place)));
  }
  if (doc.bridges) doc.bridges = doc.bridges.filter(p => !same(p, place));
}

/** A wall or a mark between two cells is set, or taken away. */
export function withPair(doc, key, pair) {
  const next = copy(doc), list = next[key] ?? [];
  const rest = list.filter(other => !samePair(other, pair));
  next[key] = rest.length < list.length ? rest : [...rest, pair];
  return next;
}

/** A mark with a number between two cells is set, or taken away if it is there. It replaces others of these keys. */
export function withNumberedPair(doc, key, pair, number, others) {
  const next = copy(doc), mark = number > 1 ? [...pair, number] : [...pair];
  const is = other => samePair(other, pair) && (other[2] ?? 1) === number;
  const had = (next[key] ?? []).some(is);
  for (const name of [key, ...others]) if (next[name]) next[name] = next[name].filter(other => !is(other));
  if (!had) next[key] = [...(next[key] ?? []), mark];
  return next;
}

/** A sign between two cells goes from none to smaller, to greater, to none. */
export function withSign(doc, key, [a, b]) {
  const next = copy(doc), list = next[key] ?? [];
  const found = list.find(other => samePair(other, [a, b]));
  const rest = list.filter(other => other !== found);
  if (!found) rest.push([a, b]);
  else if (same(found[0], a)) rest.push([b, a]);
  next[key] = rest;
  return next;
}

export function withBridge(doc, place) {
  const next = copy(doc), list = next.bridges ?? [];
  const rest = list.filter(p => !same(p, place));
  next.bridges = rest.length < list.length ? rest : [...rest, place];
  return next;
}

/** A clue of a repair that is a mark between two cells, as `{name, pair, number}` with the key of the puzzle; otherwise null. */
export function pairClue(clue) {
  const found = Object.entries(clue).find(([, value]) => Array.isArray(value?.[0]));
  return found ? { name: found[0] === "wall" ? "walls" : found[0], pair: found[1], number: clue.by ?? 1 } : null;
}

/** With the clue of a repair: `{cell, value}`, `{cell, label}`, or a mark between two cells. */
export function withClue(doc, clue) {
  const mark = pairClue(clue);
  if (!mark) return withCell(doc, clue.cell[0], clue.cell[1], clue.value ?? clue.label);
  const next = copy(doc);
  next[mark.name] = [...(next[mark.name] ?? []), mark.number > 1 ? [...mark.pair, mark.number] : mark.pair];
  return next;
}

/** Without a clue. */
export function withoutClue(doc, clue) {
  const mark = pairClue(clue);
  if (!mark) return withCell(doc, clue.cell[0], clue.cell[1], null);
  const next = copy(doc);
  next[mark.name] = (next[mark.name] ?? []).filter(pair => !samePair(pair, mark.pair) || (pair[2] ?? 1) !== mark.number);
  return next;
}

/** With a change that a repair offers. */
export function withChange(doc, change) {
  if (change.remove) return withoutClue(doc, change.remove);
  if (change.replace) return withClue(withoutClue(doc, change.replace), change.by);
  if (change.move) {
    const moved = withCell(doc, change.from[0], change.from[1], null);
    return withCell(moved, change.to[0], change.to[1], change.move);
  }
  const next = copy(doc);
  if (change.drop !== undefined) next.cells = next.cells.map(row => row.map(cell => (String(cell) === change.drop ? null : cell)));
  return next;
}
