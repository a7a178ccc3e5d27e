// What the page says: verdicts, numbers and limits in the words that people use.
import { pairClue } from "./puzzle/model.js";

/** A number of decimal digits, grouped; long ones also as a power of ten. */
export function grouped(digits) {
  const text = String(digits).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return text;
}

/** The size of a large number, such as "about 1.5 · 10^15". */
export function about(digits) {
  const text = String(digits);
  if (text.length < 8) return "";
  return `about ${text[0]}.${text[1]} · 10${superscript(text.length - 1)}`;
}

const superscript = n => [...String(n)].map(d => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("");

export const howMany = (n, noun) => `${grouped(n)} ${noun}${Number(n) === 1 ? "" : "s"}`;

/** Seconds as minutes and seconds. */
export function timeWords(seconds) {
  const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)].map(Math.floor);
  const two = n => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What a verdict is called. */
export function verdictWords(result) {
  switch (result.verdict) {
    case "unique": return "One solution";
    case "multiple": return "Several solutions";
    case "none": return "No solution";
    case "solved": return "Solved";
    default: return "Not known yet";
  }
}

/** Why something is not known. */
export function limitWords(stopped) {
  switch (stopped) {
    case "time": return "the time ran out";
    case "memory": return "the memory ran out";
    case "nodes": return "the limit of decisions was reached";
    case "interrupt": return "you ended it";
    case "defect": return "the solver failed";
    default: return "";
  }
}

/** How far a question is. */
export function stepWords(step) {
  if (step.rejected !== undefined) return `${grouped(step.rejected)} made that did not fit the wishes`;
  if (step.decisions !== undefined) return `${grouped(step.decisions)} decisions`;
  if (step.best !== undefined || step.bound !== undefined) {
    const known = ["best", "bound", "gap"].filter(name => step[name] !== undefined);
    return known.map(name => `${name} ${grouped(step[name])}`).join(", ");
  }
  return `step ${step.done} of ${step.of}, ${grouped(step.states)} states, ${Math.ceil(step.bytes / 2 ** 20)} MiB`;
}

/** The words of a mistake, with its place in what was pasted. */
export function mistakeWords(error) {
  const place = error.line !== undefined ? `Line ${error.line}, column ${error.column}: ` : "";
  return place + error.message;
}

/** The same of a puzzle that was never pasted, so that it has no lines. */
export const lackWords = error => (error.expected ? capital(`expected ${error.expected}`) : error.message);

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** A place in words. */
export const placeWords = ([r, c], points) => (points ? `point ${c + 1}` : `r${r + 1}c${c + 1}`);

const PAIR_WORDS = {
  less: (a, b) => `${a} < ${b}`,
  walls: (a, b) => `a wall ${a} | ${b}`,
  differ: (a, b, by) => `${a} and ${b} differ by ${by}`,
  apart: (a, b, by) => `${a} and ${b} do not differ by ${by}`,
};

/** A clue of a repair in words. */
export function clueWords(clue, points) {
  const at = place => placeWords(place, points);
  const mark = pairClue(clue);
  if (mark) return (PAIR_WORDS[mark.name] ?? ((a, b) => `${mark.name}: ${a}, ${b}`))(...mark.pair.map(at), mark.number);
  return clue.label !== undefined ? `${at(clue.cell)} on the path of ${clue.label}` : `${at(clue.cell)} = ${clue.value}`;
}

/** A change of a repair in words. */
export function changeWords(change, points) {
  const at = place => placeWords(place, points);
  if (change.remove) return `remove ${clueWords(change.remove, points)}`;
  if (change.replace) {
    const { replace, by } = change;
    const same = replace.cell && by.cell && at(replace.cell) === at(by.cell) && by.value !== undefined;
    return same ? `${at(by.cell)}: ${replace.value} becomes ${by.value}` : `${clueWords(replace, points)} becomes ${clueWords(by, points)}`;
  }
  if (change.move) return `move ${change.move} from ${at(change.from)} to ${at(change.to)}`;
  return `remove both ends of ${change.drop}`;
}
