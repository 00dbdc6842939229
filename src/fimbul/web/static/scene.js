/** <fimbul-scene>: boards, trays and a sheet as one person sees them.  It lays them out and knows no game.
 *
 *  show(picture, log, only, past)  shows a scene; see board.js for `log` and `only`; of the `past`, what
 *                             happened matters more than what was asked
 *  offer(touch)               lights up what can be touched next, wherever it lies
 *  point(ids)                 shows what words are about
 *
 *  reachOf(id)                is set by whoever knows how far a piece could go: a promise of {text, svg}
 *
 *  Events: "choose" {id}, "back", "closer" from its boards.
 */
import { once } from "./api.js";
import { telling, trays } from "./cards.js";
import { PHONE, h, keep } from "./dom.js";
import { t } from "./i18n.js";
import { Lens } from "./lens.js";
import { plain } from "./words.js";
import "./board.js";
import "./sheet.js";

// What lies under the board; everything else stands beside it.  On a phone the market lies there too.
const STRIP = ["choice", "hand"];
const STAYS = 450; // milliseconds: then a finger asks, and does not choose
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

class FimbulScene extends HTMLElement {
  read = new Set(); // titles of the cards that a finger has enlarged
  next = new Set();

  connectedCallback() {
    this.sheet = h("fimbul-sheet", { role: "region", "aria-label": t("What to decide") });
    this.tabs = h("div.boardtabs", { role: "group", "aria-label": t("Boards"), hidden: true });
    this.ground = h("div.ground");
    this.boards = h("section.boards", { id: "page-Table", "aria-label": t("Board") }, this.tabs, this.ground);
    this.strip = h("section.strip", { "aria-label": t("Hand"), hidden: true });
    this.mats = h("section.mats", { id: "page-Mats", "aria-label": t("Mats"), hidden: true });
    this.lens = new Lens();
    this.symbols = h("div.symbols", { "aria-hidden": "true" });
    this.append(this.sheet, this.boards, this.strip, this.mats, this.lens.box, this.symbols);
    for (const part of [this.strip, this.mats, this.sheet]) {
      part.addEventListener("click", (event) => this.click(event));
      part.addEventListener("keydown", (event) => this.key(event));
      for (const look of ["pointerover", "focusin"]) part.addEventListener(look, (event) => this.look(event));
      for (const end of ["pointerleave", "focusout"]) part.addEventListener(end, () => this.glance());
      part.addEventListener("pointerdown", (event) => this.press(event));
      for (const end of ["pointerup", "pointercancel"])
        part.addEventListener(end, () => clearTimeout(this.staying));
      this.lens.watch(part);
    }
    this.boards.addEventListener("ground", ({ detail }) => this.lend(detail), true);
    PHONE.addEventListener("change", () => {
      if (this.picture) this.layTrays(this.picture);
      if (this.offered) this.offer(this.offered);
    });
  }

  // ---- showing
  /** A picture is to be shown soon: fetch what its boards stand on, while other things are asked for. */
  expect({ boards }) {
    for (const { ground } of boards) once(`/boards/${ground}`).catch(() => {}); // it is asked for again
  }

  show(picture, log = [], only = undefined, past = false) {
    this.picture = picture;
    const before = document.activeElement;
    const inside = before && this.contains(before) && before.dataset.id;
    this.showBoards(picture, log, only, past);
    if (!only) {
      this.sheet.show(picture.sheet);
      this.layTrays(picture);
    }
    if (inside && !before.isConnected) this.sheet.question.focus({ preventScroll: true });
  }

  /** The eye goes to what is asked of whoever looks, else to what has just happened. */
  showBoards({ boards, sheet }, log, only, past) {
    const happened = sheet.mine && !only && !past ? [] : log.flatMap(({ touches }) => touches);
    const about = happened.length ? happened : sheet.about;
    const many = boards.length > 1;
    const ids = boards.map(({ id }) => id);
    if (!ids.includes(this.seen)) this.seen = ids[0];
    const told = sheet.mine || happened.length;
    const wanted = boards.find(({ nodes }) => told && nodes.some(({ id }) => about.includes(id)));
    if (wanted && String(about) !== this.asked) this.seen = wanted.id; // it is about another board
    this.asked = String(about);
    this.tabs.hidden = !many;
    keep(this.tabs, many ? boards : [], {
      make: ({ id }) => h("button", { onclick: () => this.turn(id) }),
      fill: (button, { title, id }) => {
        button.textContent = title || id;
        button.setAttribute("aria-pressed", String(id === this.seen));
      },
    });
    keep(this.ground, boards, {
      make: () => Object.assign(h("fimbul-board"), { reachOf: (id) => this.reachOf?.(id) }),
      fill: (board, data) => {
        board.about = about;
        board.hidden = data.id !== this.seen;
        board.show(data, log, only);
      },
    });
  }

