// Elements of the page, and groups of buttons.

export const $ = id => document.getElementById(id);

/** Makes an element of HTML with attributes and children. */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** A list of things, each an item. */
export const list = items => html("ul", {}, ...items.map(item => html("li", {}, item)));

/** Changes a text only if it is another one: screen readers read every change. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Marks which of a group of buttons is chosen. */
export function radios(group, chosen, nameOf) {
  for (const button of group.querySelectorAll("[role=radio]")) {
    const on = nameOf(button) === chosen;
    button.setAttribute("aria-checked", String(on));
    button.tabIndex = on ? 0 : -1;
  }
}

/** Groups of buttons of which one can be reached by Tab: arrows change between them. `chooses`: an arrow also presses. */
export function arrowKeys(group, buttons, chooses) {
  group.addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e6, End: 1e6 }[event.key];
    if (!by || event.target.closest("input, textarea, select")) return;
    const all = [...group.querySelectorAll(buttons)].filter(button => !button.disabled && button.offsetParent);
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    const to = Math.abs(by) > 1 ? (by < 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    if (chooses) all[to].click();
    const next = [...group.querySelectorAll(buttons)].find(button => button === all[to]) ?? group.querySelector("[tabindex='0']");
    if (!chooses) for (const button of all) button.tabIndex = button === next ? 0 : -1;
    next?.focus();
  });
}

/** Of the buttons of a toolbar one is reached by Tab. */
export function oneStop(group, buttons = "button") {
  const all = [...group.querySelectorAll(buttons)];
  const kept = all.find(button => button === document.activeElement) ?? all.find(button => !button.disabled);
  for (const button of all) button.tabIndex = button === kept ? 0 : -1;
}
