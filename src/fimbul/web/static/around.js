/** What stands around a scene: seats, menu, the row of news, hints, how it ended. */
import { portable, takeAlong } from "./along.js";
import { once } from "./api.js";
import { ask, attempt, h, hush, icon, ruleLink, toast } from "./dom.js";
import { asSeat } from "./handover.js";
import { and, t, worded } from "./i18n.js";
import { invite } from "./invite.js";
import { takeBack } from "./keeping.js";
import { showKeys } from "./keys.js";
import { logList, pointing } from "./panel.js";
import { change, set, settings } from "./settings.js";
import { factRows } from "./sheet.js";
import { plain, rich } from "./words.js";

const HIGHEST = 264; // pixels of a sheet that lies over the board's upper edge, and how much of the screen
const SHARE = 0.32;
const LEAST = 80;
const QUESTIONS = 4; // how many of the last ones it is kept high for
const SPARE = 48; // pixels that are kept for them at most
const CRUMB = 54; // pixels of the line that says what one has touched
const LONG = 6; // lines of what happened since: fewer are remembered

/** A button with a sign. */
export const tool = (sign, label, act, more = {}) =>
  h("button.tool", { title: label, "aria-label": label.split(" (")[0], onclick: act, ...more }, icon(sign));

/** Who sits at a table, with what counts of them and whose turn it is. */
export function seatList(list, { seats }, { seats_line: lines, to_act: turn }) {
  const state = (kind) => (kind === "bot" ? [t("thinks"), h("i.dots")] : t("to move"));
  const seat = ({ seat: place, kind, name, me }) => {
    const acts = turn.includes(place);
    return h(
      "li.seat",
      { class: acts ? "turn" : "", "data-seat": place, "aria-current": String(acts) },
      icon(kind === "bot" ? "bot" : "person"),
      h("span.plays", {}, rich(lines[place])),
      h("span.who", {}, kind === "open" ? t("free seat") : name),
      me && seats.length > 1 && h("span.me", {}, t("(you)")),
      acts && kind !== "open" && h("span.state", {}, state(kind)),
    );
  };
  list.replaceChildren(...seats.map(seat));
  const [own, any] = [".turn:has(.me)", ".turn"].map((which) => list.querySelector(which));
  (own ?? any)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const more = () =>
    list.toggleAttribute("data-more", list.scrollWidth - list.clientWidth - list.scrollLeft > 2);
  list.onscroll = more;
  list.wide ??= new ResizeObserver(() => list.onscroll());
  list.wide.observe(list);
  more();
}

/** How it ended, and what one can do then. */
export function ending(table) {
  const { outcome } = table.frame;
  const { me, seats, id, game, chronicle, rematch } = table.table;
  const winners = seats
    .filter(({ seat }) => outcome.scores[seat] === 1)
    .map(({ plays, name }) => plays || name);
  const other = winners.length ? t("Victory: {winners}", { winners: and(winners) }) : t("A draw");
  const mine = new Set(seats.filter((seat) => seat.me).map(({ seat }) => outcome.scores[seat]));
  const title = (mine.size === 1 && { 1: t("You win"), 0: t("You lose") }[outcome.scores[me]]) || other;
  const points = (seat) => `${table.frame.plays[seat]}: ${outcome.points[seat]}`;
  const counted = outcome.points?.length === seats.length && !table.desk.game.cooperative;
  const count = counted && outcome.points.map((_, seat) => points(seat)).join(" · ");
  const link = ruleLink(game, outcome.rule, (number) => table.panel.showRule(number));
  const [turned, places] = turning(table);
  return [
    h("div.ending", {}, h("p.result", {}, title), link, count && h("p", {}, count)),
    h(
      "div.row",
      {},
      me != null &&
        h(
          "button.primary",
          { onclick: () => table.rematch() },
          rematch ? t("Join the rematch") : t("Rematch"),
        ),
      h("a.quiet", { href: `/t/${id}/replay` }, t("Watch the replay")),
      chronicle && h("a.quiet", { href: worded(`/t/${id}/chronicle`) }, t("Chronicle")),
      turned,
      h("a.quiet", { href: "/" }, t("Home")),
    ),
    places,
  ];
}

/** Where the game turned, as the coach sees it: the button that asks, and where the points are told, each of
 *  which leads to its move. */
