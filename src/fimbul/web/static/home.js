/** The page /: games to play at once, tables to return to, records to watch. */
import { get, post } from "./api.js";
import { go } from "./app.js";
import { attempt, copy, h, icon } from "./dom.js";
import { inviteLink } from "./table.js";

const spoken = (name) =>
  String(name)
    .replace(/[_:]/g, " ")
    .replace(/^./, (first) => first.toUpperCase());
const named = (part, defs) => (part.$ref ? defs[part.$ref.split("/").at(-1)] : part);

/** A select, by which people choose a value. */
export function choice(values, chosen, label) {
  const node = h(
    "select",
    { "aria-label": label },
    values.map((value) => h("option", { selected: value === chosen }, spoken(value))),
  );
  return { node, read: () => values[node.selectedIndex] };
}

/** Every bot at every level, as people choose one. */
export const botChoice = ({ bots, default_bot: usual, cooperative }) =>
  choice(
    bots.flatMap(({ name, levels }) => (levels.length ? levels.map((level) => `${name}:${level}`) : [name])),
    usual,
    cooperative ? "Partners" : "Opponent",
  );

/** A control for one option of a game's JSON schema, and how to read it; where there is one for each seat, how to fit them to the players. */
function control(part, game, label) {
  const parts =
    part.prefixItems ?? (part.anyOf?.[0].items?.enum && Array(game.seats.at(-1)).fill(part.anyOf[0].items));
  if (parts) {
    const all = parts.map((item, place) =>
      control({ ...item, default: part.default?.[place] ?? item.enum?.[0] }, game, `${label} ${place + 1}`),
    );
    return {
      node: h(
        "span.row",
        {},
        all.map(({ node }) => node),
      ),
      read: (count) => all.slice(0, count).map(({ read }) => read()),
      fit: (count) =>
        all.forEach(({ node }, place) => {
          node.hidden = place >= count;
        }),
    };
  }
  const pieces =
    game.pieces.length && part.anyOf?.some(({ $ref }) => $ref) && game.pieces.map(({ id }) => id); // a name, or a piece that somebody built
  if (part.enum ?? pieces) return choice(part.enum ?? pieces, part.default, label);
  const type = { boolean: "checkbox", integer: "number" }[part.type] ?? "text",
    free = part.default === null; // nothing written leaves it to the game
  const node = h("input", {
    type,
    value: part.default,
    placeholder: free ? "any" : "",
    checked: part.default === true,
    "aria-label": label,
  });
  return {
    node,
    read: () =>
      ({ checkbox: node.checked, number: Number(node.value) })[type] ??
      (free ? node.value.match(/\w+/g) : node.value),
  };
}

function gameCard(game) {
  const { slug, title, seats } = game;
  const { properties } = named(game.options, game.options.$defs);
  if (properties.setup?.enum?.includes("quick")) properties.setup.default = "quick"; // to be moving pieces within seconds
  const typed = ([, part]) => part.default !== null || !part.anyOf.some(({ $ref }) => $ref); // a whole file is no form's business
  const options = Object.entries(properties)
    .filter(typed)
    .map(([name, part]) => [
      name,
      control(named(part, game.options.$defs), game, part.title ?? spoken(name)),
    ]);
  const bot = botChoice(game),
    role = choice(game.roles, game.roles[0], "You play"),
    players = choice(seats, seats[0], "Players"),
    fit = () => options.forEach(([, one]) => one.fit?.(players.read()));
  const rows = [
    [game.cooperative ? "partners" : "opponent", bot],
    ...(seats.length > 1 ? [["players", players]] : []),
    ...(game.roles.length ? [["you_play", role]] : []),
    ...options,
  ];
  const start = (other) =>
    attempt(async () => {
      const count = Math.max(players.read(), other.kind === "open" ? 2 : 1); // a friend needs a seat
      const chosen = Object.fromEntries(options.map(([name, { read }]) => [name, read(count)]));
      const table = await post("/tables", {
        game: slug,
        options: chosen,
        seats: Array.from({ length: count }, (_, seat) =>
          seat === Math.max(0, game.roles.indexOf(role.read())) ? { kind: "me" } : other,
        ),
      });
      if (table.invite) await copy(inviteLink(table), "The invite link is copied: send it to a friend.");
      go(`/t/${table.id}`);
    });
  return h(
    "article.game",
    {},
    h("img", { src: `/api/v1/games/${slug}/picture.svg`, alt: `A position of ${title}` }),
    h(
      "div",
      {},
      h("h2", {}, title),
      h(
        "p.facts",
        {},
        `${[...new Set([seats[0], seats.at(-1)])].join("–")} players · ${game.minutes} minutes · by ${game.designer}`,
      ),
      h("p.blurb", {}, game.blurb),
      h(
        "div.row",
        {},
        h("button.primary.big", { onclick: () => start({ kind: "bot", bot: bot.read() }) }, "Play now"),
        h("button.big", { onclick: () => start({ kind: "open" }) }, "Invite a friend"),
      ),
      h(
        "p.row.links",
        {},
        game.lesson && h("a", { href: `/learn/${slug}` }, "Learn"),
        h("a", { href: `/rules/${slug}` }, "Rules"),
        game.pieces.length > 0 && h("a", { href: `/build/${slug}` }, "Build a clan"),
      ),
      h(
        "details",
        { ontoggle: fit, onchange: fit },
        h("summary", {}, "Options"),
        h(
          "div.options",
          {},
          rows.map(([name, { node }]) =>
            h("label", {}, h("span", {}, properties[name]?.title ?? spoken(name)), node),
          ),
        ),
      ),
    ),
  );
}

function tableLine({ id, title, seats, ply, finished, outcome, my_turn: mine }) {
  const who = seats.map(({ name, kind }) => (kind === "open" ? "free seat" : name)).join(" – ");
  return h(
    "li",
    { class: mine ? "mine" : "" },
    h("a", { href: `/t/${id}${finished ? "/replay" : ""}` }, h("b", {}, title), ` ${who}`),
    h("span.dim", {}, outcome?.reason ?? (mine ? "your turn" : `ply ${ply}`)),
  );
}

export default async function page(root) {
  const open = (file) =>
    file && attempt(async () => go(`/t/${(await post("/records", await file.text())).id}/replay`));
  const file = h("input", { type: "file", accept: ".saga", onchange: () => open(file.files[0]) });
  const zone = h(
    "label.drop",
    {},
    h("b", {}, "Drop a .saga record here"),
    " to watch the game, or choose a file",
    file,
  );
  const games = h("section.games", { "aria-label": "Games" }),
    lists = h("section.lists");
  root.append(
    h(
      "div.page",
      {},
      h(
        "div.hero",
        {},
        icon("winter", "winter"),
        h("h1", {}, "Come in from the cold"),
        h("p", {}, "Winter games on one table. No account, nothing to install: sit down and play."),
      ),
      games,
      lists,
      zone,
    ),
  );
  for (const name of ["dragover", "dragleave", "drop"])
    root.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.toggle("over", name === "dragover");
      if (name === "drop") open(event.dataTransfer.files[0]);
    });
  games.append(...(await get("/games")).map(gameCard));
  for (const [show, title] of [
    ["mine", "Your tables"],
    ["open", "Open tables"],
    ["finished", "Finished games"],
  ]) {
    const lines = await get(`/tables?show=${show}`);
    if (lines.length)
      lists.append(h("div", {}, h("h2", {}, title), h("ul.tables", {}, lines.slice(0, 8).map(tableLine))));
  }
}
