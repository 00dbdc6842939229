/** The page /: games to play at once, tables to return to, records to watch. */
import { get, post } from "./api.js";
import { go } from "./app.js";
import { copy, h, toast } from "./dom.js";

const spoken = (name) => String(name).replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

/** A control for one option of a game's JSON schema, and how to read it. */
function control(part, defs, label) {
  if (part.$ref) return control({ ...defs[part.$ref.split("/").at(-1)], ...part, $ref: undefined }, defs, label);
  if (part.prefixItems) {
    const all = part.prefixItems.map((item, place) => control({ ...item, default: part.default?.[place] }, defs, `${label} ${place + 1}`));
    return { node: h("span.row", {}, all.map(({ node }) => node)), read: () => all.map(({ read }) => read()) };
  }
  if (part.type === "boolean") {
    const box = h("input", { type: "checkbox", checked: part.default === true, "aria-label": label });
    return { node: box, read: () => box.checked };
  }
  const values = part.enum ?? part.examples ?? part.anyOf?.flatMap((kind) => kind.enum ?? kind.examples ?? []);
  if (values?.length) {
    const choice = h("select", { "aria-label": label }, values.map((value) => h("option", { selected: value === part.default }, spoken(value))));
    return { node: choice, read: () => values[choice.selectedIndex] };
  }
  const number = part.type === "integer" || part.type === "number";
  const input = h("input", { type: number ? "number" : "text", value: part.default ?? "", "aria-label": label });
  return { node: input, read: () => (number ? Number(input.value) : input.value) };
}

function gameCard(game) {
  const { $defs: defs = {} } = game.options;
  const { properties = {} } = game.options.$ref ? defs[game.options.$ref.split("/").at(-1)] : game.options;
  const options = Object.entries(properties).map(([name, part]) => {
    const quick = name === "setup" && part.enum?.includes("quick") ? { default: "quick" } : {};
    return [name, control({ ...part, ...quick }, defs, spoken(name))];
  });
  const bot = control({ enum: game.bots, default: game.default_bot }, {}, "Opponent");
  const players = control({ enum: game.seats, default: game.seats[0] }, {}, "Players");
  const rows = [["Opponent", bot], ...(game.seats.length > 1 ? [["Players", players]] : []), ...options.map(([name, made]) => [spoken(name), made])];

  async function start(others) {
    const seats = [{ kind: "me" }, ...Array(players.read() - 1).fill(others)];
    try {
      const table = await post("/tables", { game: game.slug, seats, options: Object.fromEntries(options.map(([name, { read }]) => [name, read()])) });
      if (others.kind === "open") await copy(`${location.origin}/t/${table.id}?invite=${encodeURIComponent(table.invite)}`, "The invite link is copied: send it to a friend.");
      go(`/t/${table.id}`);
    } catch (problem) {
      toast(problem.message);
    }
  }

  const [least, most] = [game.seats[0], game.seats.at(-1)];
  return h("article.game", {}, h("img", { src: `/api/v1/games/${game.slug}/picture.svg`, alt: `A position of ${game.title}` }), h("div", {},
    h("h2", {}, game.title), h("p.facts", {}, `${least === most ? least : `${least}–${most}`} players · ${game.minutes} minutes · by ${game.designer}`),
    h("p.blurb", {}, game.blurb),
    h("div.row", {}, h("button.primary.big", { onclick: () => start({ kind: "bot", bot: bot.read() }) }, "Play now"),
      h("button.big", { onclick: () => start({ kind: "open" }) }, "Invite a friend")),
    h("p.row.links", {}, h("a", { href: `/rules/${game.slug}` }, "Rules"), h("a", { href: `/learn/${game.slug}` }, "Learn in ten minutes"),
      game.slug === "fimbulvetr" && h("a", { href: "/build/fimbulvetr" }, "Build a clan")),
    h("details", {}, h("summary", {}, "Options"), h("div.options", {}, rows.map(([name, { node }]) => h("label", {}, h("span", {}, name), node))))));
}

function tableLine(line) {
  const who = line.seats.map(({ name, kind }) => (kind === "open" ? "free seat" : name)).join(" – ");
  const turn = line.result ? (line.result.reason ?? line.result) : line.my_turn ? "your turn" : `ply ${line.ply}`;
  return h("li", { class: line.my_turn ? "mine" : null }, h("a", { href: `/t/${line.id}${line.result ? "/replay" : ""}` }, h("b", {}, line.title), ` ${who}`), h("span.dim", {}, turn));
}

export default async function page(root) {
  const open = async (file) => {
    try {
      go(`/t/${(await post("/records", await file.text())).id}/replay`);
    } catch (problem) {
      toast(problem.message, { lasting: true });
    }
  };
  const games = h("section.games", { "aria-label": "Games" });
  const lists = h("section.lists");
  const file = h("input", { type: "file", accept: ".saga", onchange: () => file.files[0] && open(file.files[0]) });
  const zone = h("label.drop", {}, h("b", {}, "Drop a .saga here"), " or choose one, to watch it", file);
  root.append(h("div.page", {}, h("div.hero", {}, h("h1", {}, "Winter of winters"), h("p", {}, "One table for five winter games. Sit down: no account, nothing to install.")), games, lists, zone));
  root.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  root.addEventListener("dragleave", () => zone.classList.remove("over"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
  games.append(...(await get("/games")).map(gameCard));
  const kinds = [["mine", "Your tables"], ["open", "Open tables"], ["finished", "Finished games"]];
  for (const [show, title] of kinds) {
    const lines = await get(`/tables?show=${show}`);
    if (lines.length) lists.append(h("div", {}, h("h2", {}, title), h("ul.tables", {}, lines.slice(0, 8).map(tableLine))));
  }
}
