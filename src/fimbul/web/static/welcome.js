/** What somebody is told who has not played a game here: how one wins, and how to ask. */
import { grow } from "./around.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

const EARLY = 20; // plies: whoever has come so far has found the way
const PATIENCE = 8_000; // milliseconds before one wonders about a bot
const FINGER = matchMedia("(hover: none)");
const name = (slug) => `met:${slug}`;

/** Whoever has ended a game, or does not want to be told, knows it. */
export const met = (slug) => localStorage.setItem(name(slug), "yes");

/** The way to what a newcomer asks first; whoever has no seat is told so. */
export function welcome(whole) {
  const { frame, desk, panel, news, classList, scene } = whole;
  const { game, me } = whole.table;
  if (frame.outcome) met(game);
  const known = localStorage.getItem(name(game)) || classList.contains("learning");
  if (me == null && !frame.outcome) return [h("p.note", {}, t("You are watching."))];
  if (known || frame.outcome || frame.ply >= EARLY) return [];
  if (!news.textContent)
    news.textContent = FINGER.matches
      ? t("Hold a finger on anything to read what it is.")
      : t("Point at anything to read what it is.");
  const shut = () => {
    met(game);
    scene.sheet.add();
    whole.sheets = []; // the board gets the room back
    grow(whole);
  };
  return [
    h(
      "div.row.welcome",
      {},
      h("button", { onclick: () => panel.showPrimer() }, t("How do I win?")),
      desk.game.lesson && h("a.quiet", { href: `/learn/${game}` }, t("Learn")),
      h("button.plain", { onclick: shut, "aria-label": t("I know this game") }, "×"),
    ),
  ];
}

/** Where a bot thinks for long, say that it does. */
export function wonder(table) {
  clearTimeout(table.wondering);
  const { seats } = table.table;
  const bot = seats.find(({ kind, seat }) => kind === "bot" && table.frame.to_act.includes(seat));
  const words = () => t("{name} still thinks. On a new server a bot's first move may take a minute.", bot);
  if (bot) table.wondering = setTimeout(() => table.say(words()), PATIENCE);
}

/** A bot that gave up does not think any more. */
export function stopWondering(table, why) {
  clearTimeout(table.wondering);
  table.say(why);
}
