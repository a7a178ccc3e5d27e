#!/usr/bin/env node
// `npx clew-solver check board.puzzle`: every question of the door on the command line, without the native program.

import { readFileSync } from "node:fs";
import { load } from "./index.js";
import { QUESTIONS, request } from "./questions.js";

const USAGE = `usage: clew QUESTION [FILE | ADDRESS | -] [--option=value]... [--json]

The puzzle is a file, standard input (-), or an address or id itself. Options are those of the question, values are JSON or words; \
--seconds=N limits the time, --family=... and --neighbours=... say how a text is read.

questions: ${Object.keys(QUESTIONS).join(", ")}

  clew check board.puzzle
  clew solve 'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3' --number=2
  clew generate --family=hidato --rows=5 --level=easy --seed=3
  clew draw board.puzzle --solution --svg >board.svg`;

const value = text => {
  try { return JSON.parse(text); } catch { return text; }
};

/** The words of the command: options, and the rest. */
function parsed(words) {
  const options = {}, rest = [];
  for (const word of words) {
    const found = /^--([\w-]+)(?:=(.*))?$/s.exec(word);
    if (found) options[found[1].replaceAll("-", "_")] = found[2] === undefined ? true : value(found[2]);
    else rest.push(word);
  }
  return { options, rest };
}

/** A puzzle from a file, from standard input, or as it stands. */
function given(word) {
  try {
    return readFileSync(word === "-" ? 0 : word, "utf8");
  } catch (error) {
    if (word === "-" || error.code !== "ENOENT") throw error;
    return word;
  }
}

const { options, rest: [ask, about] } = parsed(process.argv.slice(2));
if (!ask || !(ask in QUESTIONS) || (about === undefined && QUESTIONS[ask].puzzle === true)) {
  console.error(USAGE);
  process.exit(2);
}
const { json, svg, seconds, family, neighbours, format, ...own } = options;
const asked = { ...own };
if (seconds !== undefined) asked.limits = { seconds };
if (ask === "generate") Object.assign(asked, family && { family }, neighbours && { neighbours: String(neighbours) });
else if (family || neighbours || format) asked.reading = { ...(family && { family }), ...(neighbours && { neighbours: String(neighbours) }), ...(format && { format }) };
const clew = await load();
const reply = clew.ask(request(ask, QUESTIONS[ask].puzzle === false || about === undefined ? undefined : given(about), asked));
if (reply.error) {
  console.error(`error: ${reply.error.message}`);
  process.exitCode = reply.error.stopped ? 4 : 2;
} else {
  const shown = json ? JSON.stringify(reply.document ?? reply) : svg ? reply.svg : reply.text ?? reply.words ?? "";
  process.stdout.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  process.exitCode = { yes: 0, no: 1, open: 4 }[reply.standing] ?? 0;
}
