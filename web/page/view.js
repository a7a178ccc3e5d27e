// What the board shows beside the puzzle: put together from what is known of it, the player, and the steps.
import { hasLines, linesOf } from "./play/answer.js";
import { pairKey, pairOf } from "./puzzle/geometry.js";
import { blamed, forced, offers, openEdges, openPlaces, possible } from "./studio/live.js";
import { $ } from "./dom.js";

export function viewOf(app) {
  const view = { selected: app.selected, selection: app.selection };
  if (app.steps) return Object.assign(view, stepView(app));
  return Object.assign(view, app.solving ? playerView(app) : studioView(app));
}

/** The position of a step. Lines have the colours of their labels. */
function stepView({ doc, geo, steps, labels }) {
  const { lines, ...view } = steps.view();
  return lines ? { ...view, hasLabels: labels, paths: pathsOf(doc, geo, lines) } : view;
}

/** What the player has done, and what is wrong with it. */
function playerView(app) {
  const { player, judge, geo, doc } = app, { values, corner, centre, colours, edges, crosses } = player.now;
  const view = {
    player: values, corner, centre, colours, wrong: app.wrong, look: app.look, broken: judge.broken, solved: player.solved, hasLabels: app.labels,
    crosses: crossesOf(crosses), covered: app.paused,
  };
  if (hasLines(app.family)) {
    view.paths = pathsOf(doc, geo, edges);
    if (app.tool === "line" && app.given(app.selected) === null) view.head = app.selected;
  } else if (app.kind === "numbers") view.trail = trailOf(doc, geo, values);
  return view;
}

/** The same function with its last result kept for the same arguments: parts of a view are the same as long as nothing changes. */
function kept(make) {
  let last = null, result;
  return (...args) => {
    if (!last || args.some((arg, k) => arg !== last[k])) [last, result] = [args, make(...args)];
    return result;
  };
}

/** Pairs of neighbours whose numbers follow each other. */
const trailOf = kept((doc, geo, values) => {
  const value = i => doc.cells[geo.cells[i].r][geo.cells[i].c] ?? values.get(i);
  return geo.pairs.filter(([i, j]) => {
    const [a, b] = [value(i), value(j)];
    return typeof a === "number" && typeof b === "number" && Math.abs(a - b) === 1;
  });
});

/** The lines of a player as pairs with their labels. */
const pathsOf = kept((doc, geo, edges) => linesOf(doc, geo, { edges }).pieces().flatMap(({ places, label, closed }) => {
  const pairs = places.slice(1).map((place, k) => [places[k], place, label]);
  return closed ? [...pairs, [places.at(-1), places[0], label]] : pairs;
}));

const crossesOf = kept(crosses => [...crosses].map(pairOf));

/** What the engine knows of the puzzle while it is set. */
function studioView(app) {
  const { known: state, doc, geo } = app, view = {};
  if (state.doc !== doc || state.error || app.sealed) return view;
  if ($("show-differences").checked) Object.assign(view, differences(doc, geo, state.where, state.result));
  if ($("show-offers").checked) view.offers = offersOf(geo, state.repair);
  view.mark = blamedOf(doc, state.repair);
  if ($("show-solution").checked) Object.assign(view, solutionView(app, state.result?.solutions?.[0]));
  return view;
}

const offersOf = kept((geo, repair) => offers({ repair }, geo));
const blamedOf = kept((doc, repair) => blamed({ repair }, doc));

/** Where solutions differ, and what is the same in all of them. */
const differences = kept((doc, geo, where, result) => {
  const state = { where, result }, view = { open: openPlaces(state, geo), can: possible(state), same: forced(state, doc, geo) };
  if (view.can.length) return view;
  // Steps are shown where cells have no contents to show.
  const pairs = list => list.map(pair => pair.map(geo.index));
  return { ...view, maybe: pairs(openEdges(state)), always: pairs(where?.where?.edges_always ?? []) };
});

/** A solution on the board: contents of cells, and lines. */
export function solutionView({ geo }, found) {
  if (!found) return {};
  const values = new Map();
  found.cells.flat().forEach((value, i) => { if (value !== null && value !== "#") values.set(i, value); });
  return { values, routes: routesOf(found, geo), can: [], same: new Map(), always: [], maybe: [] };
}

/** The lines of a solution: its paths, or one line along the numbers. */
function routesOf(found, geo) {
  if (found.paths) return Object.entries(found.paths).map(([label, cells]) => ({ label, cells: cells.map(geo.index) }));
  const places = [];
  found.cells.flat().forEach((value, i) => { if (typeof value === "number") places.push([value, i]); });
  const one = places.sort((a, b) => a[0] - b[0]);
  const isLine = one.every(([number], k) => k === 0 || number === one[k - 1][0] + 1);
  const near = new Set(geo.pairs.map(([i, j]) => pairKey(i, j)));
  const joined = one.every(([, i], k) => k === 0 || near.has(pairKey(i, one[k - 1][1])));
  return isLine && joined && one.length > 1 ? [{ cells: one.map(([, i]) => i) }] : [];
}
