/** <fimbul-board>: one board of a scene as an SVG.  Nodes come, move and go by their ids; it knows no game.
 *
 *  show(board, log, only)  draws a board; `log` tells what happened to which nodes, which of it were blows;
 *                          `only`, a set of ids, brings just these up to date: the rest is still to be told
 *  offer(next, path)       lights up what can be touched next, and what has been touched
 *  point(ids)              shows some nodes while somebody points at words about them
 *
 *  Events: "choose" {id} when a node is touched, "back" when the ground is.
 */
import { once } from "./api.js";
import { draw, h } from "./dom.js";
import { t } from "./i18n.js";
import { plain } from "./words.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DRAG = 7; // pixels that a finger may tremble
const GLIDE = 380; // milliseconds
const TINY = 0.45; // pixels a unit: less, and fingers miss
const NEAR = 0.8; // pixels a unit, where the eye goes close
const MANY = 60; // things that can be touched: more are no place to look at
const FINGER = 44; // pixels that a fingertip covers
const between = (low, value, high) => Math.max(low, Math.min(high, value));
const styled = fetch(new URL("board.css", import.meta.url)).then((answer) => answer.text());
const sheet = new CSSStyleSheet();
styled.then((text) => sheet.replaceSync(text));

class FimbulBoard extends HTMLElement {
  items = new Map(); // by id: {node, g, content, halo, angle, at}
  pointers = new Map();

  constructor() {
    super();
    Object.assign(this, { next: new Set(), path: [], recent: [], strikers: [], about: [] });
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.svg = draw(root, "svg", { role: "group", "aria-label": t("Board"), tabindex: "0" });
    const group = (name) => draw(this.svg, "g", { class: name });
    [this.ground, this.layers, this.trails] = ["ground", "layers", "trails"].map(group);
    this.ground.setAttribute("aria-hidden", "true");
    this.tip = h("div.tip", { role: "tooltip", hidden: true });
    root.append(this.tip);
    this.listen();
    new ResizeObserver(() => this.box && !this.held && this.look(this.aim())).observe(this);
  }

  // ---- drawing
  async show(board, log = [], only = undefined) {
    this.wanted = board;
    const { ground, style } = await once(`/boards/${board.ground}`);
    await styled;
    if (this.wanted !== board) return;
    if (this.drawn !== board.ground) {
      this.drawn = board.ground;
      this.ground.innerHTML = ground; // markup comes from our server only, which made it from a view
      const own = new CSSStyleSheet();
      own.replaceSync(style);
      this.shadowRoot.adoptedStyleSheets = [own, sheet];
      this.dispatchEvent(new CustomEvent("ground", { detail: { ground: this.ground, style } }));
    }
    this.svg.setAttribute("aria-label", board.title || t("Board"));
    this.recent = log.flatMap(({ touches }) => touches);
    const blows = log
      .filter(({ blow }) => blow)
      .map(({ touches }) => [this.items.get(touches.at(-1)), touches.slice(0, -1)]);
    this.strikers = blows.flatMap(([, by]) => by);
    this.trails.replaceChildren();
    const fresh = !this.items.size;
    const meant = (id) => fresh || !only || only.has(id);
    const here = new Set(board.nodes.map(({ id }) => id));
    for (const [id, item] of this.items) {
      if (!here.has(id) && meant(id))
        this.remove(
          id,
          item,
          blows.some(([struck]) => struck === item),
        );
    }
    for (const node of board.nodes) if (meant(node.id)) this.put(node, fresh);
    if (!CALM.matches)
      for (const [struck, by] of blows) for (const id of by) this.lunge(this.items.get(id), struck);
    this.layers.firstChild?.append(this.trails); // over the floor, under the pieces
    const grown = String(board.box) !== String(this.box);
    this.box = board.box;
    if (fresh) this.look(this.aim());
    else if (!this.held && (grown || this.close || this.astray())) this.glide(this.aim());
    this.close = false;
    this.light();
  }

