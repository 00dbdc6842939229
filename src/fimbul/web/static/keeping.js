/** What is kept of a table on this device, so that it can be looked at, and a move made, without a
 *  connection: as it was seen last, its log, and the move that waits for the line to come back. */
import { once } from "./api.js";
import { t } from "./i18n.js";

const STORE = "fimbul-tables";
const MOST = 6; // tables: the oldest is forgotten first
const store = () => globalThis.caches?.open(STORE); // browsers have it where the connection is secure

/** Keep a table as it is now. */
export async function keepTable({ table, latest, log, pending, unsent }) {
  const shelf = await store();
  if (!shelf || !table || !latest) return;
  const kept = { table: { ...table, frame: latest }, log, pending, unsent };
  await shelf.delete(`/t/${table.id}`); // the newest comes last
  await shelf.put(`/t/${table.id}`, Response.json(kept));
  const old = (await shelf.keys()).slice(0, -MOST);
  await Promise.all(old.map((name) => shelf.delete(name)));
}

/** Somebody else may sit here next: what was seen through one's seats is nobody's business. */
export const forgetTables = () => globalThis.caches?.delete(STORE);

/** Without a line: show a table as it was here last, and the move that still waits. */
export async function recall(table, id) {
  const found = await (await store())?.match(`/t/${id}`);
  const kept = await found?.json();
  if (!kept || table.table || table.live.id !== id) return;
  table.log = kept.log;
  await table.sit(kept.table);
  table.panel.tellLog(table.log);
  table.pending = kept.pending;
  table.unsent = kept.unsent;
  table.choose();
  table.sayLost();
}

/** What whoever has no line should know: what they can do now, and what waits. */
export function lostWords({ pending, unsent }) {
  if (!pending) return t("The connection is lost; it comes back by itself.");
  const kept = t("The connection is lost. Your move is kept, and sent when it is back.");
  return unsent ? `${kept} ${t("Until then Undo takes it back.")}` : kept;
}

/** Undo: a move that has not left this device; else the last one, for which others may have to be asked. */
export function takeBack(table) {
  const here = table.pending && table.unsent && table.hasAttribute("data-lost");
  if (!here) return table.send({ type: "undo" });
  table.sent();
  table.choose();
  keepTable(table);
  return table.say(t("Your move is taken back: it was not sent yet."));
}

/** Who plays has the rules at hand, where a worker keeps them for when there is no line. */
export function keepRules(slug) {
  if (navigator.serviceWorker?.controller) once(`/games/${slug}/rules`).catch(() => {});
}
