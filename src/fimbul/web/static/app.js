/** Which page is shown, and what all pages share: the header, the theme, the guest's name. */
import { get, put } from "./api.js";
import { ask, attempt, h, icon, lost, toast } from "./dom.js";
import { t } from "./i18n.js";

const PAGES = {
  home: /^\/$/,
  table: /^\/t\/([\w-]+)$/,
  replay: /^\/t\/([\w-]+)\/replay$/,
  rules: /^\/rules\/([\w-]+)$/,
  learn: /^\/learn\/([\w-]+)$/,
  build: /^\/build\/([\w-]+)$/,
};
const pageAt = (path) => Object.keys(PAGES).find((name) => PAGES[name].test(path));
const main = document.querySelector("main");
const root = document.documentElement;
let leave;
let visit = 0;
let here;

/** Go to a page of ours. */
export function go(address) {
  history.pushState(null, "", address);
  arrive();
}

async function arrive() {
  const turn = ++visit;
  const page = pageAt(location.pathname);
  leave?.();
  leave = undefined;
  here = location.pathname + location.search;
  const box = h("div.root");
  main.replaceChildren(box);
  document.title = "fimbul";
  document.body.dataset.page = page ?? "lost";
  try {
    if (!page) throw new Error(t("There is no page at this address."));
    const [module] = await Promise.all([import(`./${page}.js`), guest]);
    const done = await module.default(box, PAGES[page].exec(location.pathname)[1]);
    if (turn === visit) leave = done;
    else done?.();
  } catch (problem) {
    document.body.dataset.page = "lost";
    box.replaceChildren(lost(problem));
  }
}

/** A link to one of our pages changes the page without loading everything anew. */
document.addEventListener("click", (event) => {
  const link = event.composedPath().find(({ localName }) => localName === "a");
  const asked = event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || event.defaultPrevented || asked || link.hasAttribute("download")) return;
  const { origin, pathname, search, href, hash } = new URL(link.href);
  const same = hash && pathname + search === location.pathname + location.search;
  if (origin !== location.origin || same || !pageAt(pathname)) return;
  event.preventDefault();
  go(href);
});
addEventListener("popstate", () => {
  if (location.pathname + location.search !== here) arrive();
});

// ---- theme and name
const name = h("span");
const guest = get("/me").then(
  (me) => name.append(me.name),
  (problem) => toast(problem.message),
);

async function rename() {
  const input = h("input", { value: name.textContent, maxlength: "40", "aria-label": t("Your name") });
  const buttons = [
    [t("Save"), "yes", ".primary"],
    [t("Cancel"), ""],
  ];
  if (!(await ask(t("What should others call you?"), input, buttons))) return;
  await attempt(async () => {
    name.textContent = (await put("/me", { name: input.value })).name;
  });
}

const other = { night: "birch", birch: "night" };
const turn = () => {
  localStorage.theme = root.dataset.theme = other[root.dataset.theme];
};
document.addEventListener("theme", turn);
document
  .querySelector("body > header")
  .append(
    h("a.brand", { href: "/" }, icon("flake"), "fimbul"),
    h("span.grow"),
    h("button.plain", { title: t("Change your name"), onclick: rename }, icon("person"), name),
    h(
      "button.plain",
      { title: t("Night or birch"), "aria-label": t("Change the theme"), onclick: turn },
      icon("theme"),
    ),
  );
arrive();
