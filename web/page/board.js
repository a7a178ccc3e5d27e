// The board as SVG: layers for grounds, lines, signs, text and marks, drawn anew from the puzzle and what is known of it.
import { UNIT, border, geometry, round } from "./geometry.js";

const NS = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
}

const index = (geo, [r, c]) => r * geo.cols + c;

/** The colours of paths: picked to be told apart, light and dark. */
const HUES = [215, 5, 140, 40, 280, 185, 330, 95, 250, 20, 165, 300, 60, 200];
export const hue = label => {
  const name = String(label);
  const k = /^[A-Z]$/.test(name) ? name.charCodeAt(0) - 65 : /^\d{1,4}$/.test(name) ? Number(name) + HUES.length - 1 : [...name].reduce((sum, ch) => sum * 31 % 9973 + ch.codePointAt(0), 0);
  return HUES[k % HUES.length];
};

/**
 * Draws. `view` has what is shown beside the puzzle; all parts may be absent:
 * `selected` place; `open` a set of places where solutions differ; `can` lists of contents a place; `wrong`, `mark`, `fresh`
 * sets of places; `offers` a map of places to the clue that would do; `values` a map of places to found contents; `player` the
 * same for entries of the reader; `pencil` a map of places to sets; `edges` pairs that are drawn; `crosses` pairs that are ruled
 * out; `dim` pairs of edges that may be.
 */
export function draw(svg, doc, family, view) {
  const geo = geometry(doc, family);
  geo.hex = doc.neighbours === "hex";
  svg.setAttribute("viewBox", `0 0 ${round(geo.width)} ${round(geo.height)}`);
  svg.style.setProperty("--wide", geo.width + "px");
  const layers = ["grounds", "lines", "walls", "signs", "texts", "front"].map(name => element("g", { class: name }));
  const [grounds, lines, walls, signs, , front] = layers;
  const rows = cellRows(geo, doc, view, grounds);
  drawEdges(geo, view, lines, signs);
  drawPairs(geo, doc, family, walls, signs);
  if (view.selected >= 0 && geo.cells[view.selected]) {
    front.append(element("path", { class: "cursor", d: geo.cells[view.selected].d }));
  }
  for (const i of view.mark ?? []) if (geo.cells[i]) front.append(element("path", { class: "blamed", d: geo.cells[i].d }));
  svg.replaceChildren(grounds, lines, walls, signs, ...rows, front);
  return geo;
}

/** Rows of cells with what stands in them, named for screen readers; their grounds go below the lines. */
function cellRows(geo, doc, view, grounds) {
  const rows = [];
  for (let r = 0; r < geo.rows; r++) rows.push(element("g", { role: "row" }));
  geo.cells.forEach((cell, i) => {
    const value = doc.cells[cell.r][cell.c];
    grounds.append(element("path", { class: groundClass(value, view, i), d: cell.d, "data-i": i }));
    const holder = element("g", { role: "gridcell", id: "cell-" + i, "aria-label": cellName(doc, cell, i, view) });
    if (i === view.selected) holder.setAttribute("aria-selected", "true");
    if (value !== "#") holder.append(...contents(geo, cell, i, value, view));
    rows[cell.r]?.append(holder);
  });
  return rows;
}

function groundClass(value, view, i) {
  const names = ["cell"];
  if (value === "#") names.push("hole");
  else if (value !== null) names.push("given");
  if (view.open?.has(i)) names.push("open");
  if (view.fresh?.has(i)) names.push("fresh");
  if (view.look?.has(i)) names.push("look");
  if (view.wrong?.has(i)) names.push("wrong");
  return names.join(" ");
}

const word = content => (content === null ? "empty" : Array.isArray(content) ? content.map(word).join(" over ") : String(content));

function cellName(doc, { r, c }, i, view) {
  const place = doc.points ? `point ${c + 1}` : `row ${r + 1}, column ${c + 1}`;
  const value = doc.cells[r][c];
  if (value === "#") return `${place}: no cell`;
  const parts = [];
  if (value !== null) parts.push(`given ${word(value)}`);
  else if (view.player?.has(i)) parts.push(`your ${word(view.player.get(i))}`);
  else if (view.values?.has(i)) parts.push(word(view.values.get(i)));
  else parts.push("empty");
  if (view.pencil?.get(i)?.size) parts.push(`pencilled ${[...view.pencil.get(i)].join(" ")}`);
  if (view.wrong?.has(i)) parts.push("wrong");
  if (view.mark?.has(i)) parts.push("part of the contradiction");
  if (view.open?.has(i)) parts.push("differs between solutions");
  if (view.can?.[i]?.length > 1) parts.push(`can be ${view.can[i].map(word).join(", ")}`);
  if (view.offers?.has(i)) parts.push(`${view.offers.get(i).text} here would leave one solution`);
  return `${place}: ${parts.join("; ")}`;
}

function text(x, y, size, name, content, extra = {}) {
  return element("text", { x: round(x), y: round(y + size * 0.35), "font-size": round(size), class: name, "text-anchor": "middle", ...extra }, String(content));
}

const fitted = (content, size) => {
  const length = String(content).length;
  return length > 2 ? size * 2.1 / (length + 0.2) : size;
};

