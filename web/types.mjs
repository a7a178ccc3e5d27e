// The types of the npm package, made from the JSON schemas in docs/schema: what questions take, and the documents of replies.
//
//     node web/types.mjs OUT.d.ts
//
// web/npm.mjs calls it when it puts the package together, so types and schemas cannot differ.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { QUESTIONS } from "./npm/questions.js";

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "docs", "schema");
const read = name => JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"));
const upper = name => name.replace(/(^|[-_.])(\w)/g, (_, __, letter) => letter.toUpperCase());

/** The document of each question, by the name of its schema's file; the others have another document, or none. */
const DOCUMENTS = {
  check: "result-1", where: "result-1", candidates: "result-1", count: "result-1", solve: "result-1", explain: "steps-1",
  hint: "hint-1", breaks: "breaks-1", rate: "rating-1", repair: "repair-1", "why-not": "why-not-1", generate: "puzzle-1",
  "from-solution": "puzzle-1", plan: "plan-1", import: "import-1", profile: "profile-2", ablate: "ablation-1",
};
/** Questions whose document is a list. */
const LISTS = { dedup: "same-1", networks: "network-1", trace: "trace-1" };

/** A schema as a type; `prefix` stands before the names of definitions. */
function type(schema, prefix, indent = "") {
  if (schema === true || schema === undefined) return "any";
  if (schema === false) return "never";
  if (schema.$ref) return prefix + upper(schema.$ref.split("/").at(-1));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    const parts = [...new Set(either.map(part => type(part, prefix, indent)))].join(" | ");
    return schema.properties ? `${object(schema, prefix, indent)} & (${parts})` : `(${parts})`;
  }
  if (schema.allOf) return schema.allOf.map(part => type(part, prefix, indent)).join(" & ");
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  return kinds.map(kind => one(kind, schema, prefix, indent)).join(" | ");
}

function one(kind, schema, prefix, indent) {
  switch (kind) {
    case "string": return "string";
    case "integer": case "number": return "number";
    case "boolean": return "boolean";
    case "null": return "null";
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map(item => type(item, prefix, indent)).join(", ")}]`;
      return `Array<${type(schema.items, prefix, indent)}>`;
    case "object": return object(schema, prefix, indent);
    default: return "any";
  }
}

function object(schema, prefix, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const optional = (schema.required ?? []).includes(name) ? "" : "?";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment(value.description, inner)}${inner}${key}${optional}: ${type(value, prefix, inner)};\n`;
  });
  if (lines.length === 0) return schema.additionalProperties === false ? "{}" : `Record<string, ${type(schema.additionalProperties, prefix, indent)}>`;
  if (schema.additionalProperties && schema.additionalProperties !== true) lines.push(`${inner}[key: string]: any;\n`);
  return `{\n${lines.join("")}${indent}}`;
}

const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : "");

/** The definitions of a schema, each a type of its own. */
function definitions(schema, prefix) {
  return Object.entries(schema.$defs ?? {}).map(([name, value]) =>
    `${comment(value.description, "")}export type ${prefix}${upper(name)} = ${type(value, prefix)};\n`).join("\n");
}

const request = read("request-1");
const parts = ["// Made by web/types.mjs from the JSON schemas; see the chapters \"The door\" and \"JSON\" of clew's book.\n"];
parts.push(definitions(request, ""));
for (const file of fs.readdirSync(folder).filter(name => name.endsWith(".json")).sort()) {
  const name = file.slice(0, -5), schema = read(name);
  if (name === "request-1" || name === "reply-1") continue;
  const document = upper(name.replace(/-\d+$/, "")), prefix = `${document}_`;
  parts.push(definitions(schema, prefix));
  parts.push(`${comment(schema.title, "")}export type ${document}Document = ${type({ ...schema, $defs: undefined }, prefix)};\n`);
}

const asks = request.oneOf.map(part => [part.properties.ask.const, part.description, part.properties.options?.$ref?.split("/").at(-1), part.required]);
const missing = asks.filter(([ask]) => !(ask in QUESTIONS)).map(([ask]) => ask);
if (missing.length > 0) throw new Error(`web/npm/questions.js has no method for ${missing.join(", ")}`);
const documentOf = ask => (DOCUMENTS[ask] ? `${upper(DOCUMENTS[ask].replace(/-\d+$/, ""))}Document`
  : LISTS[ask] ? `Array<${upper(LISTS[ask].replace(/-\d+$/, ""))}Document>` : "any");
parts.push(`export type Question = ${asks.map(([ask]) => JSON.stringify(ask)).join(" | ")};\n`);
parts.push(`/** The document in the reply to each question. */\nexport interface Documents {\n${asks.map(([ask]) => `  ${JSON.stringify(ask)}: ${documentOf(ask)};\n`).join("")}}\n`);
parts.push(`/** The options of each question. */\nexport interface QuestionOptions {\n${asks.map(([ask, , options]) => `  ${JSON.stringify(ask)}: ${options ? upper(options) : "{}"};\n`).join("")}}\n`);
const methods = asks.map(([ask, about, , required]) => {
  const { method, puzzle } = QUESTIONS[ask];
  const optional = (required ?? []).includes("options") ? "" : "?";
  const first = puzzle === false ? "" : `puzzle${puzzle === "optional" ? "?" : ""}: string, `;
  const options = `options${first.includes("?") && optional === "" ? "?" : optional}: QuestionOptions[${JSON.stringify(ask)}] & Asked`;
  return `${comment(about, "  ")}  ${method}(${first}${options}): Answer<Waits, ${JSON.stringify(ask)}>;\n`;
});
parts.push(`import type { Asked, Reply } from "./index.js";\n
/** A reply, or the promise of one. */
export type Answer<Waits extends boolean, Q extends Question> = Waits extends true ? Promise<Reply<Q>> : Reply<Q>;\n
/** A method for each question. */
export interface QuestionMethods<Waits extends boolean> {\n${methods.join("")}}\n`);
fs.writeFileSync(process.argv[2], parts.join("\n"));