  put(node, fresh) {
    let item = this.items.get(node.id);
    if (!item) {
      const g = draw(this.layer(node), "g", { "data-id": node.id });
      item = { g, content: draw(g, "g"), node: {}, angle: node.angle };
      this.items.set(node.id, item);
      if (!fresh && !CALM.matches) item.content.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
    }
    const { g, node: old } = item;
    if (old.id && old.layer !== node.layer) this.layer(node).append(g);
    if (old.svg !== node.svg) {
      item.content.innerHTML = node.svg;
      item.halo = item.halo?.remove();
    }
    g.setAttribute("class", `node ${node.floating ? "floating" : ""} ${node.classes}`);
    g.setAttribute("aria-label", plain(node.title || node.id));
    item.node = node;
    if (node.floating) return;
    item.angle += ((((node.angle - item.angle) % 360) + 540) % 360) - 180; // the short way round
    g.style.transform = `translate(${node.x}px,${node.y}px) rotate(${item.angle}deg)`;
    if (old.id && this.recent.includes(node.id) && Math.hypot(old.x - node.x, old.y - node.y) > 1) {
      draw(this.trails, "path", { d: `M${old.x} ${old.y}L${node.x} ${node.y}` });
    }
  }

  /** Who goes, fades; who was struck waits for the blow, shakes, and falls. */
  remove(id, { g, content }, struck) {
    this.items.delete(id);
    for (const name of ["data-can", "tabindex"]) g.removeAttribute(name);
    const shake = [0, -7, 7, -5, 4].map((x) => ({ translate: `${x}px`, transform: "none", opacity: 1 }));
    const fall = { opacity: 0, transform: `scale(.7) rotate(${struck ? 50 : 9}deg)` };
    const timing = { duration: GLIDE * (struck ? 2 : 1), delay: struck ? GLIDE * 1.5 : 0, fill: "forwards" };
    const motion = content.animate([...(struck ? shake : [{}]), fall], CALM.matches ? 0 : timing);
    motion.finished.finally(() => g.remove());
  }

  /** A blow: as soon as all have arrived, a node leaps at another and comes back. */
  lunge(item, struck) {
    if (!item || !struck) return;
    const leap = ["x", "y"].map((axis) => `${(struck.node[axis] - item.node[axis]) * 0.4}px`).join(" ");
    const steps = [{ translate: "0" }, { translate: leap, offset: 0.4 }, { translate: "0" }];
    item.g.animate(steps, { duration: GLIDE * 1.4, delay: GLIDE });
  }

  /** The group of a node's layer, among the others in order. */
  layer({ layer }) {
    const above = [...this.layers.children].find((group) => Number(group.dataset.layer) >= layer);
    if (above && Number(above.dataset.layer) === layer) return above;
    const made = draw(this.layers, "g", { "data-layer": layer });
    this.layers.insertBefore(made, above ?? null);
    return made;
  }

  /** Set a state that shows as a glowing outline: the node's first shape once more. */
  flag(item, name, on) {
    item.g.toggleAttribute(`data-${name}`, on);
    if (!on || item.halo) return;
    const shape = item.content.querySelector("rect,circle,ellipse,polygon,path");
    item.halo = draw(item.g, "g", { class: "halo" });
    if (!shape) return;
    for (const part of ["shine", "rim"]) item.halo.appendChild(shape.cloneNode()).setAttribute("class", part);
  }

  // ---- what can be touched
  offer(next, path) {
    Object.assign(this, { next, path }).light();
    if (this.box && !this.held && !this.close && this.astray()) this.glide(this.aim());
  }

  /** What the eye should not miss: what is asked about, and what can be touched if that is not everywhere. */
  get matter() {
    const lit = this.next.size < MANY ? [...this.next] : [];
    const known = [...this.about, ...lit].map((id) => this.items.get(id)?.node);
    return known.filter((node) => node && !node.floating);
  }

