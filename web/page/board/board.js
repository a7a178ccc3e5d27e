// The board as SVG: layers for grounds, lines, signs, text and marks. Only what is another than before is drawn anew.
import { UNIT, border, pairKey, round, segments } from "../puzzle/geometry.js";
import { cellName } from "./names.js";

const NS = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
}

/** The colours of paths: picked to be told apart, light and dark. */
const HUES = [215, 5, 140, 40, 280, 185, 330, 95, 250, 20, 165, 300, 60, 200];
export const hue = label => {
  const name = String(label);
  const k = /^[A-Z]$/.test(name) ? name.charCodeAt(0) - 65 : /^\d{1,4}$/.test(name) ? Number(name) + HUES.length - 1 : [...name].reduce((sum, ch) => sum * 31 % 9973 + ch.codePointAt(0), 0);
  return HUES[k % HUES.length];
};

/**
 * A board. What it shows beside the puzzle is a `view`, all parts of which may be absent: `selected`, `selection`, `head`,
 * places; `open`, `wrong`, `broken`, `mark`, `fresh`, `look`, sets of places; `can`, lists of contents a place; `same`, `values`,
 * `player`, maps of places to contents; `corner`, `centre`, maps to sets of marks; `colours`; `gone`, a map to contents that are
 * ruled out; `offers`, a map to clues that would do; `routes`, lines of a solution; `paths`, drawn pairs with their labels, which lines of the puzzle have if it `hasLabels`;
 * `freshEdges`, `supposedEdges`, `crosses`, `maybe`, `always`, `trail`, pairs of places; `covered`, nothing is to be seen.
 */
export class Board {
  /** `still`: a picture without names for screen readers. */
  constructor(svg, { still = false } = {}) {
    this.svg = svg;
    this.still = still;
    this.layers = {};
    for (const name of ["grounds", "lines", "walls", "signs", "rows", "front"]) {
      this.layers[name] = element("g", { class: name });
      svg.append(this.layers[name]);
    }
    this.cells = [];
  }

  draw(geo, doc, family, view) {
    this.svg.classList.toggle("covered", Boolean(view.covered));
    this.svg.classList.toggle("solved", Boolean(view.solved));
    if (this.geo !== geo) this.begin(geo);
    this.drawCells(doc, view);
    replaced(this.layers.lines, lineParts(geo, view));
    replaced(this.layers.walls, wallParts(geo, doc));
    replaced(this.layers.signs, signParts(geo, doc, family, view));
    replaced(this.layers.front, frontParts(geo, view));
  }

  /** Another board: its cells, empty. @private */
  begin(geo) {
    this.geo = geo;
    this.svg.setAttribute("viewBox", `0 0 ${round(geo.width)} ${round(geo.height)}`);
    this.svg.style.setProperty("--wide", geo.width + "px");
    this.shownDoc = null;
    const rows = Array.from({ length: geo.rows }, () => element("g", this.still ? {} : { role: "row" }));
    this.cells = geo.cells.map((cell, i) => {
      const ground = element("path", { d: cell.d, "data-i": i });
      const holder = element("g", this.still ? {} : { role: "gridcell", id: "cell-" + i });
      rows[cell.r].append(holder);
      return { ground, holder, shown: null };
    });
    this.layers.grounds.replaceChildren(...this.cells.map(({ ground }) => ground));
    this.layers.rows.replaceChildren(...rows);
    // Parts have names by their places, and on another board the same places are elsewhere.
    for (const name of ["lines", "walls", "signs", "front"]) replaced(this.layers[name], []);
  }

