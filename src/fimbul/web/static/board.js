/** <fimbul-board>: one board of a scene as an SVG.  Nodes come, move and go by their ids; it knows no game.
 *
 *  show(board, log, only)  draws a board; `log` tells what happened to which nodes, which of it were blows;
 *                          `only`, a set of ids, brings just these up to date: the rest is still to be told
 *  offer(touch)            lights up what can be touched next, and what has been touched
 *  point(ids)              shows some nodes while somebody points at words about them
 *
 *  Events: "choose" {id} of a node, "back" for the ground, "closer" when a doubtful tap brought things near.
 */
import { once } from "./api.js";
import { draw } from "./dom.js";
import { Drag } from "./drag.js";
import { around, distance, extent, sight, within } from "./extent.js";
import { t } from "./i18n.js";
import { Tip } from "./tip.js";
import { Touch } from "./touch.js";
import { plain } from "./words.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DRAG = 7; // pixels that a finger may tremble
const GLIDE = 380; // milliseconds
const TINY = 0.45; // pixels a unit: less, and fingers miss
const SMALL = 0.4; // less, and pieces are not told apart
const LARGEST = 2; // how much pieces grow that are seen from afar
const NEAR = 0.8; // pixels a unit, where the eye goes close
const GAIN = 1.2; // less than so much nearer is not worth what is cut off for it
const MANY = 60; // things that can be touched: more are no place to look at
const FINGER = 44; // pixels that a fingertip covers
const between = (low, value, high) => Math.max(low, Math.min(high, value));
const sheet = new CSSStyleSheet();
const fill = async (css) => sheet.replaceSync(await css.text());
const styled = fetch(new URL("board.css", import.meta.url)).then(fill);

class FimbulBoard extends HTMLElement {
  items = new Map(); // by id: {node, g, content, halo, angle, at}
  pointers = new Map();

  constructor() {
    super();
    const { next, path, onward, meant } = new Touch();
    Object.assign(this, { next, path, onward, meant, recent: [], strikers: [], about: [] });
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.svg = draw(root, "svg", { role: "group", "aria-label": t("Board"), tabindex: "0" });
    const group = (name) => draw(this.svg, "g", { class: name });
    [this.ground, this.reach, this.layers, this.trails] = ["ground", "roaming", "layers", "trails"].map(
      group,
    );
    this.ground.setAttribute("aria-hidden", "true");
    [this.tip, this.drag] = [new Tip(this), new Drag(this)];
    root.append(this.tip.box);
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
  offer({ next, path, onward = new Set(), meant = new Map() }) {
    Object.assign(this, { next, path, onward, meant });
    if (this.box && !this.held && !this.close && this.astray()) this.glide(this.aim());
    this.light();
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
    const { likeness } = this;
    for (const [id, item] of this.items) {
      this.paint(id, item, anchor?.node, held);
      this.dress(item, likeness);
    }
    this.imagine(this.next.has(this.pointed) ? this.pointed : undefined);
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
      if (node.turns && this.goal) item.at = within(item.at, this.goal, this.svg);
      g.style.transform = `translate(${item.at[0]}px,${item.at[1]}px)`;
      g.toggleAttribute("data-away", !can && !picked);
    }
    g.setAttribute("role", can ? "button" : "img");
    // Floor on which nothing can be done is not read out before the pieces.
    g.setAttribute("aria-hidden", String(!can && !picked && (!node.layer || !node.title)));
    if (can) g.setAttribute("tabindex", "0");
    else if (g !== held) g.removeAttribute("tabindex");
  }

  /** What has been touched as it would look elsewhere: the last node `as:ID`. */
  get likeness() {
    const id = this.path.findLast((one) => this.items.has(`as:${one}`));
    return id && this.items.get(`as:${id}`);
  }

  /** Show what would come of touching what one points at: what was touched as it would lie there, or turned
   *  as one chooses; whom that would strike; and in words. */
  imagine(id) {
    this.pointed = id;
    const target = this.next.has(id) ? this.items.get(id) : undefined;
    for (const [name, { g }] of this.items) {
      if (name.startsWith("as:")) g.toggleAttribute("data-away", !this.likeness?.g.isSameNode(g));
    }
    if (this.likeness) this.setDown(this.likeness, target);
    const struck = (target && this.meant.get(id)?.prospect?.struck) ?? [];
    for (const [name, item] of this.items) this.flag(item, "struck", struck.includes(name));
  }

