/** What is kept of a table on this device, so that it can be looked at, and a move made, without a
 *  connection: as it was seen last, its log, and the move that waits for the line to come back. */
import { once } from "./api.js";
import { t } from "./i18n.js";
import { putAllDown } from "./luggage.js";

const STORE = "fimbul-tables";
const MOST = 6; // tables: the oldest is forgotten first
const store = () => globalThis.caches?.open(STORE); // browsers have it where the connection is secure

let shelving = Promise.resolve(); // one after the other, and whoever looks waits for it

/** Keep a table as it is now. */
export function keepTable({ table, latest, log, pending, unsent }) {
  if (!table || !latest) return shelving;
  const kept = { table: { ...table, frame: latest }, log, pending, unsent };
  shelving = shelving.catch(() => {}).then(() => shelve(kept));
  return shelving;
}

async function shelve(kept) {
  const shelf = await store();
  if (!shelf) return;
  const place = `/t/${kept.table.id}`;
  await shelf.delete(place); // the newest comes last
  await shelf.put(place, Response.json(kept));
  const old = (await shelf.keys()).slice(0, -MOST);
  await Promise.all(old.map((name) => shelf.delete(name)));
}

/** A table as it is kept. */
async function look(id) {
  await shelving.catch(() => {});
  const found = await (await store())?.match(`/t/${id}`);
  return found?.json();
}

/** The tables that are kept here, the last one first, and whether a move of theirs waits. */
export async function keptTables() {
  await shelving.catch(() => {});
  const shelf = await store();
  const found = await Promise.all(((await shelf?.keys()) ?? []).map((name) => shelf.match(name)));
  const kept = await Promise.all(found.map((answer) => answer.json()));
  return kept.toReversed().map(({ table, pending }) => ({ ...table, waits: Boolean(pending) }));
}

/** Somebody else may sit here next: what was seen through one's seats is nobody's business. */
export const forgetTables = () => Promise.all([globalThis.caches?.delete(STORE), putAllDown()]);

/** A move that the connection swallowed is sent again, if the table is still where it was; so is one that was
 *  kept when its maker left the table. */
export async function again(table, known) {
  const { epoch, ply, draft } = table.latest;
  if (!known && !table.hasAttribute("data-lost")) {
    const kept = await look(table.table.id);
    if (!kept?.unsent || table.pending || table.latest.ply !== ply) return;
    Object.assign(table, { pending: kept.pending, unsent: false });
    known = kept.table.frame;
  }
  const { pending } = table;
  const same = known?.epoch === epoch && pending?.ply === ply && pending.draft === draft;
  if (!pending) return;
  if (!same) table.sent();
  table.choose();
  if (same) table.send(pending);
}

/** Without a line: show a table as it was here last, and the move that still waits. */
export async function recall(table, id) {
  const kept = await look(id);
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
export function lostWords({ pending, unsent, mine }) {
  const lost = t("The connection is lost; it comes back by itself.");
  const can = mine
    ? t("You can look around, and make your next move: it is kept, and sent then.")
    : t("You can look around meanwhile.");
  if (!pending) return `${lost} ${can}`;
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