  point(ids = []) {
    for (const [id, item] of this.items) this.flag(item, "shown", ids.includes(id));
  }

  get middle() {
    const [left, top, wide, high] = this.view ?? this.box ?? [0, 0, 0, 0];
    return [left + wide / 2, top + high / 2];
  }

  light() {
    const anchor = this.items.get(
      this.path.findLast((id) => this.items.has(id) && !this.items.get(id).node.floating),
    );
    const held = this.shadowRoot.activeElement;
    const focused = this.items.get(held?.dataset.id);
    for (const [id, item] of this.items) this.paint(id, item, anchor?.node, held);
    this.svg.setAttribute("tabindex", this.next.size ? "-1" : "0");
    // The keyboard's place goes on to the nearest thing that can be touched, or waits on the board for one.
    if (!held?.matches(":focus-visible")) return;
    if (focused) this.last = focused.at;
    if (held === this.svg || (focused && !this.next.has(focused.node.id))) {
      this.focus();
      focused?.g.removeAttribute("tabindex");
    }
  }

  paint(id, item, anchor, held) {
    const { node, g } = item;
    const [can, picked] = [this.next.has(id), this.path.includes(id)];
    this.flag(item, "can", can);
    this.flag(item, "picked", picked);
    this.flag(item, "recent", this.recent.includes(id));
    this.flag(item, "strikes", this.strikers.includes(id));
    item.at = [node.x, node.y];
    if (node.floating) {
      const [x, y] = anchor ? [anchor.x, anchor.y] : this.middle;
      item.at = [x + node.x, y + node.y];
      g.style.transform = `translate(${item.at[0]}px,${item.at[1]}px)`;
      g.toggleAttribute("data-away", !can && !picked);
    }
    g.setAttribute("role", can ? "button" : "img");
    // Floor on which nothing can be done is not read out before the pieces.
    g.setAttribute("aria-hidden", String(!can && !picked && (!node.layer || !node.title)));
    if (can) g.setAttribute("tabindex", "0");
    else if (g !== held) g.removeAttribute("tabindex");
  }

  /** Show what was touched last as it would look where one points: its node `as:ID`. */
  preview(target) {
    const spot = this.items.get(target.closest("[data-can]")?.dataset.id)?.at;
    const shown = spot && `as:${this.path.at(-1)}`;
    for (const [id, { g }] of this.items) {
      if (!id.startsWith("as:")) continue;
      g.toggleAttribute("data-away", id !== shown);
      if (id === shown) g.style.transform = `translate(${spot[0]}px,${spot[1]}px)`;
    }
  }

  /** What was touched last, as it would lie where one points: a floating node `as:ID`. */
  imagine(id) {
    const ghost = this.items.get(`as:${this.path.at(-1)}`);
    if (!ghost) return;
    const spot = this.next.has(id) && this.items.get(id);
    ghost.g.toggleAttribute("data-away", !spot);
    if (!spot) return;
    const [x, y] = [spot.at[0] + ghost.node.x, spot.at[1] + ghost.node.y];
    ghost.g.style.transform = `translate(${x}px,${y}px) rotate(${ghost.node.angle}deg)`;
  }

  focus() {
    if (!this.focusNear()) this.svg.focus({ preventScroll: true });
  }

  /** Focus the nearest thing that can be touched, in a direction if one is given; false if there is none. */
  focusNear([dx, dy] = [0, 0]) {
    let best;
    let least = Infinity;
    const from = this.last ?? this.middle;
    for (const item of [...this.next].map((id) => this.items.get(id)).filter(Boolean)) {
      const [x, y] = [item.at[0] - from[0], item.at[1] - from[1]];
      const along = x * dx + y * dy;
      const cost = dx || dy ? along + 2.5 * Math.abs(x * dy - y * dx) : Math.hypot(x, y);
      if (cost < least && (along > 1 || !(dx || dy))) [best, least] = [item, cost];
    }
    if (best) this.last = best.at;
    best?.g.focus({ preventScroll: true });
    return Boolean(best);
  }