  layTrays({ trays: all }) {
    const under = PHONE.matches ? [...STRIP, "market"] : STRIP;
    const strip = under.flatMap((role) => all.filter((tray) => tray.role === role));
    const known = [...this.strip.children].map((tray) => tray.dataset.key).join();
    trays(this.strip, strip);
    if (known !== strip.map(({ id }) => id).join()) this.strip.scrollTo(0, 0); // other trays lie there now
    trays(
      this.mats,
      all.filter((tray) => !strip.includes(tray)),
    );
    this.dispatchEvent(new CustomEvent("laid"));
  }

  /** Look at another board. */
  turn(id) {
    this.seen = id;
    for (const board of this.ground.children) board.hidden = board.dataset.key !== id;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.key === id));
  }

  get board() {
    return this.ground.querySelector("fimbul-board:not([hidden])");
  }

  /** Cards' pictures may use what a board's ground defines, in the board's own style. */
  lend({ ground, style }) {
    const shapes = [
      ...ground.querySelectorAll("symbol,linearGradient,radialGradient,pattern,clipPath,filter"),
    ];
    this.symbols.innerHTML = "<svg></svg>";
    this.symbols.firstChild.append(...shapes.map((shape) => shape.cloneNode(true)));
    const own = new CSSStyleSheet();
    own.replaceSync(`:is(.picture, .sign) svg { ${style} }`);
    document.adoptedStyleSheets = [own];
  }

  disconnectedCallback() {
    document.adoptedStyleSheets = [];
  }

  // ---- touching
  all(root = this) {
    return root.querySelectorAll(":is(fimbul-sheet, .strip, .mats) [data-id]");
  }

  /** Light up what can be touched. */
  offer(touch) {
    const { next, path, later } = (this.offered = touch);
    this.next = next;
    for (const board of this.ground.children) board.offer(touch);
    for (const part of this.all()) {
      const { id } = part.dataset;
      const folded = next.has(id) && part.closest("details");
      if (folded) folded.open = true; // what can be touched is never folded away
      const can = next.has(id);
      part.toggleAttribute("data-can", can);
      part.toggleAttribute("data-picked", path.includes(id));
      if (part.matches(".answer")) part.hidden = !can && !path.includes(id) && later.has(id);
      const first = part === part.closest(".cards")?.querySelector("[data-id]");
      part.tabIndex = can || first || part.matches(".answer") ? 0 : -1;
    }
    for (const list of this.querySelectorAll(".strip, .mats .tray")) {
      list.classList.toggle("asked", list.querySelector("[data-can]") !== null);
    }
    this.lens.hide();
    this.foretell();
    const mats = this.mats.querySelector("[data-can]") !== null;
    const known = new Set([...this.mats.querySelectorAll("[data-can]")].map((part) => part.dataset.id));
    const alone = mats && [...next].every((id) => known.has(id));
    this.dispatchEvent(new CustomEvent("lit", { detail: { mats, alone } }));
    this.reveal(alone);
  }

  /** Where all that can be touched in a list is out of sight, go to the first of it; in the mats, which one
   *  reads too, only if that is what they are open for. */
  reveal(mats) {
    for (const list of [this.strip, ...(mats ? [this.mats] : [])]) {
      const lit = [...list.querySelectorAll("[data-can]")].filter((part) => part.checkVisibility());
      const edge = list.getBoundingClientRect();
      const seen = lit.some((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return x > edge.left && x < edge.right && y > edge.top && y < edge.bottom;
      });
      if (!seen) lit[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** Tell what would come of touching something; of nothing else, of the one answer that can be given. */
  foretell(id, title = "") {
    const { next = new Set(), meant = new Map() } = this.offered ?? {};
    const answers = [...this.sheet.querySelectorAll(".answer[data-can]")];
    const told = id ?? (answers.length === 1 ? answers[0].dataset.id : undefined);
    this.sheet.foretell(next.has(told) ? meant.get(told)?.prospect?.facts : undefined, title);
  }

  /** What is told as one looks at something must not push it away from under the hand: no finger looks
   *  without touching, and what stands above the mats of a narrow window would move them. */
  look({ target, pointerType }) {
    const touched = pointerType ? pointerType === "touch" : !target.matches(":focus-visible");
    if (touched || (PHONE.matches && this.mats.contains(target))) return;
    this.glance(target.closest("[data-can]"));
  }

  /** Somebody points at something, unless a finger has just asked what it is. */
  glance(part) {
    if (!this.asking) this.foretell(part?.dataset.id);
  }

  /** A finger that stays on a card, an answer or a number asks what it is. */
  press({ pointerType, target }) {
    clearTimeout(this.staying);
    this.asking = false;
    const card = target.closest(".face")?.closest(".card");
    if (card && pointerType !== "mouse") {
      this.staying = setTimeout(() => {
        this.asking = true;
        this.enlarge(card, target.closest(".face").dataset.id);
      }, STAYS);
      return;
    }
    const part = target.closest(".answer, button.figure");
    if (!part?.title || pointerType === "mouse") return;
    this.staying = setTimeout(() => {
      this.asking = true;
      this.foretell(part.dataset.id, part.title);
      this.sheet.prospect.scrollIntoView({ block: "nearest" });
    }, STAYS);
  }

  point(ids = []) {
    for (const board of this.ground.children) board.point(ids);
    for (const part of this.all()) part.toggleAttribute("data-shown", ids.includes(part.dataset.id));
  }

  /** What something is called, where a person reads it. */
  nameOf(id) {
    const { boards, trays: all, sheet } = this.picture;
    const cards = all.flatMap((tray) => tray.cards);
    const figures = [...all, ...cards].flatMap((one) => [...one.figures, ...(one.marks ?? [])]);
    const node = boards.flatMap(({ nodes }) => nodes).find((one) => one.id === id);
    const named = [...sheet.buttons, ...cards, ...figures].find((one) => one.id === id);
    const found = node ? node.title.split(/ *[:.(]/)[0] : (named?.label ?? named?.title ?? named?.name);
    return plain(named?.name ?? found ?? "") || "…";
  }

  /** What the small cards are for, where some lie beside what was touched: they are ways to face. */
  turning() {
    const nodes = this.picture?.boards.flatMap((board) => board.nodes) ?? [];
    const ways = nodes.filter(({ id, turns }) => turns && this.next.has(id)).length;
    if (!ways) return "";
    return ways < this.next.size
      ? t("A small card turns it.")
      : t("A small card shows how it will stand: touch one.");
  }

  click({ target, pointerType }) {
    const part = target.closest("[data-id]");
    const asked = this.asking;
    this.asking = false;
    if (!part || asked) return;
    const { id } = part.dataset;
    const card = part.matches(".face") && part.closest(".card");
    const first =
      card && pointerType === "touch" && this.lens.over !== card && telling(card.closest("li").card);
    if (first && !this.familiar(card, id)) this.enlarge(card, id);
    else this.choose(id);
  }

  /** Whether a card was read before, and choosing it does nothing yet that cannot be taken back. */
  familiar(card, id) {
    return this.read.has(card.closest("li").card.title) && Boolean(this.offered?.onward.has(id));
  }

  /** A finger reads a card first; a second touch, or the button, chooses it, or asks why it cannot be. */
  enlarge(card, id) {
    this.read.add(card.closest("li").card.title);
    const can = this.next?.has(id);
    const take = h("button.primary", { onclick: () => this.choose(id) }, t("Choose it"));
    const why = h("button", { onclick: () => this.choose(id) }, t("Why not choose it?"));
    const close = h("button", { onclick: () => this.lens.hide() }, t("Close"));
    this.lens.show(card, [...(this.next?.size ? [can ? take : why] : []), close]);
  }

  choose(id) {
    this.lens.hide();
    this.dispatchEvent(new CustomEvent("choose", { detail: { id } }));
  }

  /** Arrows lead from card to card. */
  key(event) {
    const step = STEPS[event.key];
    const list = event.target.closest(".cards");
    if (!step || !list) return;
    const parts = [...list.querySelectorAll("[data-id]")];
    parts.at((parts.indexOf(event.target) + step) % parts.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("fimbul-scene", FimbulScene);