  /** @private */
  drawCells(doc, view) {
    const parts = [view.head, ...shownOf(view)];
    if (this.shownDoc === doc && parts.length === this.shownParts.length && parts.every((part, k) => part === this.shownParts[k])) return;
    Object.assign(this, { shownDoc: doc, shownParts: parts });
    const layers = shownOf(view).filter(layer => layer.size ?? layer.length);
    this.geo.cells.forEach((cell, i) => {
      const value = doc.cells[cell.r][cell.c], one = this.cells[i];
      let signature = String(value);
      for (const layer of layers) signature += "|" + word(layer, i);
      if (one.shown === signature) return;
      one.shown = signature;
      one.ground.setAttribute("class", groundClass(value, view, i));
      if (!this.still) one.holder.setAttribute("aria-label", cellName(doc, cell, i, view));
      one.holder.replaceChildren(...contents(i, value, view).flatMap(part => drawn(cell, part)));
    });
  }
}

/** The parts of a view that are shown in cells, those that are there; `selection` only if it is more than the cursor. */
const IN_CELLS = ["open", "wrong", "broken", "mark", "fresh", "look", "can", "same", "values", "player", "corner", "centre", "colours", "gone", "offers"];
const shownOf = view => [...IN_CELLS.map(name => view[name]), view.selection?.size > 1 ? view.selection : null].filter(Boolean);

/** What a part of a view shows in a cell, as a text. */
function word(layer, i) {
  if (Array.isArray(layer)) return layer[i]?.join() ?? "";
  if (layer instanceof Set) return layer.has(i) ? "1" : "";
  const held = layer.get(i);
  if (held === undefined) return "";
  return held instanceof Set ? [...held].join() : held.text ?? String(held);
}

/** Puts parts, each a name and how to draw it, into a layer; those that are there already stay. */
function replaced(layer, parts) {
  const before = layer.parts ?? new Map(), now = new Map();
  for (const [name, draw] of parts) if (!now.has(name)) now.set(name, before.get(name) ?? draw());
  for (const [name, node] of before) if (now.get(name) !== node || node.parentNode !== layer) node.remove();
  for (const [, node] of now) if (node.parentNode !== layer) layer.append(node);
  layer.parts = now;
}

function groundClass(value, view, i) {
  const names = ["cell"];
  if (value === "#") names.push("hole");
  else if (value !== null) names.push("given");
  if (view.colours?.has(i)) names.push("colour-" + view.colours.get(i));
  for (const name of ["open", "fresh", "look", "broken", "wrong", "mark"]) if (view[name]?.has(i)) names.push(name);
  return names.join(" ");
}

/** What stands in a cell, as data: kinds, texts and sizes. */
function contents(i, value, view) {
  if (value === "#") return [];
  const player = view.player?.get(i), found = view.values?.get(i), shown = value ?? player ?? found, parts = [];
  if (typeof value === "string") parts.push({ disc: value });
  if (shown !== null && shown !== undefined) {
    const written = Array.isArray(shown) ? shown.filter(part => part !== null).join("/") : shown;
    const isLabel = typeof shown === "string" && value === null;
    const kind = value !== null ? (typeof value === "string" ? "clue on-disc" : "clue") : player !== undefined ? "player" : "found";
    parts.push({ big: String(written), kind: isLabel ? kind + " label" : kind, hue: isLabel ? hue(shown) : undefined });
  } else if (view.gone?.get(i)) parts.push({ small: view.gone.get(i), kind: "gone" });
  else if (view.offers?.has(i)) parts.push({ offer: view.offers.get(i).text });
  else if (view.same?.has(i)) parts.push({ big: String(view.same.get(i)), kind: "same" });
  else if (view.can?.[i]?.length > 1) parts.push({ small: view.can[i].map(content => (content === null ? "–" : Array.isArray(content) ? content.map(c => c ?? "–").join("/") : content)), kind: "can" });
  else {
    const sorted = marks => [...marks].sort((a, b) => a - b);
    if (view.corner?.get(i)?.size) parts.push({ corner: sorted(view.corner.get(i)) });
    if (view.centre?.get(i)?.size) parts.push({ small: sorted(view.centre.get(i)), kind: "pencil" });
  }
  return parts;
}

