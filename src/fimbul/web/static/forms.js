/** Forms made from a JSON schema: the options of a game, and the pieces that people build for one. */
import { post } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

const REST = 120; // milliseconds that a hand rests before the server is asked what goes together

/** A name of a program's as people read it. */
export const spoken = (name) =>
  String(name)
    .replace(/[_:]/g, " ")
    .replace(/^./, (first) => first.toUpperCase());
export const named = (part, defs) => (part.$ref ? defs[part.$ref.split("/").at(-1)] : part);

/** A label with its control, and what there is to know about it. */
export const line = (label, node, about) =>
  h("label", {}, h("span", {}, label, about && h("small", {}, about)), node);

/** A select; values are its own names, or [value, name] pairs. */
export function choice(values, chosen, label) {
  const pairs = values.map((value) => (Array.isArray(value) ? value : [value, spoken(value)]));
  const option = ([value, name]) =>
    h("option", { value: typeof value === "string" ? value : name, selected: value === chosen }, name);
  const node = h("select", { "aria-label": label }, pairs.map(option));
  const refuse = (refused) => {
    for (const [place, one] of [...node.options].entries()) {
      const found = refused.find(({ value }) => value === pairs[place][0]);
      one.disabled = Boolean(found) && !one.selected;
      one.title = found?.why ?? "";
    }
  };
  return { node, refuse, read: () => pairs[node.selectedIndex]?.[0] };
}

export const LEVELS = {
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

/** Something for each seat: as many controls as there are players.  Where it may be left to chance, nothing
 *  said is `null`, and what is left open beside a choice is drawn from what nobody has. */
function several(values, part, label, most) {
  const free = part.free && values[0][0] !== "any";
  const offered = free ? [[null, t("Any")], ...values] : values;
  const usual = (place) => part.default?.[place] ?? offered[0][0];
  const all = Array.from({ length: most }, (_, place) =>
    choice(offered, usual(place), `${label} ${place + 1}`),
  );
  const fit = (count) => all.forEach(({ node }, place) => (node.hidden = place >= count));
  let known = [];
  const drawn = (count, lucky) => {
    const said = all.slice(0, count).map(({ read }) => read());
    if (said.every((value) => value === null)) return null;
    return said.map((value, place) => {
      if (value !== null) return value;
      const open = values
        .map(([one]) => one)
        .filter((one) => !said.includes(one))
        .filter((one) => !known.some((no) => no.place === place && no.value === one));
      const found = open[lucky ? Math.floor(Math.random() * open.length) : 0];
      said[place] = found;
      return found;
    });
  };
  const refuse = (refused) => {
    known = refused;
    const none = refused.find(({ place, value }) => place === null && value === null);
    all.forEach((one, place) => {
      const own = refused.filter((no) => no.place === place);
      one.refuse(none ? values.map(([value]) => ({ value, why: none.why })) : own);
    });
  };
  return {
    node: h(
      "span.row",
      { role: "group", "aria-label": label },
      all.map(({ node }) => node),
    ),
    read: (count, lucky = true) => drawn(count, lucky),
    refuse,
    fit,
  };
}

/** The values of a field, each with its name. */
export const valuesOf = (part) => part.enum.map((value, place) => [value, part.enumNames[place]]);

/** A control for one option: how to read it, and what it may not be. */
function control(part, label, values, most) {
  const kinds = [part, ...(part.anyOf ?? [])];
  const listed = kinds.some(({ type }) => type === "array");
  if (listed && values) return several(values, part, label, part.prefixItems?.length ?? most);
  if (values ?? part.enum) return choice(values ?? valuesOf(part), part.default, label);
  const options = part.anyOf?.find((kind) => kind.enum);
  if (options) return choice([[null, t("as printed")], ...valuesOf(options)], part.default, label);
  const type = { boolean: "checkbox", integer: "number" }[part.type] ?? "text";
  const checked = part.default === true;
  const node = h("input", { type, value: part.default ?? "", checked, "aria-label": label });
  const read = { checkbox: () => node.checked, number: () => Number(node.value) }[type] ?? (() => node.value);
  const refuse = (refused) => {
    const found = type === "checkbox" && refused.find(({ value }) => value === !node.checked);
    node.disabled = Boolean(found);
    node.title = found ? found.why : "";
  };
  return { node, read, refuse };
}

/** The options of a game, as a start has set them: a form in which what does not go together cannot be
 *  chosen.  `read(lucky)` gives the options; `seats.read()` how many play. */
export function optionForm(game, start) {
  const { options, seats: counts, choices, slug } = game;
  const players = choice(counts, start?.seats ?? counts[0], t("Players"));
  const verdict = h("p.verdict", { role: "status", hidden: true });
  const rows = Object.entries(options.properties).map(([name, part]) => {
    const chosen = start?.options?.[name] ?? part.default;
    const usual = { ...named(part, options.$defs), default: chosen, free: part.default === null };
    const { title, description: about } = part;
    return { name, title, about, ...control(usual, title, choices[name], counts.at(-1)) };
  });
  const fit = () => rows.forEach((row) => row.fit?.(players.read()));
  const read = (lucky, count = players.read()) =>
    Object.fromEntries(rows.map((row) => [row.name, row.read(count, lucky)]));
  let timer;
  let asked = 0;

  async function check() {
    const turn = ++asked;
    const wish = { options: read(false), seats: players.read() };
    const { ok, why, refused } = await post(`/games/${slug}/options`, wish);
    if (turn !== asked) return;
    for (const row of rows) row.refuse(refused.filter(({ option }) => option === row.name));
    players.refuse(refused.filter(({ option }) => !option));
    form.ok = ok;
    verdict.hidden = ok;
    verdict.textContent = why;
    form.node.dispatchEvent(new CustomEvent("tried", { detail: ok }));
  }
  const changed = () => {
    fit();
    clearTimeout(timer);
    timer = setTimeout(() => check().catch(() => {}), REST); // who begins is told what is wrong
  };
  fit();
  const node = h(
    "div.options",
    { onchange: changed },
    counts.length > 1 && line(t("Players"), players.node),
    rows.map(({ title, node: part, about }) => line(title, part, about)),
    verdict,
  );
  const form = { node, read, check, seats: players, ok: true };
  return form;
}
