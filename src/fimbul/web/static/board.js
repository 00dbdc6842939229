/** <fimbul-board>: a scene as one SVG.  Nodes come, move and go by their ids; no game is known here.
 *
 *  show(scene, {recent})   draws a scene; `recent` are the nodes that the last action was about
 *  offer(next, path)       lights up what can be touched next and what has been touched
 *  point(ids)              shows some nodes while the reader points at words about them
 *
 *  Events: "choose" {id} when a node is touched, "back" when the ground is.
 */
import { once } from "./api.js";
import { sheet } from "./board.css.js";
import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SHAPES = "rect,circle,ellipse,polygon,path";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DRAG = 7; // pixels that a finger may tremble
const GLIDE = 380; // milliseconds

const group = (parent, name) => {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  return parent.appendChild(made);
};
const flag = (element, name, on) => element.toggleAttribute(`data-${name}`, on);
const between = (low, value, high) => Math.max(low, Math.min(high, value));

class FimbulBoard extends HTMLElement {
  items = new Map(); // id -> {node, g, content, angle}
  next = new Set();
  path = [];
  recent = [];
  pointers = new Map();
  view = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "Board");
    this.svg.setAttribute("tabindex", "0");
    [this.ground, this.layers, this.trails] = ["ground", "layers", "trails"].map((name) => group(this.svg, name));
    this.tip = h("div.tip", { role: "tooltip", hidden: true });
    const tool = (label, sign, act) => h("button", { title: label, "aria-label": label, onclick: act }, sign);
    root.append(this.svg, this.tip, h("div.zoom", {},
      tool("Zoom in", "+", () => this.zoom(0.8)), tool("Zoom out", "−", () => this.zoom(1.25)),
      tool("Fit the board", "⤢", () => this.fit())));
    this.listen();
  }

  // ---- drawing

  async show(scene, { recent = [] } = {}) {
    this.wanted = scene;
    const { board, style } = await once(`/boards/${scene.board}`);
    if (this.wanted !== scene) return;
    if (this.drawn !== scene.board) {
      this.ground.innerHTML = board;
      const own = new CSSStyleSheet();
      own.replaceSync(style);
      this.shadowRoot.adoptedStyleSheets = [own, sheet];
      this.drawn = scene.board;
    }
    this.recent = recent;
    this.trails.replaceChildren();
    const fresh = !this.items.size;
    const here = new Set(scene.nodes.map((node) => node.id));
    for (const [id, item] of this.items) if (!here.has(id)) this.remove(id, item);
    for (const node of scene.nodes) this.put(node, fresh);
    this.frame(scene.box, fresh);
    this.light();
  }

  put(node, fresh) {
    let item = this.items.get(node.id);
    if (!item) {
      const g = group(this.layer(node), "node");
      g.dataset.id = node.id;
      item = { g, content: group(g, "content"), node: {}, angle: node.angle };
      this.items.set(node.id, item);
      if (!fresh && !CALM.matches) item.content.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
    }
    const { g, content, node: old } = item;
    if (old.layer !== undefined && old.layer !== node.layer) this.layer(node).append(g);
    if (old.svg !== node.svg) {
      content.innerHTML = node.svg;
      g.querySelector(".halo")?.remove();
      item.halo = undefined;
    }
    if (old.classes !== node.classes) g.setAttribute("class", `node ${node.classes}`);
    if (old.title !== node.title) g.setAttribute("aria-label", node.title || node.id);
    item.node = node;
    item.angle += ((((node.angle - item.angle) % 360) + 540) % 360) - 180; // the short way round
    if (node.floating) return;
    if (old.id && this.recent.includes(node.id)) this.trail(old, node);
    g.style.transform = `translate(${node.x}px,${node.y}px) rotate(${item.angle}deg)`;
  }

  remove(id, { g, content }) {
    this.items.delete(id);
    flag(g, "can", false);
    g.removeAttribute("tabindex");
    if (CALM.matches) return g.remove();
    content.animate([{}, { opacity: 0, transform: "scale(.7) rotate(9deg)" }], { duration: GLIDE, fill: "forwards" })
      .finished.then(() => g.remove(), () => g.remove());
    return undefined;
  }

  /** A line from where something stood to where it stands. */
  trail(from, to) {
    if (Math.hypot(from.x - to.x, from.y - to.y) < 1) return;
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
    this.trails.append(line);
  }

  layer({ layer }) {
    const found = [...this.layers.children].find((g) => Number(g.dataset.layer) >= layer);
    if (found && Number(found.dataset.layer) === layer) return found;
    const made = group(this.layers, "layer");
    made.dataset.layer = layer;
    if (found) found.before(made);
    if (layer > 0 && !this.trails.previousSibling?.dataset?.layer) this.layers.insertBefore(this.trails, made);
    return made;
  }

  /** The outline that glows: the node's first shape once more. */
  halo(item) {
    if (item.halo) return;
    const shape = item.content.querySelector(SHAPES);
    item.halo = shape ? shape.cloneNode() : group(item.g, "");
    item.halo.setAttribute("class", "halo");
    item.g.append(item.halo);
  }

  // ---- what can be touched

  offer(next, path) {
    this.next = next;
    this.path = path;
    this.light();
  }

  point(ids = []) {
    for (const [id, item] of this.items) {
      const on = ids.includes(id);
      if (on) this.halo(item);
      flag(item.g, "shown", on);
    }
  }

  light() {
    const focused = this.shadowRoot.activeElement?.dataset?.id;
    const from = this.items.get(focused)?.at ?? this.last;
    const held = this.shadowRoot.activeElement;
    const anchor = this.items.get(this.path.findLast((id) => this.items.get(id)?.node.floating === false))?.node;
    for (const [id, item] of this.items) {
      const { g, node } = item;
      const [can, picked, recent] = [this.next.has(id), this.path.includes(id), this.recent.includes(id)];
      if (can || picked || recent) this.halo(item);
      flag(g, "can", can);
      flag(g, "picked", picked);
      flag(g, "recent", recent);
      item.at = [node.x, node.y];
      if (node.floating) {
        const [x, y] = anchor ? [anchor.x, anchor.y] : this.middle();
        item.at = [x + node.x, y + node.y];
        g.style.transform = `translate(${item.at[0]}px,${item.at[1]}px)`;
        flag(g, "away", !can && !picked);
      }
      g.setAttribute("role", can ? "button" : "img");
      if (can) g.setAttribute("tabindex", "0");
      else if (id !== focused) g.removeAttribute("tabindex");
    }
    this.svg.setAttribute("tabindex", this.next.size ? "-1" : "0");
    // The keyboard's place moves on to the nearest thing that can be touched, and waits on the board for one.
    if ((focused && !this.next.has(focused)) || held === this.svg) {
      if (focused) this.last = from;
      if (!this.focusNear(this.last)) this.svg.focus({ preventScroll: true });
      if (focused && !this.next.has(focused)) this.items.get(focused)?.g.removeAttribute("tabindex");
    }
  }

  middle() {
    const [x, y, w, height] = this.box;
    return [x + w / 2, y + height / 2];
  }

  /** Focus the nearest thing that can be touched, in a direction if one is given; false if there is none. */
  focusNear(from = this.middle(), [dx, dy] = [0, 0]) {
    let best, least = Infinity;
    for (const id of this.next) {
      const item = this.items.get(id);
      if (!item) continue;
      const [x, y] = [item.at[0] - from[0], item.at[1] - from[1]];
      const along = x * dx + y * dy;
      if ((dx || dy) && along < 1) continue;
      const cost = dx || dy ? along + 2.5 * Math.abs(x * dy - y * dx) : Math.hypot(x, y);
      if (cost < least) [best, least] = [item, cost];
    }
    best?.g.focus({ preventScroll: true });
    if (best) this.last = best.at;
    return Boolean(best);
  }

  // ---- looking around

  get scale() {
    return Math.max(this.view[2] / this.svg.clientWidth, this.view[3] / this.svg.clientHeight);
  }

  frame(box, fresh) {
    const grown = String(box) !== String(this.box);
    this.box = box;
    if (fresh) this.look(box);
    else if (grown && !this.held) this.glide(box);
  }

  look(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", view.join(" "));
    this.hideTip();
  }

  glide(to) {
    cancelAnimationFrame(this.gliding);
    const from = this.view, start = performance.now();
    const step = (now) => {
      const t = CALM.matches ? 1 : between(0, (now - start) / GLIDE, 1), eased = t * t * (3 - 2 * t);
      this.look(from.map((value, place) => value + (to[place] - value) * eased));
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  fit() {
    this.held = false;
    this.glide(this.box);
  }

  /** The board's point under a point of the window. */
  under(x, y) {
    const place = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  zoom(factor, at) {
    const [x, y, w, height] = this.view;
    const k = between(this.box[2] / 10, w * factor, this.box[2] * 3) / w;
    const [px, py] = at ? this.under(...at) : [x + w / 2, y + height / 2];
    this.held = true;
    cancelAnimationFrame(this.gliding);
    this.look([px - (px - x) * k, py - (py - y) * k, w * k, height * k]);
  }

  pan(dx, dy) {
    const [x, y, w, height] = this.view, [left, top, wide, high] = this.box, scale = this.scale;
    this.held = true;
    cancelAnimationFrame(this.gliding);
    this.look([between(left - w / 2, x - dx * scale, left + wide - w / 2),
      between(top - height / 2, y - dy * scale, top + high - height / 2), w, height]);
  }

  // ---- hands and keys

  listen() {
    const { svg } = this;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(between(-60, event.deltaY, 60) / 300), [event.clientX, event.clientY]);
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => this.release(event));
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && !this.moved) this.showTip(event.target.closest(".node"), 450);
    });
    svg.addEventListener("pointerleave", () => this.hideTip());
    svg.addEventListener("focusin", ({ target }) => {
      if (target.matches?.(":focus-visible")) this.showTip(target.closest(".node"), 250);
    });
    svg.addEventListener("focusout", () => this.hideTip());
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  press(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pointers.size > 1) return;
    this.moved = this.pressedLong = false;
    this.start = [event.clientX, event.clientY];
    this.hideTip();
    if (event.pointerType !== "mouse") this.showTip(event.target.closest(".node"), 500, true);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [x, y] = [event.clientX, event.clientY];
    if (!this.moved && Math.hypot(x - this.start[0], y - this.start[1]) < DRAG && this.pointers.size < 2) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    clearTimeout(this.waiting);
    if (this.pointers.size === 1) {
      this.pan(x - before[0], y - before[1]);
    } else {
      const [other] = [...this.pointers].find(([id]) => id !== event.pointerId)?.slice(1) ?? [];
      const far = (p) => Math.max(20, Math.hypot(p[0] - other[0], p[1] - other[1]));
      this.zoom(far(before) / far([x, y]), [(x + other[0]) / 2, (y + other[1]) / 2]);
      this.pan((x - before[0]) / 2, (y - before[1]) / 2);
    }
    this.pointers.set(event.pointerId, [x, y]);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pressedLong) clearTimeout(this.waiting);
  }

  click(event) {
    if (this.moved || this.pressedLong) return;
    // Marks lie over pieces: what can be touched is meant before what merely lies on top.
    const stack = this.shadowRoot.elementsFromPoint(event.clientX, event.clientY).map((found) => found.closest(".node"));
    const id = (stack.find((g) => g?.hasAttribute("data-can")) ?? event.target.closest(".node"))?.dataset.id;
    this.hideTip();
    this.dispatchEvent(new CustomEvent(id ? "choose" : "back", { detail: { id } }));
  }

  key(event) {
    const id = event.target.dataset?.id;
    const step = ARROWS[event.key];
    if (step) this.focusNear(this.items.get(id)?.at ?? this.last, id ? step : undefined);
    else if (id && (event.key === "Enter" || event.key === " ")) {
      this.last = this.items.get(id).at;
      this.dispatchEvent(new CustomEvent("choose", { detail: { id } }));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  showTip(g, delay, long = false) {
    this.hideTip();
    const node = this.items.get(g?.dataset.id)?.node;
    if (!node?.title) return;
    this.waiting = setTimeout(() => {
      this.pressedLong = long;
      this.tip.textContent = node.title;
      this.tip.hidden = false;
      const spot = g.getBoundingClientRect(), home = this.getBoundingClientRect(), box = this.tip.getBoundingClientRect();
      const above = spot.top - home.top - box.height - 8;
      const left = spot.left + spot.width / 2 - home.left - box.width / 2;
      this.tip.style.left = `${between(6, left, home.width - box.width - 6)}px`;
      this.tip.style.top = `${above > 4 ? above : spot.bottom - home.top + 8}px`;
    }, delay);
  }

  hideTip() {
    clearTimeout(this.waiting);
    this.tip.hidden = true;
  }
}

customElements.define("fimbul-board", FimbulBoard);
