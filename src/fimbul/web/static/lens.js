/** The lens: a card enlarged with its full text, beside the card; on a phone it stays until it is let go. */
import { reading } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

const PATIENCE = 350; // milliseconds that a mouse rests
const GAP = 10;
const between = (low, value, high) => Math.max(low, Math.min(high, value));

export class Lens {
  constructor() {
    this.box = h("aside.lens", { "aria-label": t("Enlarged card"), hidden: true });
  }

  /** Enlarge what is under the mouse or has the keyboard. */
  watch(root) {
    const cardOf = (target) => target.closest?.(".card");
    root.addEventListener("pointerover", ({ pointerType, target }) => {
      const card = cardOf(target);
      if (pointerType === "mouse" && !this.held && card !== this.over) this.soon(card);
    });
    root.addEventListener(
      "pointerleave",
      ({ pointerType }) => pointerType === "mouse" && !this.held && this.hide(),
    );
    root.addEventListener("focusin", ({ target }) => {
      if (cardOf(target) && target.matches(":focus-visible")) this.soon(cardOf(target));
    });
    root.addEventListener("focusout", () => !this.held && this.hide());
  }

  soon(card) {
    this.hide();
    this.over = card;
    if (card) this.waiting = setTimeout(() => this.show(card), PATIENCE);
  }

  /** Show a card; with buttons it stays until one is pressed. */
  show(card, buttons = []) {
    this.hide();
    this.over = card;
    this.held = buttons.length > 0;
    const { card: data } = card.closest("li");
    this.box.replaceChildren(reading(data), ...(this.held ? [h("div.row", {}, buttons)] : []));
    this.box.classList.toggle("held", this.held);
    this.box.hidden = false;
    this.place(card.getBoundingClientRect());
  }

  place(spot) {
    const { offsetWidth: wide, offsetHeight: high } = this.box;
    const right = spot.right + GAP + wide < innerWidth;
    const left = right ? spot.right + GAP : spot.left - GAP - wide;
    const beside = left > 0;
    const above = spot.top - GAP - high;
    const x = beside ? left : between(GAP, spot.left + spot.width / 2 - wide / 2, innerWidth - wide - GAP);
    const y = beside ? spot.top + spot.height / 2 - high / 2 : above > 0 ? above : spot.bottom + GAP;
    this.box.style.left = `${x}px`;
    this.box.style.top = `${between(GAP, y, innerHeight - high - GAP)}px`;
  }

  hide() {
    clearTimeout(this.waiting);
    this.over = undefined;
    this.held = false;
    this.box.hidden = true;
  }
}