  /** Lay a likeness where one points, or where it was set down. */
  setDown({ node, g }, target) {
    const own = node.id.slice(3);
    const chosen = this.path.slice(this.path.indexOf(own) + 1).flatMap((id) => this.items.get(id) ?? []);
    const turned = (target ? [target] : chosen).findLast((item) => item.node.turns);
    const laid = chosen.findLast((item) => !item.node.turns);
    const place = turned || !target ? (laid ?? (turned && this.items.get(own))) : target;
    g.toggleAttribute("data-away", !place);
    if (!place) return;
    const [x, y] = [place.at[0] + node.x, place.at[1] + node.y];
    const angle = turned ? turned.node.angle : node.angle;
    g.style.transform = `translate(${x}px,${y}px) rotate(${angle}deg)`;
  }

  /** A facing is drawn as what would face so. */
  dress(item, likeness) {
    const { node, content } = item;
    if (!node.turns || !likeness || item.dressed === likeness.node.svg) return;
    const { classes, svg } = likeness.node;
    item.dressed = svg;
    const turned = `<g class="${classes}" transform="rotate(${node.angle}) scale(.46)">${svg}</g>`;
    content.innerHTML = node.svg + turned;
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
  look(view, goal = view) {
    [this.view, this.goal] = [view, goal];
    this.svg.setAttribute("viewBox", view.join(" "));
    this.svg.style.setProperty("--grow", between(1, TINY / this.scale(view), LARGEST));
  }

  /** Pixels a unit. */
  scale([, , wide, high]) {
    return Math.min(this.svg.clientWidth / wide, this.svg.clientHeight / high);
  }

  glide(to) {
    cancelAnimationFrame(this.gliding);
    if (CALM.matches) return this.look(to);
    const from = this.view;
    const start = performance.now();
    this.goal = to;
    const step = (time) => {
      const part = between(0, (time - start) / GLIDE, 1);
      const eased = part * part * (3 - 2 * part);
      const now = from.map((value, place) => value + (to[place] - value) * eased);
      this.look(now, to);
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** What to show: the board's box or, where that would be tiny, all pieces if they are seen much better so
   *  or, where they still would be tiny, what is asked about and who stands near it. */
  aim() {
    const [, , wide, high] = this.box;
    const pad = Math.min(150, Math.max(wide, high) / 10);
    if (this.scale(this.box) > TINY) return this.box;
    const nodes = [...this.items.values()].map(({ node }) => node).filter(({ floating }) => !floating);
    const matter = this.matter;
    const standing = nodes.filter(({ layer }) => layer);
    if (!matter.length && !standing.length) return this.box;
    const all = this.frame([...matter, ...standing], 0.6 * pad);
    if (this.scale(all) < GAIN * this.scale(this.box)) return this.box;
    if (!matter.length || this.scale(all) > SMALL) return all;
    return this.frame([...matter, ...around(matter, standing, 1.5 * pad)], pad);
  }

  /** A view of some nodes, and a little around them. */
  frame(nodes, pad) {
    const [, , wide, high] = this.box;
    const [left, top, right, bottom] = extent(nodes);
    const w = Math.min(wide, Math.max(right - left + 2 * pad, this.svg.clientWidth / NEAR));
    const tall = Math.min(high, Math.max(bottom - top + 2 * pad, this.svg.clientHeight / NEAR));
    return [(left + right - w) / 2, (top + bottom - tall) / 2, w, tall];
  }

  /** Whether what is asked about is out of sight, or under its edge where no finger finds it, or seen from so
   *  far that it might as well be. */
  astray() {
    const nodes = this.matter;
    if (!nodes.length) return false;
    const [left, top, right, bottom] = extent(nodes);
    const scale = this.scale(this.view);
    const far = scale < TINY && this.scale(this.aim()) > 2 * scale;
    const seen = sight(this.view, this.svg, FINGER / 2 / scale);
    return far || left < seen[0] || top < seen[1] || right > seen[2] || bottom > seen[3];
  }

  fit() {
    this.held = false;
    this.glide(this.aim());
  }

  /** Look at another part, because somebody wants to: the board stays there until it is fitted again. */
  turnTo(view) {
    this.held = true;
    cancelAnimationFrame(this.gliding);
    this.tip.hide();
    this.look(view);
  }

  zoom(factor, at) {
    const [x, y, w, high] = this.view;
    const k = between(this.box[2] / 10, w * factor, this.box[2] * 3) / w;
    const eye = at ? this.spot(...at) : { x: x + w / 2, y: y + high / 2 };
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
      on(end, (event) => {
        if (this.pointers.delete(event.pointerId) && !this.tip.long) this.tip.hide();
        this.drag.drop(event);
      });
    }
    on("click", (event) => this.click(event));
    on("keydown", (event) => this.key(event));
    const at = (target) => target.closest(".node")?.dataset.id;
    for (const look of ["pointerover", "focusin"])
      on(look, ({ target }) => this.drag.going || this.imagine(at(target)));
    on("pointerleave", () => this.imagine());
    on("pointerover", ({ pointerType, target }) => {
      if (pointerType === "mouse" && !this.pointers.size) this.tip.show(target, 450);
    });
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.tip.show(target, 250));
    for (const end of ["pointerleave", "focusout"]) {
      on(end, ({ pointerType }) => pointerType === "touch" || this.tip.hide());
    }
  }

  press(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) return;
    this.moved = false;
    this.start = [event.clientX, event.clientY];
    this.tip.hide();
    this.drag.grip(event);
    if (event.pointerType !== "mouse") this.tip.show(event.target, 500, true);
  }

