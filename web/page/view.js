// What the board shows beside the puzzle: put together from what is known of it, the player, and the steps.
import { hasLines, linesOf } from "./play/answer.js";
import { pairKey, pairOf } from "./puzzle/geometry.js";
import { blamed, forced, offers, openEdges, openPlaces, possible } from "./studio/live.js";
import { $ } from "./dom.js";

export function viewOf(app) {
  const view = { selected: app.selected, selection: app.selection };
  if (app.steps) return Object.assign(view, app.steps.view());
  return Object.assign(view, app.solving ? playerView(app) : studioView(app));
}

/** What the player has done, and what is wrong with it. */
function playerView(app) {
  const { player, judge, geo, doc } = app, { values, corner, centre, colours, edges, crosses } = player.now;
  const view = {
    player: values, corner, centre, colours, wrong: app.wrong, look: app.look, broken: judge.broken, solved: player.solved,
    crosses: [...crosses].map(pairOf), covered: app.paused,
  };
  if (hasLines(app.family)) {
    view.paths = [];
    for (const piece of linesOf(doc, geo, player.now).pieces()) {
      for (let k = 1; k < piece.places.length; k++) view.paths.push([piece.places[k - 1], piece.places[k], piece.label]);
      if (piece.closed) view.paths.push([piece.places.at(-1), piece.places[0], piece.label]);
    }
    if (app.tool === "line") view.head = app.selected;
  } else if (app.kind === "numbers") view.trail = trailOf(app);
  return view;
}

/** Pairs of neighbours whose numbers follow each other. */
function trailOf({ doc, geo, player }) {
  const value = i => doc.cells[geo.cells[i].r][geo.cells[i].c] ?? player.now.values.get(i);
  return geo.pairs.filter(([i, j]) => {
    const [a, b] = [value(i), value(j)];
    return typeof a === "number" && typeof b === "number" && Math.abs(a - b) === 1;
  });
}

/** What the engine knows of the puzzle while it is set. */
function studioView(app) {
  const { known: state, doc, geo } = app, view = {};
  if (state.doc !== doc || state.error || app.sealed) return view;
  if ($("show-differences").checked) {
    view.open = openPlaces(state, geo);
    view.can = possible(state);
    view.same = forced(state, doc, geo);
    // Steps are shown where cells have no contents to show.
    if (!view.can.length) { view.maybe = openEdges(state).map(pair => pair.map(geo.index)); view.always = (state.where?.where?.edges_always ?? []).map(pair => pair.map(geo.index)); }
  }
  if ($("show-offers").checked) view.offers = offers(state, geo);
  view.mark = blamed(state, doc);
  if ($("show-solution").checked) Object.assign(view, solutionView(app, state.result?.solutions?.[0]));
  return view;
}

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
