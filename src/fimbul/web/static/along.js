/** Whether a table can be taken along, and what plays it on without a line (afield.js, when needed). */
import { isInstalled } from "./installed.js";
import { carried } from "./luggage.js";

/** Whether this table could be taken along, and is not. */
export const portable = ({ table, afield }) =>
  Boolean(table.along && globalThis.caches && navigator.locks && !afield?.bag);

/** Have on this device what it takes to play on without a line. */
export async function takeAlong(table, byHand = true) {
  const { Afield } = await import("./afield.js");
  table.afield ??= new Afield(table, table.table.id);
  await table.afield.take(byHand);
}

/** Whoever has installed the app counts on it: what can be taken along is. */
export const takeUnasked = (table) => portable(table) && isInstalled() && takeAlong(table, false);

/** Sit down at a table that may have been taken along. */
export async function sitDown(table, id) {
  const bag = await carried(id).catch(() => undefined);
  const found = bag && (await import("./afield.js").catch(() => undefined));
  if (table.isConnected) table.open(id, found && new found.Afield(table, id, bag));
}
