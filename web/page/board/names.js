// The cells of a board in words, for screen readers.

const word = content => (content === null ? "empty" : Array.isArray(content) ? content.map(word).join(" over ") : String(content));

export function cellName(doc, { r, c }, i, view) {
  const place = doc.points ? `point ${c + 1}` : `row ${r + 1}, column ${c + 1}`, value = doc.cells[r][c];
  if (value === "#") return `${place}: no cell`;
  const parts = [];
  if (value !== null) parts.push(`given ${word(value)}`);
  else if (view.player?.has(i)) parts.push(`your ${word(view.player.get(i))}`);
  else if (view.values?.has(i)) parts.push(word(view.values.get(i)));
  else if (view.same?.has(i)) parts.push(`${word(view.same.get(i))} in every solution`);
  else parts.push("empty");
  if (view.corner?.get(i)?.size) parts.push(`corner marks ${[...view.corner.get(i)].join(" ")}`);
  if (view.centre?.get(i)?.size) parts.push(`centre marks ${[...view.centre.get(i)].join(" ")}`);
  if (view.colours?.has(i)) parts.push(`colour ${view.colours.get(i)}`);
  if (view.wrong?.has(i)) parts.push("wrong");
  if (view.broken?.has(i)) parts.push("breaks a rule");
  if (view.mark?.has(i)) parts.push("part of the contradiction");
  if (view.open?.has(i)) parts.push("differs between solutions");
  if (view.can?.[i]?.length > 1) parts.push(`can be ${view.can[i].map(word).join(" ")}`);
  if (view.offers?.has(i)) parts.push(`${view.offers.get(i).text} here would leave one solution`);
  if (view.selection?.size > 1 && view.selection.has(i)) parts.push("selected");
  return `${place}: ${parts.join("; ")}`;
}
