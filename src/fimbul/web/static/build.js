/** The page /build/fimbulvetr: six warriors of one's own.  The one page that knows a game. */
import { get, post } from "./api.js";
import { go } from "./app.js";
import { copy, h, toast } from "./dom.js";

const SIGILS = { M1: "Melee", M2: "Double Melee", MS: "Support Melee", R1: "Ranged", R2: "Double Ranged", RA: "Vaulted Ranged",
  D1: "Defense", D2: "Double Defense", DS: "Support Defense", V1: "Move", V2: "Double Move", VA: "Vaulted Move" };
const CORNERS = ["NW", "NE", "SE", "SW"];
const FIRST = { name: "Wolfkin", warriors: [["Ulf", "M2 D1 V1 D2"], ["Hild", "DS M1 V2 D1"], ["Orm", "MS M1 V1 D2"], ["Sif", "R2 R1 V1 DS"],
  ["Kari", "M2 VA V1 D1"], ["Bera", "M1 V2 V1 D2"]].map(([name, corners]) => ({ name, corners: corners.split(" ") })) };
const idOf = (name, taken = []) => {
  const plain = `${name.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+/, "").slice(0, 20) || "w"}`;
  return taken.includes(plain) ? idOf(`${plain.slice(0, 18)}_${taken.length}`, taken) : plain;
};

export default async function page(root, slug) {
  if (slug !== "fimbulvetr") throw new Error("Only Fimbulvetr has a builder.");
  document.title = "Build a clan";
  const asked = new URLSearchParams(location.search).get("piece");
  const saved = asked && (await get(`/pieces/${asked}`));
  const picture = await (await fetch(`/api/v1/games/${slug}/picture.svg`)).text();
  const drawn = new DOMParser().parseFromString(picture, "image/svg+xml");
  const look = new CSSStyleSheet();
  look.replaceSync(`.armory { ${drawn.querySelector("style").textContent} }`);
  document.adoptedStyleSheets = [look];
  const clan = structuredClone(saved?.piece ?? FIRST);
  let chosen = [0, 0], timer, sound = false;

  const sigil = (name) => {
    const box = h("span.sigil-box");
    box.innerHTML = `<svg viewBox="-17 -17 34 34" aria-hidden="true"><use href="#sigil-${name}"/></svg>`; // name is one of ours
    return box;
  };
  const defs = h("div.defs");
  defs.innerHTML = `<svg width="0" height="0" aria-hidden="true">${drawn.querySelector("defs").outerHTML}</svg>`; // the server's own picture
  const faults = h("ul.faults", { "aria-live": "polite" });
  const cards = h("div.cards");
  const verdict = h("p.verdict", { role: "status" });
  const buttons = h("div.row");

  function piece() {
    const warriors = [];
    for (const { name, corners } of clan.warriors) warriors.push({ id: idOf(name, warriors.map(({ id }) => id)), name, corners });
    return { id: idOf(clan.name), name: clan.name, source: "custom", warriors };
  }

  function change() {
    clearTimeout(timer);
    timer = setTimeout(check, 120);
  }

  async function check() {
    let found;
    try {
      found = await post(`/games/${slug}/craft`, { piece: piece() });
    } catch (problem) {
      found = { ok: false, faults: [{ where: "", message: problem.message }] };
    }
    sound = found.ok;
    const ids = piece().warriors.map(({ id }) => id);
    const line = ({ message, rule }) => h("li", {}, message, " ", rule && h("a.rule", { href: `/rules/${slug}#${rule}` }, rule));
    const of = (id, place) => found.faults.filter(({ where }) => where === id || where === `warriors[${place}]`);
    ids.forEach((id, place) => {
      const mine = of(id, place);
      cards.children[place].classList.toggle("broken", mine.length > 0);
      cards.children[place].querySelector("ul").replaceChildren(...mine.map(line));
    });
    faults.replaceChildren(...found.faults.filter((fault) => !ids.some((id, place) => of(id, place).includes(fault))).map(line));
    verdict.textContent = sound ? "A sound clan: every warrior keeps the building rule." : "Not yet: something breaks the building rule.";
    verdict.classList.toggle("ok", sound);
    buttons.querySelectorAll("button").forEach((button) => { button.disabled = !sound; });
  }

  function draw() {
    cards.replaceChildren(...clan.warriors.map((warrior, place) => h("article.warrior-card", {},
      h("input", { value: warrior.name, maxlength: "40", "aria-label": `Name of warrior ${place + 1}`, oninput: (event) => { warrior.name = event.target.value; change(); } }),
      h("div.corners", {}, warrior.corners.map((name, corner) => h("button", { class: `corner c${corner}`, title: `${CORNERS[corner]}: ${SIGILS[name]}`,
        "aria-label": `${warrior.name}, ${CORNERS[corner]}: ${SIGILS[name]}`, "aria-pressed": String(chosen[0] === place && chosen[1] === corner),
        onclick: () => { chosen = [place, corner]; draw(); } }, sigil(name)))), h("ul.faults"))));
    check();
  }

  function set(name) {
    const [place, corner] = chosen;
    clan.warriors[place].corners[corner] = name;
    chosen = corner < 3 ? [place, corner + 1] : [(place + 1) % 6, 0];
    draw();
  }

  async function save() {
    try {
      const { id } = await post("/pieces", { game: slug, piece: piece() });
      history.replaceState(null, "", `/build/${slug}?piece=${id}`);
      toast("Saved.", { buttons: [["Copy the link", () => copy(location.href)]] });
      list();
    } catch (problem) {
      toast(problem.message, { rule: problem.rule, href: `/rules/${slug}#${problem.rule}` });
    }
  }

  async function play() {
    try {
      const other = piece().id === "vikings" ? "saxons" : "vikings";
      go(`/t/${(await post("/tables", { game: slug, options: { clans: [piece(), other], setup: "quick" } })).id}`);
    } catch (problem) {
      toast(problem.message);
    }
  }

  const own = h("p.row.links");
  async function list() {
    const mine = await get(`/pieces?game=${slug}`);
    own.replaceChildren(...mine.map(({ id, piece: { name } }) => h("a", { href: `/build/${slug}?piece=${id}` }, name)));
  }

  buttons.append(h("button.primary", { onclick: play }, "Play with it"), h("button", { onclick: save }, "Save and share"));
  root.append(h("div.page.armory", {}, defs, h("h1", {}, "Build a clan"), h("p.dim", {}, "Choose a corner, then a sigil. Two corners of each warrior are Single, the other two Double or special, and no type shows more than twice."),
    h("label.clan-name", {}, "Name of the clan ", h("input", { value: clan.name, maxlength: "40", oninput: (event) => { clan.name = event.target.value; change(); } })),
    h("div.palette", { role: "toolbar", "aria-label": "Sigils" }, Object.entries(SIGILS).map(([name, words]) => h("button", { title: words, onclick: () => set(name) }, sigil(name), h("span", {}, words)))),
    cards, verdict, faults, buttons, own));
  draw();
  list();
  return () => { document.adoptedStyleSheets = []; };
}