function turning(table) {
  const point = ({ ply, words }) =>
    h("li", {}, h("button.plain", { onclick: () => table.look(ply) }, rich(words)));
  const shown = () => {
    grow(table);
    box.scrollIntoView({ block: "nearest" });
  };
  const show = async () => {
    const bar = h("progress", { max: "1", "aria-label": t("The coach is thinking") });
    box.replaceChildren(h("p", {}, t("The coach is thinking…")), bar);
    begin.hidden = true;
    shown();
    box.focus({ preventScroll: true });
    const { reviewed } = await import("./review.js");
    try {
      const { turning_points: points } = await reviewed(table.table.id, (share) => (bar.value = share));
      box.replaceChildren(
        points.length ? h("ol", {}, points.map(point)) : h("p", {}, t("No single move turned it.")),
      );
      shown();
    } catch (problem) {
      box.replaceChildren();
      begin.hidden = false;
      grow(table);
      toast(problem.message);
    }
  };
  const begin = h("button.quiet", { onclick: show }, t("Turning points"));
  const box = h("div.turning", { tabindex: "-1" });
  return [begin, box];
}

/** What happened since the viewer's last move, where that is more than one keeps in mind. */
export function digest({ log, mine, acted, panel, scene }) {
  const lines = mine && acted != null ? log.filter(({ ply }) => ply >= acted) : [];
  if (lines.length < LONG) return [];
  const told = logList(
    lines,
    (ids) => scene.point(ids),
    (ply) => panel.tell("look", ply),
  );
  return [
    h("details.digest", {}, h("summary", {}, t("Since your move ({count})", { count: lines.length })), told),
  ];
}

/** A sheet above the board is as high as the last few questions had to be, so that the board neither jumps
 *  nor is small for nothing. */
export function grow(table) {
  const { scene, frame, touch } = table;
  const { sheet } = scene;
  const parts = [...sheet.children].filter((part) => !part.hidden && part.offsetHeight);
  const path = sheet.crumb.hidden && touch.onward.size ? CRUMB : 0; // it comes with the first touch
  const needed = parts.reduce((sum, part) => sum + part.offsetHeight + 8, 16 + path);
  const usual = Math.min(HIGHEST, innerHeight * SHARE);
  const over = Boolean(frame?.outcome);
  const most = over ? innerHeight / 2 : usual; // at the end there is nothing left to touch
  if (over) table.sheets = []; // nor anything left to come: the last blow has the rest
  else if (table.mine) table.sheets = [...(table.sheets ?? []), needed].slice(-QUESTIONS);
  const before = Math.min(Math.max(0, ...(table.sheets ?? [])), needed + SPARE);
  const high = Math.min(most, Math.max(LEAST, needed, before));
  table.style.setProperty("--sheet", `${high}px`);
}

/** What can be done at a table that is no move. */
export function menuItems(table) {
  const { me, invite: open, id, chronicle, game } = table.table;
  const playing = me != null && !table.frame.outcome;
  const item = (sign, label, act) => h("button", { onclick: act }, icon(sign), label);
  const link = (sign, label, href) => h("a", { href }, icon(sign), label);
  const items = [
    open && item("link", t("Invite"), () => invite(table.table)),
    portable(table) && item("save", t("Play on without a connection…"), () => takeAlong(table)),
    link("film", t("Replay"), `/t/${id}/replay`),
    chronicle && link("book", t("Chronicle"), worded(`/t/${id}/chronicle`)),
    link("book", t("Rules"), `/rules/${game}`),
    ...table.desk.items(),
    item("gear", t("Settings"), () => change()),
    item("theme", t("Night or birch"), () => document.dispatchEvent(new CustomEvent("theme"))),
    item("keys", t("Keys"), showKeys),
    playing && item("flag", t("Resign"), () => resign(table)),
  ];
  return items.filter(Boolean);
}

/** Give up, once it is sure that it is meant. */
async function resign(table) {
  const alone = table.desk.game.cooperative || table.table.seats.length < 3;
  const [several, pair] = [
    t("You lose, and the others play on."),
    t("The game ends at once, and you lose it."),
  ];
  const sure = await ask(t("Resign this game?"), h("p", {}, alone ? pair : several), [
    [t("Play on"), ""],
    [t("Resign"), "yes", ".danger"],
  ]);
  if (sure) table.send({ type: "resign" });
}

/** The words of an action that takes some, "" for others; null if whoever is asked thinks better of it. */
export async function approved(action, asked) {
  const words = h("textarea", { rows: "4", maxlength: "1000", "aria-label": plain(action.words) });
  const ways = (label) => [
    [t("Back"), ""],
    [label, "yes", ".primary"],
  ];
  if (action.free) return (await ask(asked, words, ways(t("Say it")))) ? words.value.trim() : null;
  const { facts = [], grave } = action.prospect ?? {};
  const warned = grave && settings.warn && !settings.confirm;
  if (!settings.confirm && !warned) return "";
  const risk = warned && h("p", {}, t("This could cost you the game."));
  const body = h("div", {}, risk, facts.length ? factRows(facts) : asked);
  const never = [t("Do it, and do not warn again"), "never"];
  const warning = [never, [t("Do it"), "yes"], [t("Back"), "", ".primary"]];
  const answer = await ask(`${plain(action.words)}?`, body, warned ? warning : ways(t("Do it")));
  if (answer === "never") set("warn", false);
  return answer ? "" : null;
}

