/** The tip: what something on a board is, and what would come of touching it. */
import { h } from "./dom.js";
import { factRows } from "./sheet.js";
import { plain } from "./words.js";

const EDGE = 6; // pixels that it keeps from the board's edge
const between = (low, value, high) => Math.max(low, Math.min(high, value));

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
    }, delay);
  }

  place(g) {
    const [spot, home, own] = [g, this.board, this.box].map((element) => element.getBoundingClientRect());
    const { likeness } = this.board; // what one looks at is not covered
    const top = Math.min(spot.top, likeness?.g.getBoundingClientRect().top || spot.top);
    const left = spot.left + spot.width / 2 - home.left - own.width / 2;
    const above = top - home.top - own.height - EDGE;
    const below = Math.min(spot.bottom - home.top + EDGE, home.height - own.height - EDGE);
    this.box.style.left = `${between(EDGE, left, home.width - own.width - EDGE)}px`;
    this.box.style.top = `${above > EDGE ? above : below}px`;
  }

  hide() {
    clearTimeout(this.waiting);
    this.long = false;
    this.box.hidden = true;
  }
}
