/** <fimbul-panel>: the tabs beside a board: log, actions, rules, chat, notes; and, where there is no room for
 *  them elsewhere, the board itself and the mats.
 *
 *  Events: "act" (an action), "point" (ids to show), "say" (a line of chat), "look" (a ply of the log),
 *  "turn" (the tab that is open now).
 */
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { rulesView } from "./rules.js";
import { settings } from "./settings.js";
import { plain, rich } from "./words.js";

const MOST = 250; // actions listed at once; typing narrows them
const FOREIGN = ["Table", "Mats"]; // tabs whose pages lie elsewhere
const TABS = {
  Table: t("Table"),
  Mats: t("Mats"),
  Log: t("Log"),
  Actions: t("Actions"),
  Rules: t("Rules"),
  Chat: t("Chat"),
  Notes: t("Notes"),
};

/** Let words about something show it. */
export function pointing(element, ids, tell) {
  for (const on of ["pointerenter", "focusin"]) element.addEventListener(on, () => tell(ids));
  for (const off of ["pointerleave", "focusout"]) element.addEventListener(off, () => tell([]));
  return element;
}

/** The log as a list; `tell(ids)` shows what a line is about, `go(ply)` leads there. */
export function logList(lines, tell, go) {
  const row = ({ ply, text, touches }) => {
    const lead = (event) => {
      event.preventDefault();
      go(ply);
    };
    const link = h("a", { href: `#ply=${ply}`, onclick: lead }, rich(text));
    return pointing(h("li", { "data-ply": ply }, h("span.ply", {}, ply), link), touches, tell);
  };
  return h("ol.log", {}, lines.map(row));
}

class FimbulPanel extends HTMLElement {
  actions = [];

  connectedCallback() {
    this.filter = h("input", {
      type: "search",
      placeholder: t("Filter the actions ( / )"),
      role: "combobox",
      "aria-expanded": "true",
      autocomplete: "off",
      "aria-controls": "actions",
      "aria-label": t("Filter the actions"),
      oninput: () => this.list(),
      onkeydown: (event) => this.key(event),
    });
    this.actionList = h("ul", { id: "actions", role: "listbox", "aria-label": t("Actions") });
    this.talk = h("ol.talk", { "aria-live": "polite", tabindex: "0", "aria-label": t("Chat") });
    this.notes = h("textarea", {
      placeholder: t("Only you can read this."),
      "aria-label": t("Private notes"),
      oninput: () => localStorage.setItem(`notes:${this.table}`, this.notes.value),
    });
    this.pages = {
      Log: h("div", { tabindex: "0" }),
      Actions: h("div", {}, this.filter, this.actionList),
      Rules: h("div", { tabindex: "0" }),
      Chat: this.chat(),
      Notes: h("div", {}, this.notes),
    };
    const tab = (name) => {
      const turn = () => this.open(name);
      return h(
        "button",
        { role: "tab", id: `tab-${name}`, "aria-controls": `page-${name}`, onclick: turn },
        TABS[name],
      );
    };
    const names = [...FOREIGN, ...Object.keys(this.pages)];
    this.tabs = h("div.tabs", { role: "tablist", "aria-label": t("Panel") }, names.map(tab));
    this.tabs.addEventListener("keydown", (event) => this.arrow(event));
    for (const [name, page] of Object.entries(this.pages)) {
      Object.assign(page, { id: `page-${name}`, role: "tabpanel", ariaLabel: TABS[name] });
    }
    this.append(this.tabs, ...Object.values(this.pages));
    this.open("Log");
  }

  chat() {
    const words = h("input", {
      placeholder: t("Say something"),
      "aria-label": t("Say something"),
      maxlength: "500",
    });
    words.autocomplete = "off";
    const say = (event) => {
      event.preventDefault();
      if (words.value.trim()) this.tell("say", words.value);
      words.value = "";
    };
    const send = h("button", {}, t("Send"));
    send.type = "submit";
    return h("div", {}, this.talk, h("form.row", { onsubmit: say }, words, send));
  }

