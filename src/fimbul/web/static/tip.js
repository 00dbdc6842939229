/** The tip: what something on a board is, and what would come of touching it. */
import { h } from "./dom.js";
import { factRows } from "./sheet.js";
import { plain } from "./words.js";

const EDGE = 6; // pixels that it keeps from the board's edge
const MATTERS = 100; // covering what it tells of is so much worse than covering what else may be touched
const MANY = 40; // things that can be touched: more cannot be kept clear
const between = (low, value, high) => Math.max(low, Math.min(high, value));

/** How much of two boxes is common, in square pixels. */
const common = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

export class Tip {
  constructor(board) {
    this.board = board;
    this.box = h("div.tip", { role: "tooltip", hidden: true });
  }

  /** Show it for a node, soon; `long`: because a finger stays there, which then chooses nothing. */
  show(target, delay, long = false) {
    this.hide();
    const g = target.closest(".node");
    const node = this.board.items.get(g?.dataset.id)?.node;
    const meant = node && g.hasAttribute("data-can") ? this.board.meant.get(node.id) : undefined;
    const title = node?.floating && meant ? meant.words : node?.title;
    if (!title) return;
    this.waiting = setTimeout(() => {
      this.long = long;
      this.box.replaceChildren(h("p", {}, plain(title)), ...factRows(meant?.prospect?.facts ?? []));
      this.box.hidden = false;
      this.place(g);
      if (g.classList.contains("roams")) this.roam(g, node.id);
    }, delay);
  }

  /** Lay over the board how far a piece could go, if somebody still looks at it when that is known. */
  async roam(g, id) {
    const looked = (this.looked = Symbol(id));
    const far = await this.board.reachOf?.(id);
    if (!far || this.looked !== looked) return;
    this.board.reach.innerHTML = far.svg; // as the board's own markup
    this.box.append(h("p.far", {}, plain(far.text)));
    this.place(g);
  }

  /** Lay it beside what it tells of: where it covers neither that nor, if it can be, what may be touched or
   *  stands there. */
  place(g) {
    const { board, box } = this;
    const home = board.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const spot = g.getBoundingClientRect();
    const [across, down] = [spot.left + (spot.width - width) / 2, spot.top + (spot.height - height) / 2];
    const [left, right] = [spot.left - width - EDGE, spot.right + EDGE];
    const [above, below] = [spot.top - height - EDGE, spot.bottom + EDGE];
    const sides = [
      [across, above],
      [across, below],
      [left, down],
      [right, down],
      [across, home.top],
      [across, home.bottom],
    ];
    const own = [g, board.likeness?.g].filter(Boolean).map((node) => node.getBoundingClientRect());
    const [others, pieces] = [this.told(), this.pieces()].map((nodes) =>
      nodes.map((node) => node.getBoundingClientRect()),
    );
    const places = sides.map(([x, y]) => ({
      x: between(home.left + EDGE, x, home.right - width - EDGE),
      y: between(home.top + EDGE, y, home.bottom - height - EDGE),
    }));
    const covers = ({ x, y }) => {
      const shared = (one) => common({ left: x, top: y, right: x + width, bottom: y + height }, one);
      const sum = (spots) => spots.reduce((total, one) => total + shared(one), 0);
      return MATTERS * sum(own) + sum(others) + sum(pieces) / 2;
    };
    const best = places.reduce((found, one) => (covers(one) < covers(found) ? one : found));
    box.style.left = `${best.x - home.left}px`;
    box.style.top = `${best.y - home.top}px`;
  }

  /** What one chooses among, and whom it would strike; where that is everywhere, nothing. */
  told() {
    const { items, next, path, pointed, meant } = this.board;
    const ids = [...path, ...(meant.get(pointed)?.prospect?.struck ?? [])];
    if (next.size < MANY) ids.push(...next);
    return ids.map((id) => items.get(id)?.g).filter(Boolean);
  }

  /** What stands on the board; where that is very much, nothing. */
  pieces() {
    const standing = [...this.board.items.values()].filter(({ node }) => node.layer && !node.floating);
    return standing.length < 4 * MANY ? standing.map(({ g }) => g) : [];
  }

  hide() {
    clearTimeout(this.waiting);
    this.long = false;
    this.looked = undefined;
    this.board.reach?.replaceChildren();
    this.box.hidden = true;
  }
}
