// The dialog that makes a puzzle. What a family cannot be wished for is hidden; what else cannot be is refused in words.
import { $, html } from "../dom.js";
import { Ended } from "../engine.js";
import { capital, mistakeWords, stepWords } from "../words.js";

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

/** Which families a wish is for, by what their description states. */
const FOR = {
  grid: family => family.boards !== "none",
  wrap: family => family.grids.includes("wrap"),
  links: family => family.pairs.some(({ name }) => name === "links"),
  bridges: family => family.grids.includes("bridges"),
  numbers: family => family.clues === "numbers",
  labels: family => family.clues === "labels",
  signs: family => family.pairs.some(({ between }) => between === "<"),
};

/** Levels of the puzzles of a day, from Sunday: the week gets harder. */
const LEVELS = ["hard", "easy", "easy", "tricky", "tricky", "tricky", "hard"];
/** Rows of the puzzles of a day, on a grid and in a square. */
const OF_A_DAY = { grid: 7, square: 5 };

/** The wish of a control, or `undefined` if nothing is wished there. */
const READ = {
  whole: input => Math.max(0, Math.round(Number(input.value)) || 0) || undefined,
  share: input => (input.value === "" ? undefined : Math.min(1, Math.max(0, Number(input.value) / 100))),
  range: input => {
    const ends = input.value.split("-").map(Number);
    return input.value.trim() === "" ? undefined : [ends[0], ends.at(-1)];
  },
  flag: input => input.checked || undefined,
  word: input => input.value || undefined,
};

export class Make {
  constructor(app) {
    this.app = app;
    this.lane = app.engine.lane();
    for (const { keyword } of app.families) $("make-family").append(new Option(capital(keyword), keyword));
    $("make").onclick = () => this.open();
    $("make-family").onchange = () => this.family();
    $("make-ok").onclick = event => { event.preventDefault(); this.make(this.wishes()); };
    $("make-day").onclick = () => this.day();
    $("make-another").onclick = () => { $("make-seed").value = String(seed()); };
    $("dialog-make").onclose = () => this.lane.cancel();
  }

  /** @private */
  chosen() { return this.app.families.find(({ keyword }) => keyword === $("make-family").value); }

  open() {
    $("make-family").value = this.app.family.keyword;
    $("make-seed").value = String(seed());
    $("make-fault").textContent = "";
    this.family();
    $("dialog-make").showModal();
  }

  /** @private */
  family() {
    const family = this.chosen();
    for (const label of document.querySelectorAll("#dialog-make [data-for]")) label.hidden = !FOR[label.dataset.for](family);
    if (!FOR.grid(family) && Number($("make-rows").value) > 7) $("make-rows").value = "6";
    const rule = ({ name, values }) =>
      html("label", {}, capital(name), html("select", { "data-rule": name }, html("option", { value: "" }, "as usual"), ...values.map(value => html("option", {}, value))));
    $("make-rules").replaceChildren(...family.rules.map(rule));
  }

  /** The options of the question, from the controls that are shown. @private */
  wishes() {
    const family = this.chosen(), rows = READ.whole($("make-rows"));
    const options = { family: family.keyword, rows, cols: FOR.grid(family) ? READ.whole($("make-cols")) : rows };
    for (const input of document.querySelectorAll("#dialog-make [data-wish]")) {
      if (input.closest("[data-for]")?.hidden) continue;
      const value = READ[input.dataset.kind](input);
      if (value !== undefined) options[input.dataset.wish] = value;
    }
    const rules = [...$("make-rules").querySelectorAll("select")].filter(({ value }) => value);
    if (rules.length) options.rules = Object.fromEntries(rules.map(select => [select.dataset.rule, select.value]));
    return options;
  }

  /** The puzzle of a day, the same for all who have this version. */
  day(now = new Date()) {
    const family = this.chosen(), rows = FOR.grid(family) ? OF_A_DAY.grid : OF_A_DAY.square;
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0"));
    const options = { family: family.keyword, rows, cols: rows, level: LEVELS[now.getDay()], seed: Number(date.join("")) };
    return this.make(options, { title: `${capital(family.keyword)} of ${date.join("-")}` }, "solve");
  }

  /** Makes a puzzle; a wish that cannot be met stays in the dialog. @private */
  async make(options, details = {}, mode = "set") {
    $("make-ok").disabled = true;
    $("make-fault").textContent = "";
    try {
      const hear = step => { $("make-fault").textContent = stepWords(step); };
      const reply = await this.lane.ask({ ask: "generate", options, limits: { seconds: 60 } }, hear);
      if (reply.error) { $("make-fault").textContent = mistakeWords(reply.error); return; }
      $("dialog-make").close();
      this.app.load({ ...reply.document, ...details }, { mode });
      $("frame").focus();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    } finally {
      $("make-ok").disabled = false;
    }
  }
}
