/** What is kept of a table on this device, so that it can be looked at, and a move made, without a
 *  connection: as it was seen last, its log, and the move that waits for the line to come back. */
import { once } from "./api.js";

const STORE = "fimbul-tables";
const MOST = 6; // tables: the oldest is forgotten first
const store = () => globalThis.caches?.open(STORE); // browsers have it where the connection is secure

/** Keep a table as it is now. */
export async function keepTable({ table, latest, log, pending }) {
  const shelf = await store();
  if (!shelf || !table || !latest) return;
  const kept = { table: { ...table, frame: latest }, log, pending };
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
  table.choose();
  table.sayLost();
}

/** Who plays has the rules at hand, where a worker keeps them for when there is no line. */
export function keepRules(slug) {
  if (navigator.serviceWorker?.controller) once(`/games/${slug}/rules`).catch(() => {});
}
