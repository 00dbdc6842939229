/** Small helpers that every page uses.  Text is always text here: nothing a person wrote becomes markup. */

/** An element: h("button.primary", {onclick, title}, "Play", child). */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else if (key === "value") node.value = value;
    else if (value != null) node.setAttribute(key, value);
  }
  node.classList.add(...classes);
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

/** An SVG element inside another. */
export function draw(parent, name, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return parent.appendChild(node);
}

/** A drawing of ours, for the eye only: whatever carries it also has words. */
export function icon(name, file = "icons") {
  const svg = draw(document.createDocumentFragment(), "svg", { class: file === "icons" ? "icon" : file, "aria-hidden": "true" });
  draw(svg, "use", { href: `/static/${file}.svg#${name}` });
  return svg;
}

/** A rule's number as a link; `show(number)` may open it in place. */
export const ruleLink = (slug, number, show) => number && h("a.rule", { href: `/rules/${slug}#${number}`,
  onclick: (event) => show && (event.preventDefault(), show(number)) }, number);

/** Take away what has been said, except what waits for an answer. */
export const hush = () => document.querySelectorAll(".toast:not(.lasting)").forEach((old) => old.remove());

/** A sentence that comes and goes, with links or buttons after it; a lasting one waits for an answer. */
export function toast(text, extra = [], lasting = false) {
  const box = h("div.toast", { role: "status", onclick: (event) => event.target.closest("a,button") && box.remove() }, h("span", {}, text), extra,
    h("button.plain", { "aria-label": "Close" }, "×"));
  hush();
  if (!lasting) setTimeout(() => box.remove(), 3000 + 60 * text.length);
  box.classList.toggle("lasting", lasting);
  document.getElementById("toasts").append(box);
}

/** Do what the server may refuse; a refusal is told. */
export const attempt = (work) => work().catch((problem) => toast(problem.message));

/** What is shown instead of a page that cannot be. */
export const lost = ({ message }) => h("div.page", {}, h("h1", {}, "Lost in the snow"), h("p", {}, message), h("a.primary", { href: "/" }, "Home"));

/** A modal box; resolves to the value of the button that closed it, or "". */
export function ask(title, body, buttons) {
  const box = h("dialog", { "aria-label": title }, h("form", { method: "dialog" }, h("h2", {}, title), body,
    h("div.row.end", {}, buttons.map(([label, value, kind = ""]) => h(`button${kind}`, { value }, label)))));
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) => box.addEventListener("close", () => { box.remove(); resolve(box.returnValue); }));
}

/** Put a link on the clipboard, or show it where that is not allowed. */
export async function copy(link, done = "The link is copied.") {
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  toast(copied ? done : link, [], !copied);
}
