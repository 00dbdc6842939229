/** The page /build/<slug>: your own pieces for a game that has a workshop.  The form is made from the
 *  piece's schema; what the game has icons for is chosen among them. */
import { get, post } from "./api.js";
import { go } from "./app.js";
import { attempt, copy, h, ruleLink, toast } from "./dom.js";
import { named, valuesOf } from "./forms.js";
import { t } from "./i18n.js";
import { learn, sign } from "./words.js";

const REST = 150; // milliseconds that a hand rests before the server is asked

/** A name as the games' files write it, and unlike those that are taken. */
function plainName(name, taken) {
  const letters = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  const id = letters.slice(0, 20) || "w";
  return taken.includes(id) ? `${id}_${taken.length}` : id;
}

/** Give everything that has a name an id after it. */
function identified(piece) {
  if (Array.isArray(piece)) {
    const taken = [];
    return piece.map((part) => {
      const made = identified(part);
      if (made?.name !== undefined) taken.push((made.id = plainName(made.name, taken)));
      return made;
    });
  }
  if (piece === null || typeof piece !== "object") return piece;
  return Object.fromEntries(Object.entries(piece).map(([key, value]) => [key, identified(value)]));
}

export default async function page(root, slug) {
  const game = await learn(slug);
  const { builds, workshop, icons } = game;
  if (!workshop) throw new Error(t("There is nothing to build for {title}.", game));
  document.title = builds.title;
  const shared = new URLSearchParams(location.search).get("piece");
  const { $defs } = workshop.form;
  let piece = structuredClone(shared ? (await get(`/pieces/${shared}`)).piece : workshop.pieces[0]);
  if (!shared) piece.name = t("My own");
  let timer;

  const form = h("div.bench");
  const verdict = h("p.verdict", { role: "status" });
  const faults = h("ul.faults");
  const look = h("div.look");
  const own = h("span.row");
  const buttons = [
    h("button.primary", { onclick: () => play() }, t("Play with it")),
    h("button", { onclick: () => save() }, t("Save and share")),
  ];
  const ready = () => ({ ...identified(piece), id: plainName(piece.name, []), source: "custom" });

  // ---- the form
  const sample = (path) => path.reduce((found, key) => found?.[key], workshop.pieces[0]);
  const isIcon = (value) => icons.some(({ id }) => id === value);

  function field(part, path, label) {
    const shape = named(part, $defs);
    const at = path.slice(0, -1).reduce((found, key) => found[key], piece);
    const key = path.at(-1);
    if (shape.type === "object") {
      const parts = Object.entries(shape.properties).filter(([name, one]) => asked(name, one, shape));
      const inner = parts.map(([name, one]) => field(one, [...path, name], one.title));
      return h("fieldset", { "data-where": where(path) }, h("legend", {}, label), inner, h("ul.faults"));
    }
    if (shape.type === "array") {
      const items = shape.prefixItems ?? at[key].map(() => shape.items);
      const { title } = named(items[0], $defs);
      const inner = items.map((one, place) => field(one, [...path, place], `${title} ${place + 1}`));
      return h("div.several", {}, inner);
    }
    const set = (value) => {
      at[key] = value;
      check();
    };
    if (shape.enum || isIcon(sample(path))) return pick(shape, at[key], label, set);
    const input = h("input", { maxlength: "40", oninput: () => set(input.value), value: at[key] });
    return h("label.entry", {}, h("span", {}, label), input);
  }

  /** What a person is asked for: ids follow names, and what has a default can wait. */
  const asked = (name, part) => name !== "id" && (part.default === undefined || part.type === "array");
  const where = ([...path]) =>
    path.map((key, place) => (typeof key === "number" ? `[${key}]` : `${place ? "." : ""}${key}`)).join("");

  /** One of a few values, with its sign. */
  function pick(shape, value, label, set) {
    const values = shape.enum ? valuesOf(shape) : icons.map(({ id, name }) => [id, name]);
    const shown = h("span.glyph");
    const draw = () => shown.replaceChildren(...[sign(select.value, false)].filter(Boolean));
    const change = () => {
      draw();
      set(select.value);
    };
    const option = ([one, name]) => h("option", { value: one, selected: one === value }, name);
    const select = h("select", { onchange: change }, values.map(option));
    select.value = value;
    draw();
    return h("label.pick", {}, shown, h("span.aside", {}, label), select);
  }

  function lay() {
    const parts = Object.entries(workshop.form.properties).filter(([name, part]) => asked(name, part));
    form.replaceChildren(...parts.map(([name, part]) => field(part, [name], part.title)));
    check();
  }

  // ---- what the server says of it
  /** Ask the server, when the hand rests, what is wrong and with what. */
  function check() {
    clearTimeout(timer);
    for (const button of buttons) button.disabled = true;
    timer = setTimeout(() => attempt(judge), REST);
  }

  async function judge() {
    const { ok, faults: found, picture } = await post(`/games/${slug}/craft`, { piece: ready() });
    const line = ({ message, rule }) => h("li", {}, `${message} `, ruleLink(slug, rule));
    const places = [...form.querySelectorAll("fieldset")];
    for (const place of places) {
      const wrong = found.filter((fault) => fault.where === place.dataset.where);
      place.classList.toggle("broken", wrong.length > 0);
      place.lastChild.replaceChildren(...wrong.map(line));
    }
    const known = places.map((place) => place.dataset.where);
    faults.replaceChildren(...found.filter((fault) => !known.includes(fault.where)).map(line));
    verdict.textContent = ok ? t("Sound: it can be played with.") : t("Not yet: see what is marked.");
    verdict.classList.toggle("ok", ok);
    for (const button of buttons) button.disabled = !ok;
    const image = h("img", {
      alt: t("How {name} looks", piece),
      src: `data:image/svg+xml,${encodeURIComponent(picture)}`,
    });
    look.replaceChildren(...(picture ? [image] : []));
  }

  const play = () =>
    attempt(async () => {
      const usual = game.options.properties[builds.option].default;
      const built = Array.isArray(usual) ? [ready(), ...usual.slice(1)] : ready();
      const options = { ...game.starts[0]?.options, [builds.option]: built };
      go(`/t/${(await post("/tables", { game: slug, options })).id}`);
    });
  const save = () =>
    attempt(async () => {
      const { id } = await post("/pieces", { game: slug, piece: ready() });
      history.replaceState(null, "", `?piece=${id}`);
      toast(
        t("It is saved."),
        [h("button", { onclick: () => copy(location.href) }, t("Copy its link"))],
        "lasting",
      );
      list();
    });
  const list = async () => {
    const saved = await get(`/pieces?game=${slug}`);
    own.replaceChildren(...saved.map(({ id, name }) => h("a.quiet", { href: `?piece=${id}` }, name)));
  };

  const take = () => {
    piece = structuredClone(workshop.pieces[start.selectedIndex - 1]);
    lay();
  };
  const start = h(
    "select",
    { "aria-label": t("Start from"), onchange: take },
    h("option", { disabled: true, selected: true }, t("Start from…")),
    workshop.pieces.map(({ name }) => h("option", {}, name)),
  );
  root.append(
    h(
      "div.page.workshop",
      {},
      h("h1", {}, builds.title),
      h("p.dim", {}, workshop.form.description, ` ${t("What is wrong is said beside it, with its rule.")}`),
      h("div.row", {}, start, own),
      look,
      form,
      verdict,
      faults,
      h("div.row", {}, buttons),
    ),
  );
  lay();
  list();
}
