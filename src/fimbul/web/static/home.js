/** The page /: tables to return to, games to play at once, records to watch. */
import { follow, get, post } from "./api.js";
import { go } from "./app.js";
import { attempt, h, icon } from "./dom.js";
import { botChoice, choice, line, optionForm } from "./forms.js";
import { t, tongue, worded } from "./i18n.js";
import { giveAway, inviteLink } from "./invite.js";
import { keptTables } from "./keeping.js";
import { called, hiddenList, keptList, tableList } from "./lists.js";

/** A game: ways to begin, what can be learned and built, and its options. */
function gameCard(game, first) {
  const { slug, title, seats, roles, cooperative, builds, minutes, designer, note } = game;
  const [start = { label: t("Play now"), options: {} }, ...others] = game.starts;
  const form = optionForm(game, start);
  const bot = botChoice(game);
  const role = choice(roles, roles[0], t("You play"));

  const begin = (other, { options, seats: wished } = {}) =>
    attempt(async () => {
      const count = Math.max(wished ?? form.seats.read(), other.kind === "bot" ? 1 : 2); // a friend sits too
      const mine = Math.max(0, roles.indexOf(role.read()));
      const made = await post("/tables", {
        game: slug,
        options: options ?? form.read(true, count),
        seats: Array.from({ length: count }, (_, seat) => (seat === mine ? { kind: "me" } : other)),
        access: "unlisted", // seats by invitation; the lobby opens tables to others
      });
      if (made.invite) await giveAway(inviteLink(made), t("The invite link is copied: send it to a friend."));
      go(`/t/${made.id}`);
    });

  const against = () => ({ kind: "bot", bot: bot.read() });
  const lang = game.starts.length > 0 ? tongue(game) : null;
  const starter = (tag, { label, title: about }, onclick) => h(tag, { title: about, onclick, lang }, label);
  const way = (one) => starter("button", one, () => begin(against(), { options: {}, ...one }));
  const mains = [
    starter("button.primary.big", start, () => begin(against())),
    h("button", { onclick: () => begin({ kind: "open" }) }, t("Invite a friend")),
    h(
      "button",
      { title: t("You play in every seat, or pass the device on"), onclick: () => begin({ kind: "me" }) },
      t("At one device"),
    ),
  ];
  form.node.addEventListener("tried", ({ detail }) => mains.forEach((button) => (button.disabled = !detail)));
  form.node.prepend(
    line(cooperative ? t("Partners") : t("Opponent"), bot.node),
    ...(roles.length > 0 ? [line(t("You play"), role.node)] : []),
    ...(note ? [h("p.note", {}, note)] : []),
  );
  const unfold = ({ target }) => target.open && form.check().catch(() => {});
  const many = [...new Set([seats[0], seats.at(-1)])].join("–");
  return h(
    "article.game",
    { "data-game": slug },
    h("img", {
      src: worded(`/api/v1/games/${slug}/picture.svg`),
      alt: "",
      loading: first ? "eager" : "lazy",
    }),
    h(
      "div",
      {},
      h("h2", {}, title, first && h("span.tag", {}, t("Start here"))),
      h(
        "p.facts",
        {},
        t("{many} players · {minutes} minutes · by {designer}", {
          many,
          minutes: minutes.replace("-", "–"),
          designer,
        }),
      ),
      h("p.blurb", { lang: tongue(game) }, game.blurb),
      h("div.row", {}, mains),
      h("p.row.links", {}, others.map(way)),
      h(
        "p.row.links",
        {},
        game.lesson && h("a.quiet", { href: `/learn/${slug}` }, t("Learn")),
        h("a.quiet", { href: `/rules/${slug}` }, t("Rules")),
        builds && h("a.quiet", { href: `/build/${slug}` }, builds.title),
      ),
      h("details", { ontoggle: unfold }, h("summary", {}, t("Options")), form.node),
    ),
  );
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
    h("section.lists", { "aria-label": t("Your tables") }),
    h("section.games", { "aria-label": t("Games") }),
    h("section.lists", { "aria-label": t("Tables") }),
  ];
  const hero = h(
    "div.hero",
    {},
    icon("winter", "winter"),
    h("h1", {}, t("Come in from the cold")),
    h("p", {}, t("Winter games on one table. No account, nothing to install: sit down and play.")),
  );
  const put = hiddenList(() => refresh());
  root.append(h("div.page.home", {}, hero, mine, games, lists, put, zone));
  for (const name of ["dragover", "dragleave", "drop"]) {
    root.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", name === "dragover");
      if (name === "drop") open(event.dataTransfer.files[0]);
    });
  }

  async function refresh() {
    const [own, free, ended] = await Promise.all(
      ["mine", "open", "finished"].map((show) => get(`/tables?show=${show}`)),
    );
    const waiting = own.filter(called);
    const rest = own.filter((table) => !called(table));
    const others = free.filter(({ seats }) => !seats.some(({ me }) => me));
    const changed = () => refresh();
    const some = innerWidth < 720 ? 2 : 4; // on a phone the first game stays in sight
    const shown = (...all) => all.filter(Boolean);
    mine.replaceChildren(
      ...shown(
        tableList(t("Your turn"), waiting, { changed, some }),
        tableList(t("Your tables"), rest, { changed, some }),
      ),
    );
    hero.classList.toggle("short", own.length > 0);
    lists.replaceChildren(
      ...shown(
        tableList(t("Open tables"), others, { terms: true }),
        tableList(t("Finished games"), ended, { changed }),
      ),
    );
  }
  const all = get("/games").then((found) =>
    games.append(...found.map((game, place) => gameCard(game, !place))),
  );
  const away = async ({ message }) =>
    mine.replaceChildren(h("p.note", {}, message), h("div", {}, keptList(await keptTables())));
  await Promise.all([refresh().catch(away), all]);
  return follow("/lobby/live", ({ type }) => type !== "paired" && attempt(refresh));
}
