/** Forms made from a JSON schema: the options of a game, and the pieces that people build for one. */
import { h } from "./dom.js";
import { t } from "./i18n.js";

export const spoken = (name) =>
  String(name)
    .replace(/[_:]/g, " ")
    .replace(/^./, (first) => first.toUpperCase());
export const named = (part, defs) => (part.$ref ? defs[part.$ref.split("/").at(-1)] : part);

/** A select; values are its own names, or [value, name] pairs. */
export function choice(values, chosen, label) {
  const pairs = values.map((value) => (Array.isArray(value) ? value : [value, spoken(value)]));
  const option = ([value, name]) => h("option", { selected: value === chosen }, name);
  const node = h("select", { "aria-label": label }, pairs.map(option));
  return { node, read: () => pairs[node.selectedIndex]?.[0] };
}

const LEVELS = {
  newcomer: t("Newcomer"),
  casual: t("Casual"),
  club: t("Club player"),
  expert: t("Expert"),
  master: t("Master"),
};

/** How well bots play, as people choose it. */
export function botChoice({ bots, default_bot: usual, cooperative }) {
  const levels = bots.map((level) => [level, LEVELS[level] ?? spoken(level)]);
  return choice(levels, usual, cooperative ? t("Partners") : t("Opponent"));
}

/** A control for one option, and how to read it.  `known` are the pieces that an option of built things
 *  offers; where there is one control for each seat, `fit` shows as many as there are players. */
function control(part, label, { known, most }) {
  const each = part.anyOf?.[0].items?.enum && Array(most).fill(part.anyOf[0].items);
  const parts = part.prefixItems ?? each;
  if (parts) {
    const usual = (item, place) => ({ ...item, default: part.default?.[place] ?? item.enum?.[0] });
    const all = parts.map((item, place) =>
      control(usual(item, place), `${label} ${place + 1}`, { known, most }),
    );
    const fit = (count) => all.forEach(({ node }, place) => (node.hidden = place >= count));
    const nodes = all.map(({ node }) => node);
    return {
      node: h("span.row", {}, nodes),
      read: (count) => all.slice(0, count).map(({ read }) => read()),
      fit,
    };
  }
  if (part.enum ?? known) return choice(part.enum ?? known, part.default, label);
  const type = { boolean: "checkbox", integer: "number" }[part.type] ?? "text";
  const several = [part, ...(part.anyOf ?? [])].some((kind) => kind.type === "array");
  const free = part.default === null; // nothing written leaves it to the game
  const value = several ? part.default?.join(", ") : part.default;
  const hint = free ? t("any") : "";
  const checked = part.default === true;
  const node = h("input", { type, value: value ?? "", placeholder: hint, checked, "aria-label": label });
  const words = () => (several || free ? node.value.match(/\w+/g) : node.value);
  const read = { checkbox: () => node.checked, number: () => Number(node.value) }[type] ?? words;
  return { node, read };
}

/** The options of a game as [name, title, control] rows, as a start has set them. */
export function optionRows({ options, seats, builds }, start) {
  const { properties, $defs } = options;
  return Object.entries(properties).map(([name, part]) => {
    const usual = { ...named(part, $defs), default: start?.options[name] ?? part.default };
    const known = builds?.option === name ? builds.known : undefined;
    const title = part.title ?? spoken(name);
    return [name, title, control(usual, title, { known, most: seats.at(-1) })];
  });
}
