/** Words with signs in them: `[mana]` becomes the game's icon of that name, which says its word to whoever
 *  listens.  The icons of the game on this page are learnt once. */
import { once } from "./api.js";
import { draw, h } from "./dom.js";

const icons = new Map();

/** Learn the icons of a game; resolves to all that is known of it. */
export async function learn(slug) {
  const game = await once(`/games/${slug}`);
  for (const icon of game.icons) icons.set(icon.id, icon);
  return game;
}

/** A drawing around (0, 0): markup comes from our server only, which made it from a view. */
export function drawing(markup, half, name) {
  const box = `${-half} ${-half} ${2 * half} ${2 * half}`;
  const svg = draw(document.createDocumentFragment(), "svg", {
    viewBox: box,
    class: name,
    "aria-hidden": "true",
  });
  svg.innerHTML = markup;
  return svg;
}

/** The sign of an icon; with its word for those who listen, unless the word stands beside it. */
export function sign(id, spoken = true) {
  const icon = icons.get(id);
  if (!icon) return null;
  const told = spoken
    ? { role: "img", "aria-label": icon.name, title: icon.name }
    : { "aria-hidden": "true" };
  return h("span.sign", told, drawing(icon.svg, 12, ""));
}

/** The word of an icon, in plain letters. */
export const plain = (text) => text.replace(/\[([\w:-]+)\]/g, (all, id) => icons.get(id)?.name ?? all);

/** A text as nodes. */
export const rich = (text) =>
  text
    .split(/(\[[\w:-]+\]|\n)/)
    .map((part) => (part === "\n" ? h("br") : (/^\[.*\]$/.test(part) && sign(part.slice(1, -1))) || part));
