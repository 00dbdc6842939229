/** <fimbul-sheet>: the moment: what is asked, the facts that help to answer, the buttons that do.
 *
 *  Dice are drawn as dice, odds as bars.  Everything that can be touched carries `data-id`.
 */
import { aside, h, keep } from "./dom.js";
import { t } from "./i18n.js";
import { rich, sign } from "./words.js";

const percent = (chance) => `${Math.round(chance * 100)} %`;

const FACTS = {
  dice({ name, dice }) {
    const die = ({ value, name: means, icon, state, id }) =>
      h(
        id ? "button.die" : "span.die",
        { "data-id": id || null, "data-state": state || null, title: means },
        (icon && sign(icon, false)) || h("b", { "aria-hidden": "true" }, value),
        aside(means || value),
      );
    return h("div.fact.dice", { role: "group", "aria-label": name }, h("h3", {}, rich(name)), dice.map(die));
  },
  odds({ name, chances }) {
    const row = ([what, chance]) =>
      h(
        "li",
        {},
        h("span", {}, rich(what)),
        h("span.bar", { "aria-hidden": "true" }, h("i", { style: `width: ${chance * 100}%` })),
        h("b", {}, percent(chance)),
      );
    return h("div.fact.odds", {}, h("h3", {}, rich(name)), h("ul", {}, chances.map(row)));
  },
  line({ name, value, state }) {
    return h(
      "p.fact.line",
      { "data-state": state || null },
      h("span", {}, rich(name)),
      value && h("b", {}, rich(value)),
    );
  },
};

/** Facts as elements. */
export const factRows = (facts) => facts.map((fact) => FACTS[fact.type](fact));

class FimbulSheet extends HTMLElement {
  connectedCallback() {
    this.question = h(
      "h2.question",
      { role: "status", "aria-live": "polite", tabindex: "-1" },
      t("Sitting down…"),
    );
    this.crumb = h("div.crumb", { hidden: true });
    this.facts = h("div.facts");
    this.buttons = h("div.buttons");
    this.extra = h("div.extra", { hidden: true }); // what the table itself has to say: an invitation, the end
    this.prospect = h("div.prospect", { hidden: true, "aria-live": "polite" });
    this.append(this.question, this.extra, this.crumb, this.buttons, this.prospect, this.facts);
  }

  /** Show a sheet; `text` may stand for its own, where the table knows more. */
  show({ text, mine, facts, buttons }) {
    if (this.asked !== text) {
      this.question.replaceChildren(...rich(text));
      this.scrollTo(0, 0);
    }
    this.asked = text;
    this.question.classList.toggle("mine", mine);
    const written = JSON.stringify(facts);
    if (this.written !== written) this.facts.replaceChildren(...factRows(facts));
    this.written = written;
    const groups = new Map();
    for (const button of buttons) {
      if (!groups.has(button.group)) groups.set(button.group, []);
      groups.get(button.group).push(button);
    }
    keep(this.buttons, [...groups], {
      key: ([name]) => name,
      make: ([name]) => h("div.row", { role: "group", "aria-label": name || t("Answers") }),
      fill: (row, [, members]) =>
        keep(row, members, {
          make: ({ id }) => h("button.answer", { "data-id": id }),
          fill(button, { label, title }) {
            button.title = title;
            if (button.label !== label) button.replaceChildren(h("span", {}, ...rich(label)));
            button.label = label;
          },
        }),
    });
    const labels = buttons.map(({ label }) => label);
    this.buttons.toggleAttribute("data-alike", new Set(labels).size < labels.length); // by their group's name
    this.buttons.hidden = !buttons.length;
  }

  /** What has been touched so far, in words, what comes next, and the way back. */
  step(names, next, back) {
    const way = h("button.plain", { onclick: back }, `${t("Back")} `, h("kbd", {}, "Esc"));
    const told = next ? [". ", h("small", {}, next)] : [];
    this.crumb.replaceChildren(h("span", {}, names.join(" › "), ...told), way);
    this.crumb.hidden = !names.length;
  }

  /** What would come of what one points at, or of the one answer that is left. */
  foretell(facts = [], title = "") {
    const told = JSON.stringify([facts, title]);
    if (this.foretold === told) return;
    this.foretold = told;
    this.prospect.replaceChildren(...(title ? [h("p.fact", {}, rich(title))] : []), ...factRows(facts));
    this.prospect.hidden = !this.prospect.firstChild;
  }

  /** Something of the table's own under the question. */
  add(...parts) {
    this.extra.replaceChildren(...parts);
    this.extra.hidden = !parts.length;
  }
}

customElements.define("fimbul-sheet", FimbulSheet);
