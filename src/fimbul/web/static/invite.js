/** Links that seat whoever opens them, and the seats that wait for somebody. */
import { post } from "./api.js";
import { attempt, copy, h } from "./dom.js";
import { t } from "./i18n.js";

/** The address that seats whoever opens it. */
export const inviteLink = ({ id, invite }) =>
  `${location.origin}/t/${id}?invite=${encodeURIComponent(invite)}`;

/** Have the link of a table to give away. */
export const invite = (table) =>
  copy(inviteLink(table), t("The invite link is copied: whoever opens it takes the free seat."));

/** What stands under the question while a seat is free. */
export function vacancy({ table, frame }) {
  if (frame.outcome || table.seats.every(({ kind }) => kind !== "open")) return [];
  const join = () => attempt(() => post(`/tables/${table.id}/join`));
  const take = h("button.primary", { onclick: join }, t("Take the free seat"));
  const call = h("button.primary", { onclick: () => invite(table) }, t("Copy the invite link"));
  return [h("p", {}, t("Waiting for somebody to take the free seat.")), table.me == null ? take : call];
}