  /** Begin with a table: its rules, chat and notes. */
  begin({ id, game, chat }) {
    if (this.table === id) return;
    Object.assign(this, { table: id, slug: game });
    this.talk.replaceChildren();
    chat.forEach((line) => this.hear(line));
    this.open(this.current);
    this.notes.value = localStorage.getItem(`notes:${id}`) ?? "";
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  open(name) {
    this.current = name;
    for (const tab of this.tabs.children) {
      const of = tab.id.slice("tab-".length);
      const on = of === name;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      if (on) tab.classList.remove("news");
      if (of in this.pages) this.pages[of].hidden = !on;
    }
    const page = this.pages[name];
    if (name === "Rules" && !page.firstChild && this.slug) page.append(rulesView(this.slug));
    this.tell("turn", name);
    if (name === "Log") page.scrollTop = page.scrollHeight;
  }

  /** Arrows lead from tab to tab. */
  arrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const seen = [...this.tabs.children].filter((tab) => tab.offsetParent);
    const next = seen.at((seen.indexOf(event.target) + step) % seen.length);
    if (!step || !next) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(next.id.slice("tab-".length));
    next.focus();
  }

  /** Let the keyboard look for an action. */
  search() {
    this.open("Actions");
    this.filter.focus();
  }

  showRule(number) {
    this.open("Rules");
    this.pages.Rules.firstChild.jump(number);
  }

  /** How one wins, and what to do first. */
  showPrimer() {
    this.open("Rules");
    this.pages.Rules.scrollTo(0, 0);
  }

  // ---- actions
  offer(actions) {
    this.actions = actions;
    this.list();
  }

  list() {
    const wanted = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = ({ words, text }) => {
      const all = `${plain(words)} ${text}`.toLowerCase();
      return wanted.every((word) => all.includes(word));
    };
    this.found = this.actions.filter(has);
    const more =
      this.found.length > MOST &&
      t("and {count} more: type to narrow them", { count: this.found.length - MOST });
    const none = this.actions.length ? t("No action has these words.") : t("Nothing for you to do just now.");
    const note = this.found.length ? more : none;
    this.actionList.replaceChildren(
      ...this.found.slice(0, MOST).map((action, place) => this.row(action, place)),
      ...(note ? [h("li.note", { role: "option", "aria-disabled": "true" }, note)] : []),
    );
    this.select(wanted.length && this.found.length ? 0 : -1);
  }

  row(action, place) {
    const row = h(
      "li",
      { role: "option", id: `action-${place}`, onclick: () => this.play(action) },
      h("span", {}, rich(action.words)),
      settings.notation && h("code", {}, action.text),
    );
    return pointing(row, action.clicks, (ids) => this.tell("point", ids));
  }

  select(place) {
    this.active = place;
    [...this.actionList.children].forEach((row, at) => row.setAttribute("aria-selected", at === place));
    this.actionList.children[place]?.scrollIntoView({ block: "nearest" });
    this.filter.setAttribute("aria-activedescendant", place >= 0 ? `action-${place}` : "");
    if (document.activeElement === this.filter) this.tell("point", this.found[place]?.clicks ?? []);
  }

  key(event) {
    const most = Math.min(this.found.length, MOST);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && most) this.select((Math.max(this.active, step < 0 ? 0 : -1) + step + most) % most);
    else if (event.key === "Enter" && this.found[this.active]) this.play(this.found[this.active]);
    else if (event.key === "Escape" && this.filter.value) this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  clear() {
    this.filter.value = "";
    this.list();
  }

  play(action) {
    this.filter.value = "";
    this.tell("point", []);
    this.tell("act", action);
  }

  // ---- log and chat
  tellLog(lines) {
    const page = this.pages.Log;
    const list = logList(
      lines,
      (ids) => this.tell("point", ids),
      (ply) => this.tell("look", ply),
    );
    page.replaceChildren(lines.length ? list : h("p.note", {}, t("Nothing has happened yet.")));
    page.scrollTop = page.scrollHeight;
  }

  hear({ name, text }) {
    const [before, path, after] = text.split(new RegExp(`${location.origin}(/t/[\\w-]+\\S*)`));
    const link = path && h("a", { href: path }, t("a table for you"));
    this.talk.append(h("li", {}, h("b", {}, name), ` ${before}`, link, after));
    this.talk.scrollTop = this.talk.scrollHeight;
    if (this.current !== "Chat") this.tabs.querySelector("#tab-Chat").classList.add("news");
  }
}

customElements.define("fimbul-panel", FimbulPanel);