/** A bot's ideas, each to be taken with a touch. */
export function hints(table, ideas) {
  const rows = ideas.map((idea) => {
    const percent = Math.round((idea.value + 1) * 50);
    const row = h(
      "button",
      { onclick: () => table.act(idea) },
      h("span", {}, rich(idea.words), idea.why && h("small", {}, ` ${idea.why}`)),
      h("span.bar", { "aria-hidden": "true" }, h("i", { style: `width: ${percent}%` })),
      h("b", {}, `${percent} %`),
    );
    return pointing(row, idea.clicks, (ids) => table.scene.point(ids));
  });
  hush();
  const box = table.ideas;
  box.replaceChildren(h("p", {}, t("A bot's best ideas, and what it thinks of your chances:")), ...rows);
  box.hidden = false;
  grow(table);
  rows[0]?.focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest" });
}

/** How far a piece could go, as this seat may know it; nothing where that cannot be had now. */
export function reachOf({ table, past, latest }, node) {
  const { ply, epoch, draft } = latest;
  const asked = `node=${encodeURIComponent(node)}&epoch=${epoch}&draft=${draft}${asSeat(table, "&")}`;
  return once(`/tables/${table.id}/frames/${past ?? ply}/reach?${asked}`).catch(() => undefined);
}

/** Say what the move that led to a ply was for. */
export const explain = (id, ply) =>
  attempt(async () => {
    const { words, why } = await once(`/tables/${id}/reasons/${ply}`);
    toast(why ? `${plain(words)}. ${why}` : t("{words}: that says it all.", { words: plain(words) }));
  });

/** A line of news; where it is longer than its place, a touch unfolds it, unless it meant something else. */
export function newsLine(role, busy = () => false) {
  const unfold = () =>
    busy() || line.toggleAttribute("data-open", line.hasAttribute("data-long") && !("open" in line.dataset));
  const line = h("p.words", {
    role,
    "aria-live": "polite",
    tabindex: "0",
    onclick: unfold,
    onkeydown: ({ key }) => key === "Enter" && unfold(),
  });
  new ResizeObserver(() => "open" in line.dataset || measure(line)).observe(line);
  return line;
}

/** Whether a line of news is longer than its place. */
function measure(line) {
  line.removeAttribute("data-long");
  line.toggleAttribute("data-long", line.scrollHeight > line.clientHeight + 1);
}

/** Write a line of news. */
export function tellNews(line, ...words) {
  line.replaceChildren(...words);
  line.removeAttribute("data-open");
  line.kept = undefined;
  measure(line);
  line.scrollTop = 0;
}

/** Write a line about what a hand does: with its next touch it gives way to what stood there before. */
export function remark(line, text) {
  const kept = line.kept ?? [...line.childNodes];
  tellNews(line, text);
  line.kept = kept;
}

export function unremark(line) {
  if (line.kept) tellNews(line, ...line.kept);
}

/** What happened, and the way through it; zoom, undo, hint. */
export function newsRow(table) {
  table.news = newsLine("log", () => {
    const telling = !table.pace.idle;
    table.pace.skip();
    return telling;
  });
  table.earlier = tool("prev", t("The move before (,)"), () => table.step(-1));
  table.later = tool("next", t("The move after (.)"), () => table.step(1));
  table.undo = tool("undo", t("Undo (u)"), () => takeBack(table));
  table.hint = tool("hint", t("Hint (h)"), () => table.askHint());
  const skip = tool("last", t("Skip to the present (s)"), () => table.pace.skip());
  skip.classList.add("skipper");
  const zooms = [
    tool("plus", t("Zoom in (+)"), () => table.board.zoom(0.8)),
    tool("minus", t("Zoom out (−)"), () => table.board.zoom(1.25)),
    tool("fit", t("Fit the board (0)"), () => table.board.fit()),
  ];
  const fold = tool("panel", t("Fold or open the panel"), () =>
    table.folded(!table.hasAttribute("data-folded")),
  );
  fold.classList.add("fold");
  const zoom = h("span.zoom", {}, zooms);
  return h(
    "section.news",
    { "aria-label": t("What happened"), "data-where": t("offline") },
    table.earlier,
    table.later,
    table.news,
    zoom,
    skip,
    table.undo,
    table.hint,
    fold,
  );
}
