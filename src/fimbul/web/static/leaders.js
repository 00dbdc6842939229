/** The page /leaders/<slug>: who is strongest at a game. */
import { get } from "./api.js";
import { h } from "./dom.js";
import { LEVELS, spoken } from "./forms.js";
import { t } from "./i18n.js";

/** The bots' names as people know them. */
export function botName(player) {
  const [level, ...more] = player.replace(/^bot:/, "").split(":");
  return [LEVELS[level] ?? spoken(level), ...more].join(" · ");
}

export default async function page(root, slug) {
  const games = (await get("/games")).filter(({ cooperative }) => !cooperative);
  const game = games.find((one) => one.slug === slug) ?? games[0];
  document.title = t("Leaders of {title}", game);
  const standings = await get(`/games/${game.slug}/leaders`);
  const row = ({ player, name, rating, deviation, games: count }, place) =>
    h(
      "tr",
      {},
      h("td", {}, String(place + 1)),
      h("td", {}, h("a", { href: `/people/${encodeURIComponent(player)}` }, name || botName(player))),
      h("td.number", {}, String(Math.round(rating))),
      h("td.number", {}, `± ${Math.round(2 * deviation)}`),
      h("td.number", {}, String(count)),
    );
  const head = [t("Place"), t("Name"), t("Rating"), t("Sure to within"), t("Games played")];
  const table = h(
    "table.ranks",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, standings.map(row)),
  );
  const tab = (one) =>
    h("a.quiet", { href: `/leaders/${one.slug}`, "aria-current": one === game ? "page" : null }, one.title);
  root.append(
    h(
      "div.page.narrow",
      {},
      h("h1", {}, t("Leaders of {title}", game)),
      h("nav.row.pages", { "aria-label": t("Games") }, games.map(tab)),
      standings.length
        ? h("div.wide", { tabindex: "0", role: "region", "aria-label": t("Ranking") }, table)
        : h("p.note", {}, t("Nobody has played enough rated games yet. Open a rated table in the lobby.")),
    ),
  );
}