  // ---- looking around
  look(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", view.join(" "));
  }

  glide(to) {
    cancelAnimationFrame(this.gliding);
    if (CALM.matches) return this.look(to);
    const from = this.view;
    const start = performance.now();
    const step = (now) => {
      const part = between(0, (now - start) / GLIDE, 1);
      const eased = part * part * (3 - 2 * part);
      this.look(from.map((value, place) => value + (to[place] - value) * eased));
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** Where these nodes are: left, top, right, bottom. */
  extent(nodes) {
    const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** What to show: the board's box or, where that would be tiny, what is asked about or else the pieces,
   *  and a little around them. */
  aim() {
    const [, , wide, high] = this.box;
    const pad = Math.min(150, Math.max(wide, high) / 10);
    if (Math.min(this.svg.clientWidth / wide, this.svg.clientHeight / high) > TINY) return this.box;
    const nodes = [...this.items.values()].map(({ node }) => node).filter(({ floating }) => !floating);
    const matter = this.matter;
    const pieces = matter.length ? matter : nodes.filter(({ layer }) => layer);
    if (!pieces.length) return this.box;
    const [left, top, right, bottom] = this.extent(pieces);
    const w = Math.min(wide, Math.max(right - left + 2 * pad, this.svg.clientWidth / NEAR));
    const tall = Math.min(high, Math.max(bottom - top + 2 * pad, this.svg.clientHeight / NEAR));
    return [(left + right - w) / 2, (top + bottom - tall) / 2, w, tall];
  }

  /** Whether what is asked about is out of sight. */
  astray() {
    const nodes = this.matter;
    if (!nodes.length) return false;
    const [left, top, right, bottom] = this.extent(nodes);
    const [x, y, w, tall] = this.view;
    return left < x || top < y || right > x + w || bottom > y + tall;
  }

  fit() {
    this.held = false;
    this.glide(this.aim());
  }

  /** Look at another part, because somebody wants to: the board stays there until it is fitted again. */
  turnTo(view) {
    this.held = true;
    cancelAnimationFrame(this.gliding);
    this.hideTip();
    this.look(view);
  }

  zoom(factor, at) {
    const [x, y, w, high] = this.view;
    const k = between(this.box[2] / 10, w * factor, this.box[2] * 3) / w;
    const eye = at
      ? new DOMPoint(...at).matrixTransform(this.svg.getScreenCTM().inverse())
      : { x: x + w / 2, y: y + high / 2 };
    this.turnTo([eye.x - (eye.x - x) * k, eye.y - (eye.y - y) * k, w * k, high * k]);
  }

  pan(dx, dy) {
    const [x, y, w, high] = this.view;
    const [left, top, wide, tall] = this.box;
    const scale = Math.max(w / this.svg.clientWidth, high / this.svg.clientHeight);
    const to = [
      between(left - w / 2, x - dx * scale, left + wide - w / 2),
      between(top - high / 2, y - dy * scale, top + tall - high / 2),
    ];
    this.turnTo([...to, w, high]);
  }

  // ---- hands and keys
  listen() {
    const on = (name, act, options) => this.svg.addEventListener(name, act, options);
    const wheel = (event) => {
      event.preventDefault();
      this.zoom(Math.exp(between(-60, event.deltaY, 60) / 300), [event.clientX, event.clientY]);
    };
    on("wheel", wheel, { passive: false });
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      on(end, ({ pointerId }) => this.pointers.delete(pointerId) && !this.long && this.hideTip());
    }
    on("click", (event) => this.click(event));
    on("keydown", (event) => this.key(event));
    for (const look of ["pointerover", "focusin"]) on(look, ({ target }) => this.preview(target));
    const at = (target) => target.closest(".node")?.dataset.id;
    on("pointerover", ({ target }) => this.imagine(at(target)));
    on("pointerleave", () => this.imagine());
    on("focusin", ({ target }) => this.imagine(at(target)));
    on("pointerover", ({ pointerType, target }) => {
      if (pointerType === "mouse" && !this.pointers.size) this.showTip(target, 450);
    });
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.showTip(target, 250));
    for (const end of ["pointerleave", "focusout"]) {
      on(end, ({ pointerType }) => pointerType === "touch" || this.hideTip());
    }
  }

  press(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) return;
    this.moved = this.long = false;
    this.start = [event.clientX, event.clientY];
    this.hideTip();
    if (event.pointerType !== "mouse") this.showTip(event.target, 500, true);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    const now = [event.clientX, event.clientY];
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (!before || (!this.moved && this.pointers.size < 2 && far(now, this.start) < DRAG)) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    this.pointers.set(event.pointerId, now);
    const [, other] = [...this.pointers].find(([id]) => id !== event.pointerId) ?? [];
    if (other) {
      const centre = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      this.zoom(Math.max(20, far(before, other)) / Math.max(20, far(now, other)), centre);
    }
    this.pan((now[0] - before[0]) / (other ? 2 : 1), (now[1] - before[1]) / (other ? 2 : 1));
  }

