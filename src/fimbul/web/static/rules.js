/** The numbered rules of a game: as a page, and as the tab beside a board. */
import { once } from "./api.js";
import { h, ruleLink } from "./dom.js";
import { heed, t } from "./i18n.js";

/** A searchable list of rules; its `jump(number)` leads to one. */
export function rulesView(slug) {
  const search = h("input", {
    type: "search",
    placeholder: t("Search the rules"),
    "aria-label": t("Search the rules"),
    oninput: () => sift(),
  });
  const none = h("p.note", { hidden: true }, t("No rule has all these words."));
  const body = h("div.rules", {}, none);
  const follow = (event) => {
    const number = event.target.closest("a.rule")?.hash.slice(1);
    if (!number) return;
    event.preventDefault();
    view.jump(number);
  };
  const view = h("div.rulebook", { onclick: follow }, search, body);

  function sift() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rules = [...body.querySelectorAll("article")];
    for (const rule of rules) {
      const text = rule.textContent.toLowerCase();
      rule.hidden = !words.every((word) => text.includes(word));
    }
    for (const part of body.querySelectorAll("section"))
      part.hidden = !part.querySelector("article:not([hidden])");
    none.hidden = rules.some((rule) => !rule.hidden);
  }

  function show(rules) {
    let section;
    for (const rule of rules) {
      if (section?.dataset.name !== rule.section) {
        section = h("section", { "data-name": rule.section }, h("h2", {}, rule.section));
        body.append(section);
      }
      const words = h("div.prose");
      words.innerHTML = rule.html; // the server's own page, in which markup is shown and not obeyed
      for (const wide of words.querySelectorAll("pre, table")) wide.tabIndex = 0; // keys scroll them
      const head = h("h3", {}, rule.number && [ruleLink(slug, rule.number), " "], rule.title);
      section.append(h("article", { "data-rule": rule.number }, head, words));
    }
  }

  const ready = once(`/games/${slug}/rules`).then(show, ({ message }) =>
    body.append(h("p.note", {}, message)),
  );
  once(`/games/${slug}`).then(
    (game) => heed(game, body),
    () => {},
  );

  view.jump = async (number) => {
    await ready;
    search.value = "";
    sift();
    body.querySelector(".here")?.classList.remove("here");
    const find = (name) => body.querySelector(`[data-rule="${CSS.escape(name)}"]`);
    const found = find(number) ?? find(number.replace(/[a-h]$/, "")); // F50a is part of F50
    found?.classList.add("here");
    found?.scrollIntoView({ block: "start" });
    if (location.pathname.startsWith("/rules/")) history.replaceState(null, "", `#${number}`);
  };
  return view;
}

/** The page /rules/<slug>. */
export default async function page(root, slug) {
  const game = await once(`/games/${slug}`);
  document.title = t("Rules of {title}", game);
  const view = rulesView(slug);
  const lead = t("Designed by {designer}. Every rule has a number, by which the table refuses.", game);
  root.append(
    h("div.page.narrow", {}, h("h1", {}, t("{title}: the rules", game)), h("p.dim", {}, lead), view),
  );
  if (location.hash) view.jump(decodeURIComponent(location.hash.slice(1)));
}
