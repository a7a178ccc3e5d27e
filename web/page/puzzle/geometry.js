// Where the places of a board lie on the screen, and which of them are side by side.

/** Pixels of a cell at the natural size. */
export const UNIT = 48;
const HALF_ROW = Math.sqrt(3) / 2;
/** Free points at most this far apart are neighbours, if the puzzle states nothing else. */
const REACH = 1.4243;

export const round = x => Math.round(x * 100) / 100;

function polygon(x, y, corners) {
  return "M" + corners.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join("L") + "Z";
}

const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(([x, y]) => [x * UNIT, y * UNIT]);
const HEXAGON = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]].map(([x, y]) => [
  x * UNIT / 2, y * UNIT / (2 * HALF_ROW),
]);
const RING = Array.from({ length: 12 }, (_, k) => [0.42 * UNIT * Math.cos(k * Math.PI / 6), 0.42 * UNIT * Math.sin(k * Math.PI / 6)]);

/** The name of a pair of places, whichever comes first. */
export const pairKey = (i, j) => (i < j ? `${i}-${j}` : `${j}-${i}`);
export const pairOf = key => key.split("-").map(Number);

/**
 * The geometry of a puzzle: `cells` in rows, each with its middle `x`, `y` and its outline `d`; `pairs` of places that are
 * side by side, as [i, j]; `next`, per place those to which a line can go; the size of the drawing. Linear in the places,
 * for free points quadratic. The same object comes back as long as the board is the same.
 */
export function geometry(doc, family) {
  const found = byPuzzle.get(doc) ?? boardOf(doc, family);
  byPuzzle.set(doc, found);
  return found;
}
const byPuzzle = new WeakMap();

/** Puzzles with the same board share its geometry. */
function boardOf(doc, family) {
  const signature = JSON.stringify([
    family.keyword, doc.cells.length, doc.cells[0].length, doc.neighbours, doc.points, doc.reach, doc.wrap, doc.bridges, doc.walls,
    doc.cells.flatMap((row, r) => row.flatMap((value, c) => (value === "#" ? [r * row.length + c] : []))),
  ]);
  const known = boards.get(signature);
  if (known) return known;
  const geo = placed(doc, family);
  geo.signature = signature;
  geo.index = ([r, c]) => r * geo.cols + c;
  Object.assign(geo, pairsOf(doc, family, geo), { bridges: new Set((doc.bridges ?? []).map(geo.index)) });
  geo.next = lineNeighbours(doc, geo);
  // Lists with pictures of many puzzles go through as many boards.
  if (boards.size >= 64) boards.delete(boards.keys().next().value);
  boards.set(signature, geo);
  return geo;
}
const boards = new Map();

function placed(doc, family) {
  const rows = doc.cells.length, cols = doc.cells[0].length, margin = UNIT * 0.12;
  const apart = family.boards === "none" ? 1.5 : 1, hex = doc.neighbours === "hex", cells = [];
  if (doc.points) {
    const left = Math.min(...doc.points.map(p => p[0])), top = Math.min(...doc.points.map(p => p[1]));
    const scale = UNIT * 1.15 / nearest(doc.points);
    doc.points.forEach(([px, py], c) => {
      const x = (px - left) * scale + UNIT / 2 + margin, y = (py - top) * scale + UNIT / 2 + margin;
      cells.push({ r: 0, c, x, y, d: polygon(x, y, RING) });
    });
  } else {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) {
        const x = margin + UNIT * (c * apart + 0.5 + (hex && r % 2 ? 0.5 : 0));
        const y = margin + UNIT * (hex ? r * HALF_ROW + 0.58 : r * apart + 0.5);
        cells.push({ r, c, x, y, d: polygon(x, y, hex ? HEXAGON : SQUARE) });
      }
    }
  }
  const width = Math.max(...cells.map(c => c.x)) + UNIT / 2 + margin;
  const height = Math.max(...cells.map(c => c.y)) + UNIT * 0.58 + margin;
  return { rows, cols, cells, width, height, hex, points: Boolean(doc.points), apart };
}

function nearest(points) {
  let least = Infinity;
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]));
  }
  return Number.isFinite(least) && least > 0 ? least : 1;
}

/** Steps to the neighbours that come later in reading order. */
function steps(kind, r) {
  if (kind === "hex") return r % 2 ? [[0, 1], [1, 0], [1, 1]] : [[0, 1], [1, -1], [1, 0]];
  return kind === "8" ? [[0, 1], [1, -1], [1, 0], [1, 1]] : [[0, 1], [1, 0]];
}

