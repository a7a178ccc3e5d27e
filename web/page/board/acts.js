// What the tools do, whoever uses them: the pointer, the keyboard, or the keypad. Every change of one gesture has the same
// `gesture`, so that it is undone at once.
import { contentAt, linesOf } from "../play/answer.js";
import { nextNumber } from "../play/paths.js";
import { pairKey } from "../puzzle/geometry.js";
import { withBridge, withCell, withNumberedPair, withPair, withSign } from "../puzzle/model.js";
import { images } from "../puzzle/symmetry.js";

export class Acts {
  constructor(app) { this.app = app; }

  /** The places that what is typed is for: no holes, and while solving no clues. */
  targets() {
    const { app } = this;
    return [...app.selection].filter(i => !app.hole(i) && (!app.solving || app.given(i) === null));
  }

  /** Puts something into the selected cells, as the tool has it; null empties them. */
  put(value, gesture, tool = this.app.tool) {
    const { app } = this;
    if (!app.solving) return this.putClue(value, gesture);
    if (tool === "colour") return app.play(app.player.colour([...app.selection], Number(value) || 0, gesture));
    const places = this.targets();
    if (!places.length) return;
    if (value === null) return app.play(app.player.empty(places));
    if (tool === "corner" || tool === "centre") return app.play(app.player.mark(tool, places, value, gesture));
    // An entry that is typed twice goes away; digit after digit of one number does not.
    if (gesture) return app.play(app.player.change(next => places.forEach(i => next.values.set(i, value)), gesture));
    app.play(app.player.enter(places, value));
  }

  /** @private */
  putClue(value, gesture) {
    const { app } = this;
    let doc = app.doc;
    for (const i of app.selection) {
      const spread = value === "#" || (value === null && app.hole(i)) ? images(app.geo, i, app.settings.symmetry) : [i];
      for (const j of spread) doc = withCell(doc, ...app.placeOf(j), value);
    }
    app.change(doc, gesture);
  }

  /** A tool that acts on a cell. `on` as the gesture began; returns it. */
  cell(i, gesture, on) {
    const { app } = this;
    if (app.tool === "hole") {
      on ??= !app.hole(i);
      let doc = app.doc;
      for (const j of images(app.geo, i, app.settings.symmetry)) {
        if (on || app.hole(j)) doc = withCell(doc, ...app.placeOf(j), on ? "#" : null);
      }
      app.change(doc, gesture);
    } else if (app.tool === "bridge" && !app.hole(i)) app.change(withBridge(app.doc, app.placeOf(i)), gesture);
    else if (app.tool === "colour") {
      on ??= app.player.now.colours.get(i) !== app.colour;
      app.play(app.player.colour([i], on ? app.colour : 0, gesture));
    }
    return on;
  }

  /** A tool that acts between two cells. `on` as the gesture began; returns it. */
  pair(i, j, gesture, on) {
    const { app } = this;
    if (app.hole(i) || app.hole(j)) return on;
    const key = pairKey(i, j), pair = [app.placeOf(Math.min(i, j)), app.placeOf(Math.max(i, j))];
    if (app.tool === "cross") {
      on ??= !app.player.now.crosses.has(key);
      app.play(app.player.cross(key, on, gesture));
    } else if (app.tool === "wall") {
      const isSet = (a, b) => (app.doc.walls ?? []).some(([p, q]) => pairKey(app.geo.index(p), app.geo.index(q)) === pairKey(a, b));
      on ??= !isSet(i, j);
      let doc = app.doc;
      const [a, b] = [images(app.geo, i, app.settings.symmetry), images(app.geo, j, app.settings.symmetry)];
      a.forEach((from, k) => {
        const place = [app.placeOf(from), app.placeOf(b[k])];
        if (isSet(from, b[k]) !== on && !place.some(([r, c]) => doc.cells[r][c] === "#")) doc = withPair(doc, "walls", place);
      });
      app.change(doc, gesture);
    } else {
      const name = app.tool.slice(5), { between } = app.family.pairs.find(one => one.name === name);
      const numbered = app.family.pairs.filter(one => one.between === between && one.name !== name).map(one => one.name);
      if (between === "<") app.change(withSign(app.doc, name, pair), gesture);
      else app.change(withNumberedPair(app.doc, name, pair, app.pairNumber, numbered), gesture);
    }
    return on;
  }

  /** The pen goes from a place to a neighbour; returns where it is then. */
  draw(i, j, gesture) {
    const { app } = this;
    if (!app.geo.next[i].includes(j)) return i;
    if (app.kind === "numbers") return this.write(i, j, gesture);
    const lines = linesOf(app.doc, app.geo, app.player.now), before = [...lines.edges].sort().join();
    if (!lines.step(i, j, app.doc.closed === "yes")) return i;
    if ([...lines.edges].sort().join() !== before) app.play(app.player.draw(lines.edges, gesture));
    return j;
  }

  /** The pen writes the number that follows; back along what it wrote it takes numbers away. @private */
  write(i, j, gesture) {
    const { app } = this, state = app.player.now, value = place => contentAt(app.doc, app.geo, state, place);
    const trail = gesture.trail ??= [i];
    if (trail.length > 1 && trail.at(-2) === j) {
      if (gesture.wrote?.has(i)) app.play(app.player.change(next => next.values.delete(i), gesture));
      trail.pop();
      return j;
    }
    const used = new Set();
    app.geo.cells.forEach((_, place) => { const v = value(place); if (typeof v === "number") used.add(v); });
    const next = nextNumber({ from: i, to: j, value, isFree: place => app.given(place) === null, used, most: app.most, direction: gesture.direction });
    if (!next) return i;
    gesture.direction = next.direction;
    if (value(j) !== next.number) {
      (gesture.wrote ??= new Set()).add(j);
      app.play(app.player.change(state => { state.values.set(j, next.number); state.centre.delete(j); }, gesture));
    }
    trail.push(j);
    return j;
  }

  /** Takes the lines at a place away. */
  erase(i) {
    const { app } = this, lines = linesOf(app.doc, app.geo, app.player.now);
    if (!lines.degree(i)) return;
    lines.erase(i);
    app.play(app.player.draw(lines.edges));
  }

  /** The cursor goes to the next place from which a line goes on: a loose end, or a label without a line. */
  nextHead() {
    const { app } = this, lines = linesOf(app.doc, app.geo, app.player.now), n = app.geo.cells.length;
    for (let k = 1; k <= n; k++) {
      const i = (app.selected + k) % n;
      if (app.hole(i)) continue;
      const label = lines.labels(i), degree = lines.degree(i);
      if (label !== null ? degree === 0 : degree === 1) return app.select(i);
    }
    return undefined;
  }
}
