/** Links that seat whoever opens them, and the seats that wait for somebody. */
import { post } from "./api.js";
import { attempt, copy, h } from "./dom.js";
import { t } from "./i18n.js";

/** The address that seats whoever opens it. */
export const inviteLink = ({ id, invite }) =>
  `${location.origin}/t/${id}?invite=${encodeURIComponent(invite)}`;

/** What is to be said of links where they begin with an address that is another computer's own there. */
const alone = () =>
  /^(localhost|127\..*|\[::1\])$/.test(location.hostname)
    ? t("This link works here alone; friends need the address that fimbul serve --host 0.0.0.0 tells.")
    : "";

/** Have a link to give away. */
export const giveAway = (link, done) => copy(link, `${done} ${alone()}`.trim());

/** Have the link of a table to give away. */
export const invite = (table) =>
  giveAway(inviteLink(table), t("The invite link is copied: whoever opens it takes the free seat."));

/** What stands under the question while a seat is free. */
export function vacancy({ table, frame }) {
  if (frame.outcome || table.seats.every(({ kind }) => kind !== "open")) return [];
  const join = () => attempt(() => post(`/tables/${table.id}/join`));
  const take = h("button.primary", { onclick: join }, t("Take the free seat"));
  const call = h("button.primary", { onclick: () => invite(table) }, t("Copy the invite link"));
  const waits = h("p", {}, t("Waiting for somebody to take the free seat."));
  if (table.me == null) return [waits, take];
  return [waits, call, ...(alone() ? [h("p.note", {}, alone())] : [])];
}
