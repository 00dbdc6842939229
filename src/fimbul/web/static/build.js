/** The page /build/fimbulvetr: six warriors of one's own.  The one page that knows a game. */
import { get, once, post } from "./api.js";
import { go } from "./app.js";
import { attempt, copy, draw, h, ruleLink, toast } from "./dom.js";

const SIGILS = {
  M1: "Melee",
  M2: "Double Melee",
  MS: "Support Melee",
  R1: "Ranged",
  R2: "Double Ranged",
  RA: "Vaulted Ranged",
  D1: "Defense",
  D2: "Double Defense",
  DS: "Support Defense",
  V1: "Move",
  V2: "Double Move",
  VA: "Vaulted Move",
};
const CORNERS = ["NW", "NE", "SE", "SW"];

/** A name as the game's files write it. */
const plain = (name, taken = []) => {
  const id =
    name
      .toLowerCase()
      .normalize("NFD")
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[^a-z]+/, "")
      .slice(0, 20) || "w";
  return taken.includes(id) ? `${id}_${taken.length}` : id;
};

export default async function page(root, slug) {
  const game = await once(`/games/${slug}`);
  if (slug !== "fimbulvetr") throw new Error(`There is nothing to build for ${game.title}.`);
  document.title = "Build a clan";
  const drawn = new DOMParser().parseFromString(
    await (await fetch(`/api/v1/games/${slug}/picture.svg`)).text(),
    "image/svg+xml",
  );
  const look = new CSSStyleSheet();
  look.replaceSync(drawn.querySelector("style").textContent);
  document.adoptedStyleSheets = [look];
  const shared = new URLSearchParams(location.search).get("piece");
  let clan = structuredClone(
    shared ? (await get(`/pieces/${shared}`)).piece : { ...game.pieces[0], name: "My clan" },
  );
  let chosen = [0, 0],
    timer;

  const shapes = draw(h("div"), "svg", { width: 0, height: 0, style: "position: absolute" });
  shapes.append(drawn.querySelector("defs"));
  const glyph = (sigil) => {
    const svg = draw(h("span.glyph"), "svg", { viewBox: "-17 -17 34 34", "aria-hidden": "true" });
    draw(svg, "use", { href: `#sigil-${sigil}` });
    return svg.parentNode;
  };
  const name = h("input", {
    maxlength: "40",
    oninput: () => {
      clan.name = name.value;
      check();
    },
  });
  const cards = h("div.clan"),
    verdict = h("p.verdict", { role: "status" }),
    faults = h("ul.faults"),
    own = h("span.row");
  const buttons = [
    h("button.primary", { onclick: () => play() }, "Play with it"),
    h("button", { onclick: () => save() }, "Save and share"),
  ];

  function piece() {
    const warriors = [];
    for (const { name: called, corners } of clan.warriors)
      warriors.push({
        id: plain(
          called,
          warriors.map(({ id }) => id),
        ),
        name: called,
        corners,
      });
    return { id: plain(clan.name), name: clan.name, source: "custom", warriors };
  }

  /** Ask the server, when the hand rests, what is wrong and with whom. */
  function check() {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        attempt(async () => {
          const { ok, faults: found } = await post(`/games/${slug}/craft`, { piece: piece() });
          const lines = (whose) =>
            found
              .filter(({ where }) => whose(where))
              .map(({ message, rule }) => h("li", {}, `${message} `, ruleLink(slug, rule)));
          [...cards.children].forEach((card, place) => {
            const wrong = lines((where) => where === `warriors[${place}]`);
            card.classList.toggle("broken", wrong.length > 0);
            card.lastChild.replaceChildren(...wrong);
          });
          faults.replaceChildren(...lines((where) => !where.startsWith("warriors[")));
          verdict.textContent = ok
            ? "A sound clan: every warrior keeps the building rule."
            : "Not yet: see what is marked.";
          verdict.classList.toggle("ok", ok);
          for (const button of buttons) button.disabled = !ok;
        }),
      120,
    );
  }

  function lay() {
    name.value = clan.name;
    cards.replaceChildren(
      ...clan.warriors.map((warrior, place) =>
        h(
          "article",
          {},
          h("input", {
            value: warrior.name,
            maxlength: "40",
            "aria-label": `Name of warrior ${place + 1}`,
            oninput: ({ target }) => {
              warrior.name = target.value;
              check();
            },
          }),
          h(
            "div.square",
            {},
            warrior.corners.map((sigil, corner) =>
              h(
                "button",
                {
                  style: `grid-area: ${CORNERS[corner].toLowerCase()}`,
                  title: SIGILS[sigil],
                  "aria-label": `${warrior.name}, ${CORNERS[corner]}: ${SIGILS[sigil]}`,
                  "aria-pressed": String(String(chosen) === String([place, corner])),
                  onclick: () => {
                    chosen = [place, corner];
                    lay();
                    cards.querySelector("[aria-pressed=true]").focus();
                  },
                },
                glyph(sigil),
              ),
            ),
          ),
          h("ul.faults", { "aria-live": "polite" }),
        ),
      ),
    );
    check();
  }

  function set(sigil) {
    const [place, corner] = chosen;
    clan.warriors[place].corners[corner] = sigil;
    chosen = corner < 3 ? [place, corner + 1] : [(place + 1) % 6, 0];
    lay();
  }

  const play = () =>
    attempt(async () =>
      go(
        `/t/${(await post("/tables", { game: slug, options: { clans: [piece(), "vikings"], setup: "quick" } })).id}`,
      ),
    );
  const save = () =>
    attempt(async () => {
      const { id } = await post("/pieces", { game: slug, piece: piece() });
      history.replaceState(null, "", `?piece=${id}`);
      toast("The clan is saved.", h("button", { onclick: () => copy(location.href) }, "Copy its link"), true);
      list();
    });
  const list = async () =>
    own.replaceChildren(
      ...(await get(`/pieces?game=${slug}`)).map(({ id, name: called }) =>
        h("a", { href: `?piece=${id}` }, called),
      ),
    );

  const start = h(
    "select",
    {
      "aria-label": "Start from",
      onchange: () => {
        clan = structuredClone(game.pieces[start.selectedIndex - 1]);
        lay();
      },
    },
    h("option", { disabled: true, selected: true }, "Start from…"),
    game.pieces.map(({ name: called }) => h("option", {}, called)),
  );
  root.append(
    h(
      "div.page.armory",
      {},
      shapes,
      h("h1", {}, "Build a clan"),
      h(
        "p.dim",
        {},
        "Choose a corner, then a sigil. Two corners of every warrior are Single, two are Double or special, and no type shows more than twice.",
      ),
      h("div.row", {}, h("label", {}, "Name ", name), start, own),
      h(
        "div.palette",
        { role: "toolbar", "aria-label": "Sigils" },
        Object.entries(SIGILS).map(([sigil, words]) =>
          h("button", { onclick: () => set(sigil) }, glyph(sigil), words),
        ),
      ),
      cards,
      verdict,
      faults,
      h("div.row", {}, buttons),
    ),
  );
  lay();
  list();
  return () => {
    document.adoptedStyleSheets = [];
  };
}
