/** Lists of tables, as home and lobby show them. */
import { get, put, remove } from "./api.js";
import { ask, attempt, h, icon } from "./dom.js";
import { and, language, t } from "./i18n.js";

const SOME = 4; // lines of a list before one asks for more
const HOUR = 3600;
const DAY = 24 * HOUR;

/** When something was, or will be, in a few words. */
export function when(seconds) {
  const away = seconds - Date.now() / 1000;
  const told = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (Math.abs(away) < 90) return t("just now");
  if (Math.abs(away) < 1.5 * HOUR) return told.format(Math.round(away / 60), "minute");
  if (Math.abs(away) < DAY) return told.format(Math.round(away / HOUR), "hour");
  return told.format(Math.round(away / DAY), "day");
}

/** A moment, with the whole date for whoever points at it. */
export function moment(seconds) {
  const date = new Date(seconds * 1000);
  const whole = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(date);
  return h("time", { datetime: date.toISOString(), title: whole }, when(seconds));
}

/** A day, as it is written. */
export const day = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(seconds * 1000));

/** How much time there is, in words. */
export function paceWords(pace) {
  if (!pace) return t("untimed");
  if (pace.kind === "days") return t("{count} day a move | {count} days a move", { count: pace.days });
  return t("{minutes} min + {increment} s", { minutes: pace.base / 60, increment: pace.increment ?? 0 });
}

/** Whether a table waits for its viewer, and for nobody else. */
export const called = ({ my_turn: mine, seats }) => mine && seats.every(({ kind }) => kind !== "open");

/** How a game stands, for whoever looks at the list. */
function state({ seats, ply, finished, outcome, my_turn: mine, to_act: turn }) {
  if (finished) {
    const own = seats.find(({ me }) => me);
    const score = outcome?.scores?.[own?.seat];
    return { 1: t("won"), 0: t("lost") }[score] ?? outcome?.reason ?? t("ended");
  }
  if (seats.some(({ kind }) => kind === "open"))
    return seats.some(({ me }) => me) ? t("waits for somebody") : "";
  if (mine) return t("your turn");
  const names = turn.map((seat) => seats[seat]).filter(({ kind }) => kind !== "open");
  if (names.length) return t("{name} to move", { name: and(names.map(({ name }) => name)) });
  return ply ? t("after {count} move | after {count} moves", { count: ply }) : t("not begun");
}

/** Put a table away, or out of the world where nobody else plays there. */
function tools(table, changed) {
  const { id, seats, hidden, rated, ply } = table;
  const alone = seats.every(({ kind, me }) => me || kind !== "person") && seats.some(({ me }) => me);
  const hide = () => attempt(() => put(`/tables/${id}/hidden`, { hidden: !hidden }).then(changed));
  const discard = async () => {
    const words = h("p", {}, t("The game and everything about it is gone for good."));
    const buttons = [
      [t("Keep it"), ""],
      [t("Delete"), "yes", ".danger"],
    ];
    if (await ask(t("Delete this table?"), words, buttons))
      attempt(() => remove(`/tables/${id}`).then(changed));
  };
  const button = (sign, label, act) =>
    h("button.tool", { title: label, "aria-label": `${label}: ${table.title}`, onclick: act }, icon(sign));
  return h(
    "span.tools",
    {},
    button(hidden ? "eye" : "hide", hidden ? t("Show again") : t("Put away"), hide),
    alone && !(rated && ply) && button("bin", t("Delete"), discard),
  );
}

function tableLine(table, { changed, terms }) {
  const { id, title, seats, finished, updated, deadline, rated, access } = table;
  const who = seats.map(({ name, kind }) => (kind === "open" ? t("free seat") : name)).join(" – ");
  const told = state(table);
  const facts = [
    told && h("span.state", {}, told),
    terms && h("span", {}, paceWords(table.pace)),
    rated && h("span", {}, t("rated")),
    terms && access === "friends" && h("span", {}, t("for friends")),
    deadline && !finished && h("span", {}, t("time is up {when}", { when: when(deadline / 1000) })),
    moment(updated),
  ];
  return h(
    "li",
    { class: called(table) ? "mine" : "" },
    h("a", { href: `/t/${id}${finished ? "/replay" : ""}` }, h("b", {}, title), h("span", {}, who)),
    h("span.dim", {}, facts),
    changed && seats.some(({ me }) => me) && tools(table, changed),
  );
}

/** A list of tables under a heading; nothing where there are none.  With `changed` one's own can be put away;
 *  with `terms` it says how they are played. */
export function tableList(title, tables, { changed, terms = false, some = SOME } = {}) {
  if (!tables.length) return null;
  const lines = (shown) => shown.map((table) => tableLine(table, { changed, terms }));
  const list = h("ul.tables", {}, lines(tables.slice(0, some)));
  const all = () => {
    list.replaceChildren(...lines(tables));
    more.remove();
  };
  const more = h("button.plain", { onclick: all }, t("Show all {count}", { count: tables.length }));
  return h("div", {}, h("h2", {}, title), list, tables.length > some && more);
}

/** Without a connection: the tables that are kept on this device. */
export function keptList(tables) {
  const line = ({ id, title, seats, waits, me, frame }) => {
    const turn = me != null && frame.to_act.includes(me);
    const told = waits ? t("your move waits for the connection") : turn ? t("your turn") : "";
    const who = seats.map(({ name, kind }) => (kind === "open" ? t("free seat") : name)).join(" – ");
    const link = h("a", { href: `/t/${id}` }, h("b", {}, title), h("span", {}, who));
    return h("li", { class: turn ? "mine" : "" }, link, h("span.dim", {}, h("span.state", {}, told)));
  };
  const list = h("ul.tables", {}, tables.map(line));
  return tables.length ? [h("h2", {}, t("Kept on this device")), list] : [];
}

/** What one has put away, fetched when it is asked for. */
export function hiddenList(changed) {
  const box = h("div");
  const open = ({ target }) =>
    target.open &&
    attempt(async () => {
      const tables = (await get("/tables?show=hidden")).map((one) => ({ ...one, hidden: true }));
      const none = h("p.note", {}, t("You have put nothing away."));
      box.replaceChildren(tableList(t("Put away"), tables, { changed }) ?? none);
    });
  return h("details", { ontoggle: open }, h("summary", {}, t("What you have put away")), box);
}
