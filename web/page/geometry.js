// Where the places of a board lie on the screen, and which of them are side by side.

/** Pixels of a cell at the natural size. */
export const UNIT = 48;
const HALF_ROW = Math.sqrt(3) / 2;
/** Free points at most this far apart are neighbours, if the puzzle states nothing else. */
const REACH = 1.4243;

function polygon(x, y, corners) {
  return "M" + corners.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join("L") + "Z";
}

export function round(x) {
  return Math.round(x * 100) / 100;
}

const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(([x, y]) => [x * UNIT, y * UNIT]);
const HEXAGON = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]].map(([x, y]) => [
  x * UNIT / 2, y * UNIT / (2 * HALF_ROW),
]);

/**
 * The geometry of a puzzle: `cells` in rows, each with its middle `x`, `y` and its outline `d`; `pairs` of places that
 * are side by side, as [i, j]; the size of the drawing. Linear in the places, for free points quadratic.
 */
export function geometry(doc, family) {
  const rows = doc.cells.length, cols = doc.cells[0].length;
  const apart = family.boards === "none" ? 1.5 : 1;
  const margin = UNIT * 0.12;
  const cells = [];
  if (doc.points) {
    const xs = doc.points.map(p => p[0]), ys = doc.points.map(p => p[1]);
    const left = Math.min(...xs), top = Math.min(...ys);
    const closest = nearest(doc.points), scale = UNIT * 1.15 / closest, radius = UNIT * 0.42;
    const ring = Array.from({ length: 12 }, (_, k) => [
      radius * Math.cos(k * Math.PI / 6), radius * Math.sin(k * Math.PI / 6),
    ]);
    doc.points.forEach(([px, py], c) => {
      const x = (px - left) * scale + UNIT / 2 + margin, y = (py - top) * scale + UNIT / 2 + margin;
      cells.push({ r: 0, c, x, y, d: polygon(x, y, ring) });
    });
  } else {
    const hex = doc.neighbours === "hex";
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
  return { rows, cols, cells, pairs: pairs(doc, family, cells, rows, cols), width, height };
}

function nearest(points) {
  let least = Infinity;
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]));
  }
  return Number.isFinite(least) && least > 0 ? least : 1;
}

function pairs(doc, family, cells, rows, cols) {
  const found = [];
  if (doc.points) {
    const reach = doc.reach ?? REACH;
    doc.points.forEach((p, i) => doc.points.forEach((q, j) => {
      if (i < j && Math.hypot(p[0] - q[0], p[1] - q[1]) <= reach) found.push([i, j]);
    }));
    return found;
  }
  const kind = family.boards === "none" ? "4" : String(doc.neighbours ?? family.neighbours);
  for (const { r, c } of cells) {
    for (const [dr, dc] of steps(kind, r)) {
      const [s, d] = [r + dr, c + dc];
      if (s >= 0 && s < rows && d >= 0 && d < cols) found.push([r * cols + c, s * cols + d]);
    }
  }
  return found;
}

/** Steps to the neighbours that come later in reading order. */
function steps(kind, r) {
  if (kind === "hex") return r % 2 ? [[0, 1], [1, 0], [1, 1]] : [[0, 1], [1, -1], [1, 0]];
  return kind === "8" ? [[0, 1], [1, -1], [1, 0], [1, 1]] : [[0, 1], [1, 0]];
}

/** The line on which two places meet: a segment across the middle between them. */
export function border(geo, i, j) {
  const a = geo.cells[i], b = geo.cells[j];
  const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2, length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const half = UNIT * (length > UNIT * 1.2 ? 0.18 : geo.hex ? 0.29 : 0.5);
  return { mx, my, x1: mx - uy * half, y1: my + ux * half, x2: mx + uy * half, y2: my - ux * half, ux, uy };
}

/** The place at a point of the drawing, or -1. */
export function placeAt(geo, x, y) {
  let best = -1, least = UNIT * 0.58;
  geo.cells.forEach((cell, i) => {
    const far = Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y));
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The pair of neighbours whose common border is nearest to a point, or null. */
export function pairAt(geo, x, y) {
  let best = null, least = UNIT * 0.45;
  for (const [i, j] of geo.pairs) {
    const { mx, my } = border(geo, i, j);
    const far = Math.hypot(mx - x, my - y);
    if (far < least) [best, least] = [[i, j], far];
  }
  return best;
}