function text(x, y, size, name, content, extra = {}) {
  return element("text", { x: round(x), y: round(y + size * 0.35), "font-size": round(size), class: name, "text-anchor": "middle", ...extra }, String(content));
}

/** `room`: how many characters of the size have room. */
const fitted = (content, size, room = 2.1) => {
  const length = String(content).length;
  return length > 2 ? size * room / (length + 0.2) : size;
};

function drawn({ x, y }, part) {
  if (part.disc) return [element("circle", { cx: x, cy: y, r: UNIT * 0.34, class: "disc", style: `--hue:${hue(part.disc)}` })];
  if (part.big) return [text(x, y, fitted(part.big, UNIT * 0.44, 2.8), part.kind, part.big, part.hue === undefined ? {} : { style: `--hue:${part.hue}` })];
  if (part.offer) return [element("circle", { cx: x, cy: y, r: UNIT * 0.3, class: "offer" }), text(x, y, fitted(part.offer, UNIT * 0.34), "offered", part.offer)];
  if (part.corner) return corners(x, y, part.corner);
  return small(x, y, part.small, part.kind);
}

/** Up to nine small contents in a cell; more are counted. Blanks between them are for those who read the text. */
function small(x, y, list, name) {
  const shown = list.length > 9 ? [...list.slice(0, 8), "…"] : list;
  const across = shown.length <= 4 ? 2 : 3, down = Math.ceil(shown.length / across);
  const size = UNIT * (across === 2 ? 0.25 : 0.2);
  return shown.map((content, k) => {
    const [row, col] = [Math.floor(k / across), k % across];
    const dx = (col - (Math.min(across, shown.length) - 1) / 2) * UNIT / (across + 0.35), dy = (row - (down - 1) / 2) * UNIT * 0.28;
    return [k ? " " : "", text(x + dx, y + dy, Math.min(size, size * 2.6 / Math.max(2, String(content).length)), name, content)];
  }).flat();
}

/** Marks along the upper and the lower side of a cell. */
function corners(x, y, list) {
  const shown = list.length > 8 ? [...list.slice(0, 7), "…"] : list, size = UNIT * 0.2;
  return shown.map((content, k) => {
    const row = k < 4 ? 0 : 1, across = Math.min(4, shown.length - row * 4), col = k % 4;
    const dx = across === 1 ? -UNIT * 0.34 : (col / (across - 1) - 0.5) * UNIT * 0.68;
    return [" ", text(x + dx, y + (row ? 0.34 : -0.34) * UNIT, fitted(content, size), "pencil corner", content)];
  }).flat();
}

const line = (geo, i, j, name, style) => {
  const parts = segments(geo, i, j).map(([x1, y1, x2, y2]) => element("line", { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), class: name, style }));
  return parts.length === 1 ? parts[0] : element("g", {}, ...parts);
};

/** The lines of the view, each with a name that says where and how. */
function lineParts(geo, view) {
  const parts = [];
  const add = (i, j, name, style) => {
    if (geo.cells[i] && geo.cells[j] && i !== j) parts.push([`${pairKey(i, j)} ${name} ${style ?? ""}`, () => line(geo, i, j, name, style)]);
  };
  const coloured = label => (label === undefined || label === null ? undefined : `--hue:${hue(label)}`);
  for (const [i, j] of view.trail ?? []) add(i, j, "trail");
  for (const [i, j] of view.maybe ?? []) add(i, j, "maybe");
  for (const [i, j] of view.always ?? []) add(i, j, "always");
  for (const route of view.routes ?? []) {
    const style = coloured(route.label);
    for (let k = 1; k < route.cells.length; k++) add(route.cells[k - 1], route.cells[k], style ? "route label" : "route", style);
  }
  for (const [i, j, label] of view.paths ?? []) add(i, j, label !== null ? "drawn label" : view.hasLabels ? "drawn loose" : "drawn", coloured(label));
  for (const [i, j] of view.supposedEdges ?? []) add(i, j, "drawn supposed-line");
  for (const [i, j] of view.freshEdges ?? []) add(i, j, "drawn fresh-line");
  return parts;
}

