/** The page /lobby: open tables and how to find the one for you, quick pairing, tables to watch, and a form
 *  that opens one. */
import { follow, get, post, remove } from "./api.js";
import { go, me } from "./app.js";
import { attempt, h } from "./dom.js";
import { botChoice, choice, line, optionForm } from "./forms.js";
import { t } from "./i18n.js";
import { giveAway, inviteLink } from "./invite.js";
import { tableList } from "./lists.js";

const ALIVE = 15_000; // milliseconds between signs of life while one waits for somebody
const PACES = [
  [null, t("Untimed")],
  [
    { kind: "fischer", base: 300, increment: 10 },
    t("{minutes} min + {increment} s", { minutes: 5, increment: 10 }),
  ],
  [
    { kind: "fischer", base: 900, increment: 20 },
    t("{minutes} min + {increment} s", { minutes: 15, increment: 20 }),
  ],
  [
    { kind: "fischer", base: 3600, increment: 30 },
    t("{minutes} min + {increment} s", { minutes: 60, increment: 30 }),
  ],
  [{ kind: "days", days: 1 }, t("{count} day a move | {count} days a move", { count: 1 })],
  [{ kind: "days", days: 3 }, t("{count} day a move | {count} days a move", { count: 3 })],
  [{ kind: "days", days: 7 }, t("{count} day a move | {count} days a move", { count: 7 })],
];
const ACCESS = [
  ["open", t("Everybody")],
  ["friends", t("My friends, in the lobby")],
  ["unlisted", t("By my link; others may watch")],
  ["private", t("By my link alone")],
];

/** A form that opens a table as one wishes. */
function opening(games) {
  const slug = choice(
    games.map((game) => [game.slug, game.title]),
    games[0].slug,
    t("Game"),
  );
  const access = choice(ACCESS, "open", t("Who may come"));
  const pace = choice(PACES, null, t("Time"));
  const rated = h("input", { type: "checkbox", disabled: !me().login });
  const hints = h("input", { type: "checkbox" });
  const own = h("div");
  let form;
  let bot;
  let open;

  const lay = () => {
    const game = games.find((one) => one.slug === slug.read());
    form = optionForm(game, game.starts[0]);
    bot = botChoice(game);
    open = choice([], null, t("Free seats"));
    const seats = () => {
      const most = form.seats.read() - 1;
      const counts = Array.from({ length: most + 1 }, (_, less) => most - less);
      const chosen = Math.min(open.read() ?? most, most);
      const next = choice(
        counts.map((count) => [count, String(count)]),
        chosen,
        t("Free seats"),
      );
      open.node.replaceWith(next.node);
      open = next;
    };
    own.replaceChildren(
      h(
        "div.options",
        {},
        line(t("Free seats"), open.node, t("The others are played by bots.")),
        line(game.cooperative ? t("Partners") : t("Opponent"), bot.node),
      ),
      form.node,
    );
    form.seats.node.addEventListener("change", seats);
    form.node.addEventListener("tried", ({ detail }) => (submit.disabled = !detail));
    seats();
    form.check().catch(() => {});
  };
  slug.node.addEventListener("change", lay);
  const begin = (event) => {
    event.preventDefault();
    return attempt(async () => {
      const count = form.seats.read();
      const free = open.read();
      const kind = (seat) =>
        seat === 0 ? { kind: "me" } : seat <= free ? { kind: "open" } : { kind: "bot", bot: bot.read() };
      const made = await post("/tables", {
        game: slug.read(),
        options: form.read(true),
        seats: Array.from({ length: count }, (_, seat) => kind(seat)),
        access: access.read(),
        pace: pace.read(),
        rated: rated.checked,
        hints: hints.checked && !rated.checked,
      });
      if (made.invite) await giveAway(inviteLink(made), t("The invite link is copied: send it to a friend."));
      go(`/t/${made.id}`);
    });
  };
  const submit = h("button.primary.big", {}, t("Open the table"));
  submit.type = "submit";
  lay();
  return h(
    "form",
    { onsubmit: begin },
    h(
      "div.options",
      {},
      line(t("Game"), slug.node),
      line(t("Who may come"), access.node),
      line(t("Time"), pace.node),
      line(
        t("Rated"),
        rated,
        me().login ? t("It counts for both; no hints.") : t("For this you need an account."),
      ),
      line(t("Hints"), hints, t("Whether people may ask a bot while they play each other.")),
    ),
    own,
    submit,
  );
}

