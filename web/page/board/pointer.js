// Mouse, pen and touch on the board. A drag is followed through all cells between two events.
import { $ } from "../dom.js";
import { UNIT, pairAt, placeAt } from "../puzzle/geometry.js";
import { withClue } from "../puzzle/model.js";
import { actsBetween, selects } from "./tools.js";

/** How near to the middle of a cell a drag has to come, in cells: diagonal drags pass between the others. */
const NEAR = 0.36;
/** Of a drag between cells, how near to their border. */
const NEAR_BORDER = 0.3;

export class Pointer {
  constructor(app, acts) {
    Object.assign(this, { app, acts, drag: null, touches: new Set() });
    const frame = $("frame");
    frame.addEventListener("pointerdown", event => this.down(event));
    frame.addEventListener("pointermove", event => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      frame.addEventListener(end, event => { this.touches.delete(event.pointerId); this.drag = null; });
    }
    frame.addEventListener("contextmenu", event => { if (app.solving) event.preventDefault(); });
  }

  /** The point of an event in the drawing. @private */
  point(event) {
    const box = $("board").getBoundingClientRect(), { width, height } = this.app.geo;
    const scale = Math.max(width / box.width, height / box.height);
    const left = box.left + (box.width - width / scale) / 2, top = box.top + (box.height - height / scale) / 2;
    return [(event.clientX - left) * scale, (event.clientY - top) * scale];
  }

  /** @private */
  down(event) {
    const { app } = this;
    if (app.paused || (event.button > 0 && event.button !== 2)) return;
    this.touches.add(event.pointerId);
    // Two fingers zoom.
    if (this.touches.size > 1) { this.drag = null; return; }
    const [x, y] = this.point(event), i = placeAt(app.geo, x, y);
    const secondary = event.button === 2 && app.solving;
    if (app.steps) { app.steps = null; app.show(); }
    if (this.takesOffer(i)) return;
    const gesture = {}, tool = secondary && app.tool === "line" ? "cross" : app.tool;
    this.drag = { gesture, tool, x, y, on: undefined, done: new Set() };
    $("frame").setPointerCapture?.(event.pointerId);
    if (actsBetween(tool)) {
      if (!this.between(x, y, 0.45) && i >= 0) app.select(i);
      return;
    }
    if (i < 0) return;
    this.drag.at = i;
    app.select(i, { more: selects(tool) && (event.ctrlKey || event.metaKey || event.shiftKey) });
    if (!selects(tool) && tool !== "line") this.cell(i);
  }

  /** A second click on an offered clue takes it. @private */
  takesOffer(i) {
    const { app } = this;
    if (app.solving || app.tool !== "clue" || i !== app.selected || app.given(i) !== null) return false;
    const taken = app.offers()?.get(i);
    if (taken) app.change(withClue(app.doc, taken.clue));
    return Boolean(taken);
  }

  /** @private */
  move(event) {
    const { drag } = this;
    if (!drag) return;
    for (const part of event.getCoalescedEvents?.().concat(event) ?? [event]) {
      const [x, y] = this.point(part), steps = Math.max(1, Math.ceil(Math.hypot(x - drag.x, y - drag.y) / (UNIT / 5)));
      for (let k = 1; k <= steps; k++) this.pass(drag.x + (x - drag.x) * k / steps, drag.y + (y - drag.y) * k / steps);
      Object.assign(drag, { x, y });
    }
  }

  /** A drag passes a point. @private */
  pass(x, y) {
    const { drag, app } = this;
    if (actsBetween(drag.tool)) {
      if (drag.tool !== app.tool || !drag.tool.startsWith("pair:")) this.between(x, y, NEAR_BORDER);
      return;
    }
    const i = placeAt(app.geo, x, y, NEAR);
    if (i < 0 || i === drag.at || drag.at === undefined) return;
    if (drag.tool === "line") {
      drag.at = this.acts.draw(drag.at, i, drag.gesture);
      if (app.selected !== drag.at) app.select(drag.at);
    } else {
      drag.at = i;
      if (selects(drag.tool)) app.select(i, { more: true });
      else this.cell(i);
    }
  }

  /** @private */
  cell(i) {
    const { drag } = this;
    if (drag.done.has(i)) return;
    drag.done.add(i);
    drag.on = this.acts.cell(i, drag.gesture, drag.on);
  }

  /** Acts on the pair at a point; returns whether there is one. @private */
  between(x, y, near) {
    const { drag, app } = this, pair = pairAt(app.geo, x, y, near), key = String(pair);
    if (!pair || drag.done.has(key)) return Boolean(pair);
    drag.done.add(key);
    const tool = app.tool;
    app.tool = drag.tool;
    drag.on = this.acts.pair(...pair, drag.gesture, drag.on);
    app.tool = tool;
    return true;
  }
}