function wallParts(geo, doc) {
  return (doc.walls ?? []).map(pair => {
    const [i, j] = pair.map(geo.index);
    return [pairKey(i, j), () => {
      const b = border(geo, i, j);
      return element("line", { class: "wall", x1: round(b.x1), y1: round(b.y1), x2: round(b.x2), y2: round(b.y2) });
    }];
  });
}

/** Bridges, signs and marks between cells, and crosses. */
function signParts(geo, doc, family, view) {
  const parts = (doc.bridges ?? []).map(place => [`bridge ${place}`, () => {
    const cell = geo.cells[geo.index(place)], s = UNIT * 0.3;
    return element("path", { class: "bridge", d: `M${cell.x - s} ${cell.y - s * 0.45}h${2 * s}M${cell.x - s} ${cell.y + s * 0.45}h${2 * s}` });
  }]);
  for (const { name, between } of family.pairs) {
    for (const [p, q, number] of doc[name] ?? []) {
      const [i, j] = [geo.index(p), geo.index(q)];
      parts.push([`${name} ${i} ${j} ${number ?? ""}`, () => (between === "<" ? sign(geo, i, j) : joint(geo, i, j, name, number))]);
    }
  }
  for (const pair of view.crosses ?? []) {
    const [i, j] = pair, { mx, my } = border(geo, i, j), s = UNIT * 0.08;
    parts.push([`cross ${pairKey(i, j)}`, () => element("path", { class: "cross", d: `M${mx - s} ${my - s}L${mx + s} ${my + s}M${mx + s} ${my - s}L${mx - s} ${my + s}` })]);
  }
  return parts;
}

/** A mark between two cells that belong together; its number if it is not 1, and struck through if they do not. */
function joint(geo, i, j, name, number) {
  const { mx, my, ux, uy } = border(geo, i, j), r = UNIT * (number > 1 ? 0.15 : 0.1);
  const parts = [element("circle", { class: "linked", cx: round(mx), cy: round(my), r })];
  if (number > 1) parts.push(text(mx, my, UNIT * 0.22, "clue", number));
  if (name === "apart") parts.push(element("path", { class: "cross", d: `M${round(mx - uy * r * 1.5)} ${round(my + ux * r * 1.5)}L${round(mx + uy * r * 1.5)} ${round(my - ux * r * 1.5)}` }));
  return element("g", {}, ...parts);
}

/** A chevron whose point is at the smaller cell. */
function sign(geo, i, j) {
  const { mx, my, ux, uy } = border(geo, i, j), s = UNIT * 0.13;
  const point = [mx - ux * s, my - uy * s];
  const arm = k => [mx + ux * s - uy * s * 1.15 * k, my + uy * s + ux * s * 1.15 * k];
  return element("path", { class: "sign", d: "M" + [arm(1), point, arm(-1)].map(([x, y]) => `${round(x)} ${round(y)}`).join("L") });
}

/** The cursor, the selection, and clues that contradict each other. */
function frontParts(geo, view) {
  const parts = [];
  const outline = (i, name) => { if (geo.cells[i]) parts.push([`${name} ${i}`, () => element("path", { class: name, d: geo.cells[i].d })]); };
  if (view.selection?.size > 1) for (const i of view.selection) outline(i, "selected");
  for (const i of view.mark ?? []) outline(i, "blamed");
  if (view.head !== undefined && geo.cells[view.head]) {
    const { x, y } = geo.cells[view.head];
    parts.push([`head ${view.head}`, () => element("circle", { class: "head", cx: x, cy: y, r: UNIT * 0.14 })]);
  }
  if (view.selected >= 0) outline(view.selected, "cursor");
  return parts;
}