function contents(geo, cell, i, value, view) {
  const { x, y } = cell, made = [];
  const player = view.player?.get(i), found = view.values?.get(i);
  const shown = value ?? player ?? found;
  const size = UNIT * 0.44;
  if (typeof value === "string") made.push(disc(x, y, value));
  if (shown !== null && shown !== undefined) {
    const kind = value !== null ? (typeof value === "string" ? "clue on-disc" : "clue") : player !== undefined ? "player" : "found";
    const written = Array.isArray(shown) ? shown.filter(part => part !== null).join("/") : shown;
    const style = typeof shown === "string" && value === null ? `--hue:${hue(shown)}` : undefined;
    made.push(text(x, y, fitted(written, size), style ? kind + " label" : kind, written, { style }));
  } else if (view.pencil?.get(i)?.size) {
    made.push(...small(x, y, [...view.pencil.get(i)].sort((a, b) => a - b), "pencil"));
  } else if (view.gone?.get(i)) {
    made.push(...small(x, y, view.gone.get(i), "gone"));
  } else if (view.offers?.has(i)) {
    const offer = view.offers.get(i);
    made.push(element("circle", { cx: x, cy: y, r: UNIT * 0.3, class: "offer", "data-offer": i }), text(x, y, fitted(offer.text, UNIT * 0.34), "offered", offer.text));
  } else if (view.can?.[i]?.length > 1) {
    made.push(...small(x, y, view.can[i].map(content => (content === null ? "–" : Array.isArray(content) ? content.map(c => c ?? "–").join("/") : content)), "can"));
  }
  return made;
}

function disc(x, y, label) {
  return element("circle", { cx: x, cy: y, r: UNIT * 0.34, class: "disc", style: `--hue:${hue(label)}` });
}

/** Up to nine small contents in a cell; more are counted. */
function small(x, y, list, name) {
  const shown = list.length > 9 ? [...list.slice(0, 8), "…"] : list;
  const across = shown.length <= 4 ? 2 : 3, down = Math.ceil(shown.length / across);
  const size = UNIT * (across === 2 ? 0.25 : 0.2);
  return shown.map((content, k) => {
    const [row, col] = [Math.floor(k / across), k % across];
    const dx = (col - (Math.min(across, shown.length) - 1) / 2) * UNIT / (across + 0.35);
    const dy = (row - (down - 1) / 2) * UNIT * 0.28;
    return text(x + dx, y + dy, Math.min(size, size * 2.6 / Math.max(2, String(content).length)), name, content);
  });
}

function drawEdges(geo, view, lines, signs) {
  const segment = (pair, name, style) => {
    const [a, b] = pair.map(p => geo.cells[Array.isArray(p) ? index(geo, p) : p]);
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) > UNIT * 2.2) return null;
    return element("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: name, style });
  };
  for (const pair of view.maybe ?? []) lines.append(segment(pair, "maybe") ?? "");
  for (const route of view.routes ?? []) {
    const style = route.label === undefined ? undefined : `--hue:${hue(route.label)}`;
    for (let k = 1; k < route.cells.length; k++) lines.append(segment([route.cells[k - 1], route.cells[k]], style ? "route label" : "route", style) ?? "");
  }
  for (const pair of view.edges ?? []) lines.append(segment(pair, "drawn") ?? "");
  for (const pair of view.freshEdges ?? []) lines.append(segment(pair, "drawn fresh-line") ?? "");
  for (const pair of view.crosses ?? []) {
    const [i, j] = pair.map(p => (Array.isArray(p) ? index(geo, p) : p));
    const { mx, my } = border(geo, i, j), s = UNIT * 0.08;
    signs.append(element("path", { class: "cross", d: `M${mx - s} ${my - s}L${mx + s} ${my + s}M${mx + s} ${my - s}L${mx - s} ${my + s}` }));
  }
}

function drawPairs(geo, doc, family, walls, signs) {
  for (const pair of doc.walls ?? []) {
    const b = border(geo, ...pair.map(p => index(geo, p)));
    walls.append(element("line", { class: "wall", x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2 }));
  }
  for (const [r, c] of doc.bridges ?? []) {
    const cell = geo.cells[r * geo.cols + c], s = UNIT * 0.3;
    signs.append(element("path", { class: "bridge", d: `M${cell.x - s} ${cell.y - s * 0.45}h${2 * s}M${cell.x - s} ${cell.y + s * 0.45}h${2 * s}` }));
  }
  for (const { name, between } of family.pairs) {
    for (const pair of doc[name] ?? []) signs.append(between === "<" ? sign(geo, pair) : joint(geo, pair));
  }
}

/** A mark between two cells that belong together. */
function joint(geo, pair) {
  const { mx, my } = border(geo, ...pair.map(p => index(geo, p)));
  return element("circle", { class: "linked", cx: mx, cy: my, r: UNIT * 0.1 });
}

/** A chevron whose point is at the smaller cell; cells apart are joined by a thin line. */
function sign(geo, pair) {
  const [i, j] = pair.map(p => index(geo, p));
  const { mx, my, ux, uy } = border(geo, i, j), s = UNIT * 0.13;
  const point = [mx - ux * s, my - uy * s];
  const arm = k => [mx + ux * s - uy * s * 1.15 * k, my + uy * s + ux * s * 1.15 * k];
  const path = [arm(1), point, arm(-1)].map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  return element("path", { class: "sign", d: "M" + path });
}
