/** What is kept on this device of tables that were taken along (afield.js): the course of the game as the
 *  server told it, what was played since without a connection, and how the table is laid. */
const STORE = "fimbul-afield";
const shelf = () => globalThis.caches?.open(STORE);
const place = (id) => `/t/${id}`;

/** What is kept of a table. */
export const carried = async (id) => (await (await shelf())?.match(place(id)))?.json();

/** Keep it; an error where there is no room. */
export const carry = async (id, bag) => (await shelf()).put(place(id), Response.json(bag));

export const putDown = async (id) => (await shelf())?.delete(place(id));

/** All that is kept, by the tables' ids. */
export async function allCarried() {
  if (!(await globalThis.caches?.has(STORE))) return [];
  const names = await (await shelf()).keys();
  const ids = names.map(({ url }) => new URL(url).pathname.split("/").at(-1));
  return Promise.all(ids.map(async (id) => [id, await carried(id)]));
}

/** The tables at which something was played that the server does not know yet. */
export const unreturned = async () => (await allCarried()).filter(([, bag]) => bag?.played.length);

/** Somebody else may sit here next. */
export const putAllDown = () => globalThis.caches?.delete(STORE);
