/** Small helpers that every page uses.  Text is always text here: nothing a person wrote becomes markup. */
import { t } from "./i18n.js";

/** An element: h("button.primary", {onclick, title}, "Play", child). */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (name === "button") node.type = "button";
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else if (key === "value") node.value = value;
    else if (key === "style") node.style.cssText = value; // the policy allows no style attribute
    else if (value != null) node.setAttribute(key, value);
  }
  node.classList.add(...classes);
  node.append(...children.flat(3).filter((child) => child != null && child !== false && child !== ""));
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
  const look = { class: file === "icons" ? "icon" : file, "aria-hidden": "true" };
  const svg = draw(document.createDocumentFragment(), "svg", look);
  draw(svg, "use", { href: `/static/${file}.svg#${name}` });
  return svg;
}

/** Make a parent's children those of these items: what has a known key stays the same element, so that focus
 *  and motion go on; `fill(child, item)` writes what is in it. */
export function keep(parent, items, { key = ({ id }) => id, make, fill }) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const wanted = new Set(items.map((item) => key(item)));
  for (const [name, child] of known) if (!wanted.has(name)) child.remove();
  let place = parent.firstElementChild;
  for (const item of items) {
    const child = known.get(key(item)) ?? make(item);
    child.dataset.key = key(item);
    fill?.(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

/** Words for those who listen, and for nobody's eyes. */
export const aside = (text) => h("span.aside", {}, `${text} `);

/** A rule's number as a link; `show(number)` may open it in place. */
export function ruleLink(slug, number, show) {
  const open = (event) => {
    if (!show) return;
    event.preventDefault();
    show(number);
  };
  return number && h("a.rule", { href: `/rules/${slug}#${number}`, onclick: open }, number);
}

/** Take away refusals: something else is being done. */
export const hush = () => document.querySelectorAll(".toast.refusal").forEach((old) => old.remove());

/** A sentence that comes and goes, with links or buttons after it; a "lasting" one waits for an answer. */
export function toast(text, extra = [], kind = "") {
  const close = (event) => event.target.closest("a,button") && box.remove();
  const shut = h("button.plain", { "aria-label": t("Close") }, "×");
  const box = h("div.toast", { role: "status", onclick: close }, h("span", {}, text), extra, shut);
  hush();
  if (kind !== "lasting") setTimeout(() => box.remove(), 4000 + 60 * text.length);
  if (kind) box.classList.add(kind);
  document.getElementById("toasts").append(box);
}

/** Do what the server may refuse; a refusal is told. */
export const attempt = (work) => work().catch((problem) => toast(problem.message));

/** Whether all of a table lies in one column, as the styles have it: an upright phone. */
export const PHONE = matchMedia("(max-width: 720px) and (orientation: portrait)");

/** Say that a page cannot be, in its place and under the header. */
export function lose(place, { message }) {
  document.body.dataset.page = "lost";
  const head = h("h1", {}, t("Lost in the snow"));
  const home = h("a.primary", { href: "/" }, t("Home"));
  place.replaceChildren(h("div.page.lost", {}, head, h("p", {}, message), home));
}

/** A modal box; resolves to the value of the button that closed it, or "". */
export function ask(title, body, buttons) {
  const answers = buttons.map(([label, value, kind = ""]) => {
    const button = h(`button${kind}`, { value }, label);
    button.type = "submit";
    return button;
  });
  const form = h("form", { method: "dialog" }, h("h2", {}, title), body, h("div.row.end", {}, answers));
  const box = h("dialog", { "aria-label": title }, form);
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) =>
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    }),
  );
}

/** Put a link on the clipboard, or show it where that is not allowed. */
export async function copy(link, done = t("The link is copied.")) {
  const copied = await navigator.clipboard?.writeText(link).then(
    () => true,
    () => false,
  );
  toast(copied ? done : link, [], copied ? "" : "lasting");
}