/** Play somebody of about one's strength. */
function pairing(games) {
  const duels = games.filter(({ seats }) => seats.includes(2));
  const game = choice(
    duels.map(({ slug, title }) => [slug, title]),
    duels[0].slug,
    t("Game"),
  );
  const pace = choice(PACES, null, t("Time"));
  const words = h("p.note", { role: "status" });
  let timer;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    button.textContent = t("Find me somebody");
    words.textContent = "";
    game.node.disabled = pace.node.disabled = false;
  };
  const ask = async () => {
    const wished = duels.find(({ slug }) => slug === game.read());
    const { options } = wished.starts[0] ?? {};
    const found = await post("/lobby/seek", { game: game.read(), options, pace: pace.read() });
    if (timer && found.table) {
      stop();
      go(`/t/${found.table}`);
    }
  };
  const toggle = () => {
    if (timer) {
      stop();
      return attempt(() => remove("/lobby/seek"));
    }
    timer = setInterval(() => attempt(ask), ALIVE);
    button.textContent = t("Stop looking");
    words.textContent = t("Looking for somebody of about your strength. You can read on here meanwhile.");
    game.node.disabled = pace.node.disabled = true;
    return ask().catch((problem) => {
      stop();
      words.textContent = problem.message;
    });
  };
  const button = h("button.primary", { onclick: toggle }, t("Find me somebody"));
  const box = h(
    "section.box",
    {},
    h("h2", {}, t("Quick pairing")),
    h("p.dim", {}, t("Somebody of about your strength who wants to play the same.")),
    h("div.options", {}, line(t("Game"), game.node), line(t("Time"), pace.node)),
    h("div.row", {}, button),
    words,
  );
  const paired = (table) => {
    if (!timer) return;
    stop();
    go(`/t/${table}`);
  };
  return { box, paired, leave: () => timer && (stop(), remove("/lobby/seek").catch(() => {})) };
}

export default async function page(root) {
  document.title = t("Lobby");
  const games = await get("/games");
  const any = (values, label) => choice([["", t("any")], ...values], "", label);
  const filters = {
    game: any(
      games.map(({ slug, title }) => [slug, title]),
      t("Game"),
    ),
    seats: any(
      [
        ["2", "2"],
        ["3", "3"],
        ["4", "4"],
      ],
      t("Players"),
    ),
    pace: any(
      [
        ["untimed", t("Untimed")],
        ["fischer", t("Clock")],
        ["days", t("Days for a move")],
      ],
      t("Time"),
    ),
    rated: any(
      [
        ["true", t("Rated")],
        ["false", t("Not rated")],
      ],
      t("Rating"),
    ),
  };
  const own = any([], t("Option"));
  const lists = h("section.lists", { "aria-label": t("Tables"), "aria-live": "polite" });
  const { box, paired, leave } = pairing(games);
  let found = [];

  /** Options that differ from what a game begins with, as one filters by them. */
  const differing = ({ game, options }) => {
    const usual = games.find(({ slug }) => slug === game)?.options.properties ?? {};
    return Object.entries(options)
      .filter(([name, value]) => usual[name] && JSON.stringify(value) !== JSON.stringify(usual[name].default))
      .map(([name, value]) => `${usual[name].title ?? name}: ${value === true ? t("yes") : value}`);
  };

  async function refresh() {
    const query = Object.entries(filters)
      .map(([name, { read }]) => [name, read()])
      .filter(([, value]) => value)
      .map(([name, value]) => `&${name}=${value}`)
      .join("");
    const [open, watch] = await Promise.all(
      ["open", "watch"].map((show) => get(`/tables?show=${show}${query}`)),
    );
    found = [open, watch];
    const names = [...new Set(open.flatMap(differing))].toSorted();
    const chosen = own.node.value;
    const none = h("option", { value: "" }, t("any"));
    own.node.replaceChildren(none, ...names.map((name) => h("option", { value: name }, name)));
    own.node.value = names.includes(chosen) ? chosen : "";
    lay();
  }
  function lay() {
    const wanted = own.node.value;
    const [open, watch] = found;
    const fits = open.filter((table) => !wanted || differing(table).includes(wanted));
    const free = h(
      "div",
      {},
      h("h2", {}, t("Open tables")),
      h("p.note", {}, t("None just now: open one, and others find it here.")),
    );
    lists.replaceChildren(
      ...[
        tableList(t("Open tables"), fits, { terms: true, some: 12 }) ?? free,
        tableList(t("Games to watch"), watch, { terms: true, some: 12 }),
      ].filter(Boolean),
    );
  }
  const sift = h(
    "div.filters",
    { role: "group", "aria-label": t("Filter the tables"), onchange: () => attempt(refresh) },
    line(t("Game"), filters.game.node),
    line(t("Players"), filters.seats.node),
    line(t("Time"), filters.pace.node),
    line(t("Rating"), filters.rated.node),
    line(t("Option"), own.node),
  );
  root.append(
    h(
      "div.page",
      {},
      h("h1", {}, t("Lobby")),
      h(
        "div.lobby",
        {},
        h("div", {}, sift, lists),
        h("div", {}, box, h("section.box", {}, h("h2", {}, t("Open a table")), opening(games))),
      ),
    ),
  );
  await refresh();
  const heard = ({ type, table }) => (type === "paired" ? paired(table) : attempt(refresh));
  const end = follow("/lobby/live", heard);
  return () => {
    end();
    leave();
  };
}
