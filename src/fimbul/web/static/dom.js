/** Small helpers that every page uses.  Text is always text here: nothing a person wrote becomes markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button.primary", {onclick, title}, "Play", child). */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  node.classList.add(...classes);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else if (value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat(2).filter((child) => child != null && child !== false));
  return node;
}

const ICONS = {
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 0 12h-2",
  hint: "M12 3a6 6 0 0 0-3 11c1 1 1 2 1 3h4c0-1 0-2 1-3a6 6 0 0 0-3-11zM10 21h4",
  flag: "M5 22V3c5-3 8 3 14 0v10c-6 3-9-3-14 0",
  link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  film: "M4 5h16v14H4zM10 9v6l5-3z",
  theme: "M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z",
  bot: "M5 9h14v10H5zM12 9V5M9 13.5v1M15 13.5v1M12 5h.01",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 4-6 8-6s7 1 8 6",
  keys: "M3 7h18v11H3zM7 11h.01M12 11h.01M17 11h.01M8 15h8",
  first: "M6 5v14M19 5l-9 7 9 7z", prev: "M16 5l-9 7 9 7z", next: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z", pause: "M8 5v14M16 5v14", save: "M12 3v12M7 11l5 5 5-5M4 20h16",
  flake: "M12 1v22M2.5 6.5l19 11M21.5 6.5l-19 11M9 3l3 3 3-3M9 21l3-3 3 3M2.8 10l4-1-1-4M21.2 14l-4 1 1 4M2.8 14l4 1-1 4M21.2 10l-4-1 1-4",
};

/** A drawn sign, for the eye only: what carries it also has words. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "path"));
  svg.firstChild.setAttribute("d", ICONS[name]);
  return svg;
}

/** A sentence that comes and goes; with a rule's number, or buttons that answer it, where it has them. */
export function toast(text, { rule, href, onrule, buttons = [], lasting = false } = {}) {
  const close = () => box.remove();
  const box = h("div.toast", { role: "status" }, h("span", {}, text),
    rule && h("a.rule", { href, onclick: (event) => { if (onrule) event.preventDefault(), onrule(rule); close(); } }, rule),
    buttons.map(([label, act]) => h("button", { onclick: () => { close(); act(); } }, label)),
    h("button.plain", { "aria-label": "Close", onclick: close }, "×"));
  const shelf = document.getElementById("toasts");
  if (!lasting) shelf.querySelectorAll(".toast:not(.lasting)").forEach((old) => old.remove());
  box.classList.toggle("lasting", lasting);
  shelf.append(box);
  if (!lasting) setTimeout(close, 3000 + 60 * text.length);
  return close;
}

/** A modal box; resolves to the value of the button that closed it, or "" if none did. */
export function dialog(title, body, buttons) {
  const box = h("dialog", { "aria-label": title }, h("form", { method: "dialog" }, h("h2", {}, title), body,
    h("div.row.end", {}, buttons.map(([label, value, kind = ""]) => h(`button${kind}`, { value }, label)))));
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) => box.addEventListener("close", () => { box.remove(); resolve(box.returnValue); }));
}

/** Put a text on the clipboard, or show it where that is not allowed. */
export async function copy(text, done = "The link is copied.") {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    await dialog("Copy this", h("input", { value: text, readonly: true, "aria-label": "Link", onfocus: (e) => e.target.select() }),
      [["Close", ""]]);
  }
}
