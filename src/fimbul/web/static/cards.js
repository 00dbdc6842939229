/** Cards, figures and trays as HTML: real letters that wrap, and nothing cut off.
 *
 *  Everything that can be touched carries `data-id`; `scene.js` lights it and hears its touches.
 */
import { aside, h, keep } from "./dom.js";
import { t } from "./i18n.js";
import { drawing, plain, rich, sign } from "./words.js";

const MANY = 7; // trays: more are found by their names
const INDEX = "index";
const LONG = /^(.{13,23}[^\s:,;])[:,;]? .*$/; // a name that is too long for a signpost

const STATES = { used: t("used"), new: t("new"), active: t("active"), down: t("down"), gone: t("gone") };

/** A number or token with its sign: `wordy` says its name in letters too. */
function figureParts({ name, value, icon, state }, wordy) {
  const drawn = icon && sign(icon, false);
  const told = drawn && !wordy ? aside(name) : h("span.label", {}, rich(name));
  return [drawn, told, value && h("b", {}, rich(value)), state && state !== "full" && aside(`(${state})`)];
}

/** A figure that is only read. */
const shown = (figure, wordy) =>
  h(
    "span.figure",
    { "data-state": figure.state || null, title: figure.title || figure.name },
    figureParts(figure, wordy),
  );

/** Figures that can be touched by themselves, kept by their ids. */
export function handles(box, figures) {
  const touchable = figures.filter(({ id }) => id);
  box.hidden = !touchable.length;
  keep(box, touchable, {
    make: ({ id }) => h("button.figure", { "data-id": id }),
    fill(button, figure) {
      button.title = figure.title || figure.name;
      button.dataset.state = figure.state;
      button.replaceChildren(h("span", {}, ...figureParts(figure, !figure.icon).filter(Boolean)));
    },
  });
}

const still = (figures, wordy) => figures.filter(({ id }) => !id).map((figure) => shown(figure, wordy));

/** What stands on a card's face. */
function face(card) {
  const { title, kind, picture, figures, text, marks, state } = card;
  const numbers = still(figures);
  const tokens = still(marks);
  return [
    picture && h("span.picture", {}, drawing(picture, 50, "")),
    h("span.name", {}, rich(title), state in STATES && aside(`, ${STATES[state]}`)),
    kind && h("span.kind", {}, rich(kind)),
    numbers.length > 0 && h("span.figures", {}, numbers),
    text && h("span.text", {}, rich(text)),
    tokens.length > 0 && h("span.figures.marks", {}, tokens),
  ].filter(Boolean);
}

/** A card as it is read, enlarged: everything there is to say about it. */
export function reading(card) {
  const { title, kind, picture, figures, text, marks, detail, seat } = card;
  const named = [...figures, ...marks].map((figure) =>
    h(
      "li",
      {},
      shown(figure, true),
      figure.title &&
        figure.title.toLowerCase() !== figure.name.toLowerCase() &&
        h("small", {}, figure.title),
    ),
  );
  return h(
    "article.reading",
    { "data-seat": seat },
    picture && h("span.picture", {}, drawing(picture, 50, "")),
    h("h3", {}, rich(title)),
    kind && h("p.kind", {}, rich(kind)),
    named.length > 0 && h("ul.figures", {}, named),
    text && h("p", {}, rich(text)),
    detail && h("p.detail", {}, rich(detail)),
  );
}

/** Whether a card has more to say than a strip shows of it. */
export const telling = ({ text, detail }) => Boolean(text || detail);

/** Write a list of cards; those that stay, stay the same elements. */
export function lay(list, cards) {
  keep(list, cards, {
    make: ({ id }) =>
      h(
        "li",
        {},
        h("article.card", {}, h("button.face", { "data-id": id }), h("span.handles", { hidden: true })),
      ),
    fill(item, card) {
      const written = JSON.stringify(card);
      if (item.written === written) return;
      const article = item.firstChild;
      item.card = card;
      if (item.written) article.animate([{ filter: "brightness(1.6)" }, { filter: "none" }], 500);
      item.written = written;
      article.className = `card${card.picture ? " pictured" : ""}`;
      article.dataset.state = card.state;
      if (card.seat == null) delete article.dataset.seat;
      else article.dataset.seat = card.seat;
      article.firstChild.replaceChildren(h("span.body", {}, face(card)));
      handles(article.lastChild, [...card.figures, ...card.marks]);
    },
  });
}

/** Where many trays lie below each other: their names, each of which leads there. */
function signpost(index, box, wanted) {
  const go = (id) => {
    const tray = [...box.children].find((one) => one.dataset.key === id);
    if (tray.matches("details")) tray.open = true;
    tray.scrollIntoView({ block: "start" });
  };
  keep(index, wanted, {
    make: ({ id }) => h("button", { onclick: () => go(id) }),
    fill: (button, { title, seat }) => {
      button.textContent = plain(title).replace(LONG, "$1…");
      if (seat != null) button.dataset.seat = seat;
    },
  });
}

/** Write trays into a box; a reference waits folded. */
export function trays(box, wanted) {
  box.hidden = !wanted.length;
  const many = wanted.length < MANY ? [] : [{ id: "", role: INDEX }];
  keep(box, [...many, ...wanted], {
    make({ role }) {
      if (role === INDEX) return h("nav.index", { "aria-label": t("What lies here") });
      const folded = role === "reference";
      const head = h(folded ? "summary" : "header");
      const parts = [head, h("span.handles", { hidden: true }), h("ul.cards", {})];
      return folded ? h("details.tray", {}, parts) : h("section.tray", {}, parts);
    },
    fill(tray, { title, role, cards, seat, note, figures }) {
      if (role === INDEX) return signpost(tray, box, wanted);
      const [head, marks, list] = tray.children;
      const written = JSON.stringify([title, note, figures, seat]);
      if (tray.written !== written) {
        tray.written = written;
        tray.dataset.role = role;
        if (seat == null) delete tray.dataset.seat;
        else tray.dataset.seat = seat;
        head.replaceChildren(
          h("h2", {}, rich(title)),
          ...still(figures, true),
          ...(note ? [h("p.note", {}, rich(note))] : []),
        );
        handles(marks, figures);
      }
      lay(list, cards);
    },
  });
}
