/** Which page is shown, and what all pages share: the header, the theme, the guest's name. */
import { get, gone } from "./api.js";
import { attempt, h, icon, lose, toast } from "./dom.js";
import { t } from "./i18n.js";
import { keepRunning } from "./installed.js";
import { unreturned } from "./luggage.js";
import { change } from "./settings.js";

const PAGES = {
  home: /^\/$/,
  table: /^\/(?:t|join)\/([\w-]+)$/,
  replay: /^\/t\/([\w-]+)\/replay$/,
  rules: /^\/rules\/([\w-]+)$/,
  learn: /^\/learn\/([\w-]+)$/,
  puzzles: /^\/puzzles$/,
  build: /^\/build\/([\w-]+)$/,
  lobby: /^\/lobby$/,
  account: /^\/account$/,
  people: /^\/people\/([\w%.-]+)$/,
  leaders: /^\/leaders(?:\/([\w-]+))?$/,
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
  for (const way of document.querySelectorAll("body > header nav a"))
    way.toggleAttribute("data-here", way.pathname.split("/")[1] === location.pathname.split("/")[1]);
  try {
    if (!page) throw new Error(t("There is no page at this address."));
    globalThis.early.callAhead();
    const [module] = await Promise.all([import(`./${page}.js`).catch(unfetched), guest]);
    const done = await module.default(box, PAGES[page].exec(location.pathname)[1]);
    if (turn !== visit) return done?.();
    leave = done;
    if (turn > 1) settle(box);
  } catch (problem) {
    lose(box, problem);
  }
}

/** A page's script did not come: a browser says so in words that are for programmers. */
function unfetched(problem) {
  throw /module/.test(problem.message) ? gone() : problem;
}

/** Who listens or uses the keyboard goes on at the heading of the new page. */
function settle(box) {
  const head = box.querySelector("h1");
  if (!head || box.contains(document.activeElement)) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
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

// ---- who is here, and the theme
const name = h("span");
let known = {};

/** Whoever looks at this page: their `name`, and their `login` if they have an account. */
export const me = () => known;

/** Ask again who is here: somebody has logged in or out, or has another name. */
export async function renew() {
  known = await get("/me");
  name.textContent = known.name;
}
const guest = renew().catch((problem) => toast(problem.message));

const other = { night: "birch", birch: "night" };
document.addEventListener("theme", () => {
  localStorage.theme = root.dataset.theme = other[root.dataset.theme];
});
const link = (href, sign, label) => h("a.plain", { href, title: label }, icon(sign), h("span", {}, label));
document
  .querySelector("body > header")
  .append(
    h("a.skip.aside", { href: "#main" }, t("To the page itself")),
    h("a.brand", { href: "/" }, icon("flake"), "fimbul"),
    h("span.grow"),
    h(
      "nav",
      { "aria-label": t("Pages") },
      link("/lobby", "door", t("Lobby")),
      link("/leaders", "cup", t("Leaders")),
      link("/puzzles", "hint", t("Puzzles")),
      h("a.plain", { href: "/account", title: t("Your account") }, icon("person"), name),
    ),
    h("button.plain", { title: t("Settings"), "aria-label": t("Settings"), onclick: change }, icon("gear")),
  );
arrive();
keepRunning();

/** What was played without a connection is brought back from wherever one is. */
async function bringBack() {
  const left = await unreturned().catch(() => []);
  if (left.length) attempt(async () => (await import("./afield.js")).bringAll());
}
bringBack();
addEventListener("online", bringBack);