  click({ clientX, clientY, target, pointerType }) {
    if (this.moved || this.long) return;
    // Marks lie over pieces: what can be touched is meant before what merely lies on top.
    const stack = this.shadowRoot
      .elementsFromPoint(clientX, clientY)
      .map((found) => found.closest("[data-can]"));
    const found = stack.find(Boolean);
    this.hideTip();
    if (pointerType === "touch" && this.doubtful(clientX, clientY)) this.comeClose(clientX, clientY);
    else this.tell((found ?? target.closest(".node"))?.dataset.id);
  }

  /** Whether a fingertip covers several things that it could mean. */
  doubtful(x, y) {
    const meant = [...this.next].map((id) => this.items.get(id)).filter(Boolean);
    const boxes = meant.map(({ content }) => content.getBoundingClientRect());
    const under = boxes.filter(({ left, right, top, bottom }) => {
      const [dx, dy] = [Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)];
      return Math.hypot(dx, dy) < FINGER / 4;
    });
    this.smallest = Math.min(...under.map(({ width, height }) => Math.min(width, height)));
    return under.length > 1 && this.smallest < FINGER * 0.9;
  }

  /** Go so near that a finger can tell things apart; the next position is seen from afar again. */
  comeClose(x, y) {
    const { x: at, y: down } = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const [, , w, high] = this.view.map((part) => (part * this.smallest) / (FINGER * 1.15));
    this.close = true;
    this.glide([at - w / 2, down - high / 2, w, high]);
  }

  tell(id) {
    this.dispatchEvent(new CustomEvent(id ? "choose" : "back", { detail: { id }, bubbles: true }));
  }

  key(event) {
    const { id } = event.target.dataset;
    const step = ARROWS[event.key];
    if (step) this.focusNear(id && step);
    else if (id && (event.key === "Enter" || event.key === " ")) this.tell(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  showTip(target, delay, long = false) {
    this.hideTip();
    const g = target.closest(".node");
    const title = this.items.get(g?.dataset.id)?.node.title;
    if (!title) return;
    this.waiting = setTimeout(() => {
      this.long = long;
      this.tip.textContent = plain(title);
      this.tip.hidden = false;
      const [spot, home, own] = [g, this, this.tip].map((element) => element.getBoundingClientRect());
      const left = spot.left + spot.width / 2 - home.left - own.width / 2;
      const above = spot.top - home.top - own.height - 8;
      const below = Math.min(spot.bottom - home.top + 8, home.height - own.height - 4);
      this.tip.style.left = `${between(6, left, home.width - own.width - 6)}px`;
      this.tip.style.top = `${above > 4 ? above : below}px`;
    }, delay);
  }

  hideTip() {
    clearTimeout(this.waiting);
    this.tip.hidden = true;
  }
}

customElements.define("fimbul-board", FimbulBoard);
