/** Dragging on a board: a piece to where it goes, or a finger over choices to see what would come of them.
 *
 *  Letting go where something can be touched touches it; anywhere else nothing has happened.
 */
export class Drag {
  constructor(board) {
    this.board = board;
  }

  /** A hand comes down: on something that can be taken along? */
  grip({ target, clientX, clientY }) {
    const { onward, likeness } = this.board;
    const id = target.closest("[data-can]")?.dataset.id;
    this.held = onward.has(id) || (id && likeness) ? id : undefined;
    this.start = [clientX, clientY];
    if (this.held && likeness) this.board.imagine(id);
  }

  move({ clientX, clientY }) {
    const { board } = this;
    if (!this.going) this.lift();
    const [now, then] = [[clientX, clientY], this.start].map((place) => board.spot(...place));
    const away = ["x", "y"].map((axis) => `${now[axis] - then[axis]}px`);
    if (this.lifted) this.lifted.g.style.translate = away.join(" ");
    const under = board.under(clientX, clientY);
    if (under?.dataset.id === board.pointed) return;
    board.imagine(under?.dataset.id);
    if (under) board.tip.show(under, 0);
    else board.tip.hide();
  }

  lift() {
    const { board, held } = this;
    this.going = true;
    this.lifted = board.onward.has(held) ? board.items.get(held) : undefined;
    if (!this.lifted) return;
    this.lifted.g.setAttribute("data-lifted", "");
    board.setAttribute("data-dragging", "");
    if (board.path.at(-1) !== held) board.tell(held);
  }

  /** Let go. */
  drop({ type, clientX, clientY }) {
    const { board, lifted, going } = this;
    this.held = this.going = this.lifted = undefined;
    if (!going) return;
    const id = type === "pointerup" ? board.under(clientX, clientY)?.dataset.id : undefined;
    board.removeAttribute("data-dragging");
    if (lifted) {
      lifted.g.removeAttribute("data-lifted");
      lifted.g.style.translate = "";
    }
    board.tip.hide();
    if (id && id !== lifted?.node.id) board.tell(id);
    else if (lifted) board.tell();
  }
}
