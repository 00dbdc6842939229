/** The page /people/<login>: what anybody may know about an account or a bot, and what one is to them. */
import { get, post, put, remove } from "./api.js";
import { me } from "./app.js";
import { ask, attempt, h, toast } from "./dom.js";
import { t } from "./i18n.js";
import { botName } from "./leaders.js";
import { day, moment } from "./lists.js";

/** The way a rating went, as a small line. */
function course(results) {
  const points = results
    .filter(({ after }) => after != null)
    .map(({ after }) => after)
    .toReversed();
  if (points.length < 2) return null;
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const place = (value, at) => {
    const [x, y] = [at / (points.length - 1), (value - low) / (high - low || 1)];
    return `${(2 + 196 * x).toFixed(1)},${(46 - 42 * y).toFixed(1)}`;
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 200 48");
  svg.setAttribute("class", "course");
  svg.setAttribute("role", "img");
  const told = { first: Math.round(points[0]), last: Math.round(points.at(-1)), count: points.length };
  svg.setAttribute("aria-label", t("From {first} to {last} in {count} games", told));
  const way = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  way.setAttribute("points", points.map(place).join(" "));
  svg.append(way);
  return svg;
}

/** Friend, block, report. */
async function ties(login) {
  if (!me().login || me().login === login || login.startsWith("bot:")) return null;
  const known = (await get("/me/ties")).find((tie) => tie.login === login);
  const box = h("div.row");
  const set = (kind, words) => () =>
    attempt(async () => {
      await (kind ? put(`/me/ties/${login}`, { kind }) : remove(`/me/ties/${login}`));
      toast(words);
      box.replaceWith(await ties(login));
    });
  const report = async () => {
    const text = h("textarea", { rows: "4", maxlength: "1000", "aria-label": t("What happened?") });
    const buttons = [
      [t("Cancel"), ""],
      [t("Report"), "yes", ".danger"],
    ];
    const words = h("p", {}, t("Those who run this club read it. Say what happened, and where."));
    if (!(await ask(t("Report {login}", { login }), [words, text], buttons))) return;
    attempt(async () => {
      await post(`/people/${login}/report`, { text: text.value });
      toast(t("Thank you: it will be read."));
    });
  };
  const button = (label, act, kind = "") => h(`button${kind}`, { onclick: act }, label);
  const plain = set(null, t("That is undone."));
  box.append(
    known?.kind === "friend"
      ? button(t("No longer a friend"), plain)
      : button(t("Make a friend"), set("friend", t("You are friends when both of you say so."))),
    known?.kind === "blocked"
      ? button(t("No longer block"), plain)
      : button(t("Block"), set("blocked", t("You will not meet at open tables any more."))),
    button(t("Report…"), report),
  );
  return box;
}

export default async function page(root, encoded) {
  const login = decodeURIComponent(encoded);
  const at = `/people/${encodeURIComponent(login)}`;
  const [profile, games, all] = await Promise.all([get(at), get(`${at}/games`), get("/games")]);
  const titles = Object.fromEntries(all.map(({ slug, title }) => [slug, title]));
  const bot = login.startsWith("bot:");
  const name = bot ? botName(login) : profile.name;
  document.title = name;
  const cell = (value) => h("td.number", {}, String(value));
  const heads = (...names) =>
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.map((one) => h("th", { scope: "col" }, one)),
      ),
    );
  const rating = ([slug, { rating: points, deviation, games: count }]) =>
    h(
      "li.box",
      {},
      h("h3", {}, titles[slug] ?? slug),
      h("p.points", {}, String(Math.round(points)), h("small", {}, ` ± ${Math.round(2 * deviation)}`)),
      course(games.filter(({ game }) => game === slug)),
      h("p.dim", {}, t("{count} rated game | {count} rated games", { count })),
    );
  const tally = ({ game, level, games: count, won, drawn, lost }) =>
    h(
      "tr",
      {},
      h("td", {}, titles[game] ?? game, level && ` · ${level}`),
      [count, won, drawn, lost].map(cell),
    );
  const result = ({ table_id: id, game, score, rated, before, after, at: ended }) => {
    const change = rated && after != null ? Math.round(after - before) : null;
    const words = { 1: t("won"), 0: t("lost"), 0.5: t("drawn") }[score] ?? `${Math.round(100 * score)} %`;
    return h(
      "li",
      {},
      h("a", { href: `/t/${id}/replay` }, h("b", {}, titles[game] ?? game), h("span", {}, words)),
      h(
        "span.dim",
        {},
        change != null && h("span", {}, `${change < 0 ? "−" : "+"}${Math.abs(change)}`),
        moment(ended),
      ),
    );
  };
  const list = h("ul.tables", {}, games.map(result));
  const older = h(
    "button.plain",
    {
      hidden: games.length < 50,
      onclick: () =>
        attempt(async () => {
          const more = await get(`${at}/games?before=${games.at(-1).at}`);
          games.push(...more);
          list.append(...more.map(result));
          older.hidden = !more.length;
        }),
    },
    t("Older games"),
  );
  const ratings = Object.entries(profile.ratings);
  root.append(
    h(
      "div.page.narrow",
      {},
      h("h1", {}, name),
      h(
        "p.dim",
        {},
        bot ? t("A bot of this house.") : `@${login}`,
        !bot && ` · ${t("here since {date}", { date: day(profile.created) })}`,
      ),
      await ties(login),
      ratings.length > 0 && [h("h2", {}, t("Ratings")), h("ul.cards-row", {}, ratings.map(rating))],
      profile.tallies.length > 0 && [
        h("h2", {}, t("Results")),
        h(
          "table.ranks",
          {},
          heads(t("Game"), t("Games played"), t("Won"), t("Drawn"), t("Lost")),
          h("tbody", {}, profile.tallies.map(tally)),
        ),
      ],
      h("h2", {}, t("Games")),
      games.length ? [list, older] : h("p.note", {}, t("No finished games yet.")),
    ),
  );
}
