/** The page /: tables to return to, games to play at once, records to watch. */
import { get, post } from "./api.js";
import { go } from "./app.js";
import { attempt, copy, h, icon } from "./dom.js";
import { botChoice, choice, optionRows } from "./forms.js";
import { inviteLink } from "./around.js";
import { language, t } from "./i18n.js";

const LISTS = [
  ["open", t("Open tables")],
  ["finished", t("Finished games")],
];
const SOME = 6; // lines of a list before one asks for more
const DAY = 86_400;

/** When something was, in a few words. */
function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  const told = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (passed < 90) return t("just now");
  if (passed < 5400) return told.format(-Math.round(passed / 60), "minute");
  if (passed < DAY) return told.format(-Math.round(passed / 3600), "hour");
  return told.format(-Math.round(passed / DAY), "day");
}

/** A form that opens a table: for each way to begin a button, for each option a control. */
function gameCard(game, first) {
  const { slug, title, seats, roles, cooperative, builds, minutes, designer } = game;
  const [start = { label: t("Play now"), options: {} }, ...others] = game.starts;
  const rows = optionRows(game, start);
  const bot = botChoice(game);
  const role = choice(roles, roles[0], t("You play"));
  const players = choice(seats, start.seats ?? seats[0], t("Players"));
  const fit = () => rows.forEach(([, , { fit: fitted }]) => fitted?.(players.read()));

  const begin = (other, { options, seats: wished } = {}) =>
    attempt(async () => {
      const count = Math.max(wished ?? players.read(), other.kind === "bot" ? 1 : 2); // a friend sits too
      const mine = Math.max(0, roles.indexOf(role.read()));
      const chosen = Object.fromEntries(rows.map(([name, , { read }]) => [name, read(count)]));
      const wishes = Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "me" } : other));
      const made = await post("/tables", {
        game: slug,
        options: options ?? chosen,
        seats: wishes,
        listed: false,
      });
      if (made.invite) await copy(inviteLink(made), t("The invite link is copied: send it to a friend."));
      go(`/t/${made.id}`);
    });

  const against = () => ({ kind: "bot", bot: bot.read() });
  const way = (one) =>
    h("button", { title: one.title, onclick: () => begin(against(), { options: {}, ...one }) }, one.label);
  const line = (label, node) => h("label", {}, h("span", {}, label), node);
  const form = h(
    "div.options",
    {},
    line(cooperative ? t("Partners") : t("Opponent"), bot.node),
    seats.length > 1 && line(t("Players"), players.node),
    roles.length > 0 && line(t("You play"), role.node),
    rows.map(([, label, { node }]) => line(label, node)),
  );
  const many = [...new Set([seats[0], seats.at(-1)])].join("–");
  return h(
    "article.game",
    { "data-game": slug },
    h("img", { src: `/api/v1/games/${slug}/picture.svg`, alt: "", loading: first ? "eager" : "lazy" }),
    h(
      "div",
      {},
      h("h2", {}, title, first && h("span.tag", {}, t("Start here"))),
      h("p.facts", {}, t("{many} players · {minutes} minutes · by {designer}", { many, minutes, designer })),
      h("p.blurb", {}, game.blurb),
      h(
        "div.row",
        {},
        h("button.primary.big", { title: start.title, onclick: () => begin(against()) }, start.label),
        h("button.big", { onclick: () => begin({ kind: "open" }) }, t("Invite a friend")),
        h(
          "button.big",
          { title: t("You play in every seat, or pass the device on"), onclick: () => begin({ kind: "me" }) },
          t("At one device"),
        ),
      ),
      h(
        "p.row.links",
        {},
        others.map(way),
        game.lesson && h("a.quiet", { href: `/learn/${slug}` }, t("Learn")),
        h("a.quiet", { href: `/rules/${slug}` }, t("Rules")),
        builds && h("a.quiet", { href: `/build/${slug}` }, builds.title),
      ),
      h("details", { ontoggle: fit, onchange: fit }, h("summary", {}, t("Options")), form),
    ),
  );
}

function tableLine({ id, title, seats, ply, finished, outcome, my_turn: mine, updated }) {
  const who = seats.map(({ name, kind }) => (kind === "open" ? t("free seat") : name)).join(" – ");
  const state =
    outcome?.reason ??
    (mine
      ? t("your turn")
      : ply
        ? t("after {count} move | after {count} moves", { count: ply })
        : t("not begun"));
  return h(
    "li",
    { class: mine ? "mine" : "" },
    h("a", { href: `/t/${id}${finished ? "/replay" : ""}` }, h("b", {}, title), h("span", {}, who)),
    h("span.dim", {}, h("span", {}, state), h("time", {}, ago(updated))),
  );
}

/** A list of tables under a heading; nothing where there are none. */
function tableList(title, tables) {
  if (!tables.length) return null;
  const list = h("ul.tables", {}, tables.slice(0, SOME).map(tableLine));
  const all = () => {
    list.replaceChildren(...tables.map(tableLine));
    more.remove();
  };
  const more = h("button.plain", { onclick: all }, t("Show all {count}", { count: tables.length }));
  return h("div", {}, h("h2", {}, title), list, tables.length > SOME && more);
}

export default async function page(root) {
  const open = (file) =>
    file && attempt(async () => go(`/t/${(await post("/records", await file.text())).id}/replay`));
  const file = h("input", { type: "file", accept: ".saga", onchange: () => open(file.files[0]) });
  const zone = h(
    "label.drop",
    {},
    h("b", {}, t("Drop a .saga record here")),
    ` ${t("to watch the game, or choose a file")}`,
    file,
  );
  const [mine, games, lists] = [
    h("section.lists"),
    h("section.games", { "aria-label": t("Games") }),
    h("section.lists"),
  ];
  const hero = h(
    "div.hero",
    {},
    icon("winter", "winter"),
    h("h1", {}, t("Come in from the cold")),
    h("p", {}, t("Winter games on one table. No account, nothing to install: sit down and play.")),
  );
  root.append(h("div.page.home", {}, hero, mine, games, lists, zone));
  for (const name of ["dragover", "dragleave", "drop"]) {
    root.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", name === "dragover");
      if (name === "drop") open(event.dataTransfer.files[0]);
    });
  }
  const own = get("/tables?show=mine").then((tables) => {
    const waiting = tables.filter(({ my_turn: turn }) => turn);
    const rest = tables.filter(({ my_turn: turn }) => !turn);
    mine.append(...[tableList(t("Your turn"), waiting), tableList(t("Your tables"), rest)].filter(Boolean));
  });
  const all = get("/games").then((found) =>
    games.append(...found.map((game, place) => gameCard(game, !place))),
  );
  await Promise.all([own, all]);
  for (const [show, title] of LISTS) {
    const made = tableList(title, await get(`/tables?show=${show}`));
    if (made) lists.append(made);
  }
}