/** Pairs of places that are side by side, and the names of those that are so over a joined side. */
function pairsOf(doc, family, { cells, rows, cols }) {
  const pairs = [], over = new Set();
  if (doc.points) {
    const reach = doc.reach ?? REACH;
    doc.points.forEach((p, i) => doc.points.forEach((q, j) => {
      if (i < j && Math.hypot(p[0] - q[0], p[1] - q[1]) <= reach) pairs.push([i, j]);
    }));
    return { pairs, over };
  }
  const kind = family.boards === "none" ? "4" : String(doc.neighbours ?? family.neighbours), seen = new Set();
  const sides = { rows: ["rows", "both"].includes(doc.wrap), columns: ["columns", "both"].includes(doc.wrap) };
  for (const { r, c } of cells) {
    for (const [dr, dc] of steps(kind, r)) {
      let [s, d] = [r + dr, c + dc];
      const aside = d < 0 || d >= cols, below = s >= rows;
      if ((aside && !sides.rows) || (below && !sides.columns)) continue;
      s %= rows;
      d = (d + cols) % cols;
      const i = r * cols + c, j = s * cols + d, key = pairKey(i, j);
      if (i === j || seen.has(key)) continue;
      seen.add(key);
      pairs.push([i, j]);
      if (aside || below) over.add(key);
    }
  }
  return { pairs, over };
}

/** Per place the neighbours to which a line can go: no hole, no wall between. */
function lineNeighbours(doc, geo) {
  const walls = new Set((doc.walls ?? []).map(([p, q]) => pairKey(geo.index(p), geo.index(q))));
  const next = geo.cells.map(() => []);
  const isHole = i => doc.cells[geo.cells[i].r][geo.cells[i].c] === "#";
  for (const [i, j] of geo.pairs) {
    if (walls.has(pairKey(i, j)) || isHole(i) || isHole(j)) continue;
    next[i].push(j);
    next[j].push(i);
  }
  return next;
}

/** Where one place lies as seen from another: a vector of length 1, the short way over a joined side. */
function heading(geo, i, j) {
  const a = geo.cells[i], b = geo.cells[j];
  let [dx, dy] = [b.x - a.x, b.y - a.y];
  if (geo.over.has(pairKey(i, j))) {
    if (Math.abs(dx) > UNIT * 1.4) dx = -Math.sign(dx) * UNIT;
    if (Math.abs(dy) > UNIT * 1.4) dy = -Math.sign(dy) * UNIT;
  }
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
}

/** The neighbour of a place that lies nearest to a direction [down, right], or -1 if none lies that way. */
export function toward(geo, i, [down, right]) {
  const length = Math.hypot(down, right);
  let best = -1, most = 0.8;
  for (const j of geo.next[i]) {
    const [x, y] = heading(geo, i, j), along = (x * right + y * down) / length;
    if (along > most + 1e-9) [best, most] = [j, along];
  }
  return best;
}

/** The place to which the cursor goes in a direction, or -1. */
export function beyond(geo, i, [down, right]) {
  if (!geo.points) {
    const { r, c } = geo.cells[i], [s, d] = [r + down, c + right];
    return s >= 0 && s < geo.rows && d >= 0 && d < geo.cols ? s * geo.cols + d : -1;
  }
  const from = geo.cells[i], length = Math.hypot(down, right);
  let best = -1, least = Infinity;
  geo.cells.forEach((cell, j) => {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    const along = (x * right + y * down) / length, across = Math.abs(x * down - y * right) / length;
    if (along > 1 && along + 2 * across < least) [best, least] = [j, along + 2 * across];
  });
  return best;
}

/** The line on which two places meet: a segment across the middle between them. Over a joined side, at the first place. */
export function border(geo, i, j) {
  const a = geo.cells[i];
  let b = geo.cells[j];
  if (geo.over.has(pairKey(i, j))) {
    const [x, y] = heading(geo, i, j);
    b = { x: a.x + x * UNIT, y: a.y + y * UNIT };
  }
  const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2, length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const half = UNIT * (length > UNIT * 1.2 ? 0.18 : geo.hex ? 0.29 : 0.5);
  return { mx, my, x1: mx - uy * half, y1: my + ux * half, x2: mx + uy * half, y2: my - ux * half, ux, uy };
}

/** The segments that show a line between two places: one, or two halves over a joined side. */
export function segments(geo, i, j) {
  const a = geo.cells[i], b = geo.cells[j];
  if (!geo.over.has(pairKey(i, j))) return [[a.x, a.y, b.x, b.y]];
  const [x, y] = heading(geo, i, j), half = UNIT * 0.58;
  return [[a.x, a.y, a.x + x * half, a.y + y * half], [b.x, b.y, b.x - x * half, b.y - y * half]];
}

/** The place at a point of the drawing, or -1. `within`: how far from its middle, in cells. */
export function placeAt(geo, x, y, within = 0.58) {
  let best = -1, least = UNIT * within;
  geo.cells.forEach((cell, i) => {
    const far = geo.points || geo.hex ? Math.hypot(cell.x - x, cell.y - y) : Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y));
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The pair of neighbours whose common border is nearest to a point, or null. `within`: how far from it, in cells. */
export function pairAt(geo, x, y, within = 0.45) {
  let best = null, least = UNIT * within * geo.apart;
  for (const [i, j] of geo.pairs) {
    const { mx, my } = border(geo, i, j), far = Math.hypot(mx - x, my - y);
    if (far < least) [best, least] = [[i, j], far];
  }
  return best;
}
