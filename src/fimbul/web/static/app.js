/** Which page is shown, and what all pages share: the header, the theme, the guest's name. */
import { get, put } from "./api.js";
import { dialog, h, icon, toast } from "./dom.js";

const PAGES = [
  [/^\/$/, () => import("./home.js")],
  [/^\/t\/([\w-]+)$/, () => import("./table.js")],
  [/^\/t\/([\w-]+)\/replay$/, () => import("./replay.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./rules.js")],
  [/^\/learn\/([\w-]+)$/, () => import("./learn.js")],
  [/^\/build\/([\w-]+)$/, () => import("./build.js")],
];
const main = document.querySelector("main");
let leave, visit = 0;

/** Go to a page of ours. */
export function go(address) {
  history.pushState(null, "", address);
  return arrive();
}

async function arrive() {
  const turn = ++visit;
  const [pattern, load] = PAGES.find(([path]) => path.test(location.pathname)) ?? [];
  leave?.();
  leave = undefined;
  document.title = "fimbul";
  const root = h("div.root");
  main.replaceChildren(root);
  main.dataset.page = location.pathname.split("/")[1] || "home";
  try {
    if (!load) throw new Error("There is no page at this address.");
    await me;
    const page = await load();
    const done = await page.default(root, pattern.exec(location.pathname)[1]);
    if (turn === visit) leave = done;
    else done?.();
  } catch (problem) {
    root.append(h("div.page.narrow", {}, h("h1", {}, "Lost in the snow"), h("p", {}, problem.message), h("a.primary", { href: "/" }, "Home")));
  }
}

/** A link to one of our pages changes the page without loading it anew. */
document.addEventListener("click", (event) => {
  const link = event.composedPath().find((element) => element.localName === "a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.href);
  const ours = url.origin === location.origin && PAGES.some(([path]) => path.test(url.pathname)) && !link.hasAttribute("download");
  if (!ours || (url.pathname === location.pathname && url.hash)) return;
  event.preventDefault();
  go(url.href);
});
addEventListener("popstate", () => { if (location.pathname !== arrive.path) arrive(); });

// ---- theme and name

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("theme", name);
}
setTheme(localStorage.getItem("theme") ?? "night");

const nameButton = h("button.plain.me", { title: "Change your name", onclick: rename });
const me = get("/me").then((guest) => { nameButton.append(icon("person"), h("span", {}, guest.name)); return guest; },
  (problem) => { toast(problem.message); });

async function rename() {
  const input = h("input", { value: nameButton.textContent, maxlength: "40", "aria-label": "Your name", autofocus: true });
  const answer = await dialog("What should others call you?", input, [["Cancel", ""], ["Save", "yes", ".primary"]]);
  if (answer !== "yes") return;
  try {
    nameButton.lastChild.textContent = (await put("/me", { name: input.value })).name;
  } catch (problem) {
    toast(problem.message);
  }
}

document.querySelector("header").append(h("a.brand", { href: "/" }, icon("flake"), "fimbul"),
  h("span.grow"), nameButton, h("button.plain", { title: "Night or birch", "aria-label": "Change the theme",
    onclick: () => setTheme(document.documentElement.dataset.theme === "night" ? "birch" : "night") }, icon("theme")));

arrive();