  /** What can be touched at a place of the screen. */
  under(x, y) {
    const stack = this.shadowRoot.elementsFromPoint(x, y).map((found) => found.closest("[data-can]"));
    return stack.find(Boolean);
  }

  /** A place of the screen in the picture. */
  spot(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    const now = [event.clientX, event.clientY];
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    if (!before || (!this.moved && this.pointers.size < 2 && far(now, this.start) < DRAG)) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    this.pointers.set(event.pointerId, now);
    if (this.drag.held && this.pointers.size === 1) return this.drag.move(event);
    const [, other] = [...this.pointers].find(([id]) => id !== event.pointerId) ?? [];
    if (other) {
      const centre = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      this.zoom(Math.max(20, far(before, other)) / Math.max(20, far(now, other)), centre);
    }
    this.pan((now[0] - before[0]) / (other ? 2 : 1), (now[1] - before[1]) / (other ? 2 : 1));
  }

  click({ clientX, clientY, target, pointerType }) {
    if (this.moved || this.tip.long) return;
    // Marks lie over pieces: what can be touched is meant before what merely lies on top.
    const found = this.under(clientX, clientY);
    this.tip.hide();
    if (pointerType === "touch" && this.doubtful(clientX, clientY)) this.comeClose(clientX, clientY);
    else this.tell((found ?? target.closest(".node"))?.dataset.id);
  }

  /** Whether a fingertip covers several things that it could mean. */
  doubtful(x, y) {
    const boxes = [...this.next].flatMap((id) => this.items.get(id)?.content.getBoundingClientRect() ?? []);
    const under = boxes.filter((box) => distance(box, x, y) < FINGER / 4);
    this.smallest = Math.min(...under.map(({ width, height }) => Math.min(width, height)));
    return under.length > 1 && this.smallest < FINGER * 0.9;
  }

  /** Go so near that a finger can tell things apart; the next position is seen from afar again. */
  comeClose(x, y) {
    const { x: at, y: down } = this.spot(x, y);
    const [, , w, high] = this.view.map((part) => (part * this.smallest) / (FINGER * 1.15));
    this.close = true;
    this.glide([at - w / 2, down - high / 2, w, high]);
    this.dispatchEvent(new CustomEvent("closer", { bubbles: true }));
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
}

customElements.define("fimbul-board", FimbulBoard);
