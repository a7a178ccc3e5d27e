// The bar of steps: one after the other, "suppose / so", the ideas behind a step, the steps that are possible beside it, and
// how hard each step is, as a graph.
import { $, html, list, say } from "../dom.js";

export class StepBar {
  constructor(app) {
    this.app = app;
    const go = to => () => this.app.steps?.count !== undefined && this.go(to(this.app.steps));
    $("step-first").onclick = go(() => 0);
    $("step-back").onclick = go(steps => steps.at - 1);
    $("step-forward").onclick = go(steps => steps.at + 1);
    $("step-last").onclick = go(steps => steps.count);
    $("step-slider").oninput = go(() => Number($("step-slider").value));
    $("step-close").onclick = () => { app.steps = null; app.show(); };
    $("step-filter").onchange = () => this.others();
    $("steps").onkeydown = event => {
      if (event.target.matches("input, select")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) { event.preventDefault(); go(steps => steps.at + by)(); }
    };
    app.onShow(() => this.show());
  }

  /** Steps were explained: from the first one. */
  begin() {
    const { steps } = this.app;
    const names = [...new Set(steps.list.map(step => step.title))];
    $("step-filter").replaceChildren(new Option("all techniques", ""), ...names.map(name => new Option(name)));
    this.graph();
    this.go(Math.min(1, steps.count));
  }

  go(to) {
    const { app } = this;
    if (!app.steps || app.steps.still) return;
    app.steps.go(to);
    app.show();
  }

  /** @private */
  show() {
    const { steps } = this.app, on = Boolean(steps) && !steps.still;
    $("steps").hidden = !on;
    document.body.classList.toggle("stepping", on);
    if (!on) return;
    say($("step-number"), `${steps.at} of ${steps.count}`);
    $("step-slider").max = String(steps.count);
    $("step-slider").value = String(steps.at);
    say($("step-title"), steps.title());
    say($("step-text"), steps.text());
    $("step-back").disabled = $("step-first").disabled = steps.at === 0;
    $("step-forward").disabled = $("step-last").disabled = steps.at === steps.count;
    for (const bar of $("step-graph").children) bar.setAttribute("aria-current", String(Number(bar.dataset.step) === steps.at));
    if (this.shown === steps.step && this.of === steps) return;
    Object.assign(this, { shown: steps.step, of: steps });
    this.openings();
    this.others();
  }

  /** Buttons for what a step assumes: the position with it, and the position after. @private */
  openings() {
    const { app } = this, { steps } = app;
    const look = (idea, suppose) => () => { Object.assign(steps, { idea, suppose }); app.show(); };
    const one = (opening, k) => {
      const own = opening === steps.step;
      return html("div", { class: "bar" },
        html("span", {}, own ? "This step" : `Idea ${k}: ${opening.title}`),
        html("button", { onclick: look(own ? null : opening, true) }, "Suppose"),
        html("button", { onclick: look(own ? null : opening, false) }, "So"));
    };
    $("step-ideas").replaceChildren(...steps.openings.map(one));
  }

  /** The steps of the same round, those of one technique if that is chosen. @private */
  others() {
    const { steps } = this.app, wanted = $("step-filter").value;
    if (!steps || steps.still) return;
    const every = wanted ? steps.list.map((step, k) => ({ step, at: k + 1 })).filter(({ step }) => step.title === wanted) : steps.alike;
    const button = ({ step, at }) => html("button", { "aria-pressed": String(at === steps.at), onclick: () => this.go(at) }, `${at}: ${step.title}`);
    $("step-others").replaceChildren(list(every.slice(0, 60).map(button)));
    say($("step-others-word"), wanted ? `${every.length} with this technique` : every.length > 1 ? `${every.length} are possible now, in any order` : "No other is possible now");
  }

  /** The cost of each step, as a bar that leads to it. @private */
  graph() {
    const { list: all } = this.app.steps, most = Math.max(1, ...all.map(step => step.cost ?? 0));
    const bar = (step, k) => html("button", {
      tabindex: -1, "data-step": k + 1, class: `level-${step.level ?? 0}`, title: `${k + 1}: ${step.title}`, "aria-label": `Step ${k + 1}: ${step.title}`,
      style: `height:${Math.max(8, Math.round(100 * Math.sqrt((step.cost ?? 0) / most)))}%`, onclick: () => this.go(k + 1),
    });
    $("step-graph").replaceChildren(...(all.length <= 400 ? all.map(bar) : []));
    $("step-graph").hidden = all.length < 2 || all.length > 400 || all.every(step => !step.cost);
  }
}
