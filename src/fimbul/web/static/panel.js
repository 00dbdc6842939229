/** <fimbul-panel>: the tabs beside a board: actions, log, rules, chat, notes.
 *
 *  Events: "act" (an action), "point" (ids of nodes to show), "say" (a line of chat).
 */
import { h } from "./dom.js";
import { rulesView } from "./rules.js";

const MOST = 250; // actions listed at once; typing narrows them

/** Let words about some nodes show those nodes. */
export function pointing(element, ids, tell) {
  for (const on of ["pointerenter", "focusin"]) element.addEventListener(on, () => tell(ids));
  for (const off of ["pointerleave", "focusout"]) element.addEventListener(off, () => tell([]));
  return element;
}

/** The log as a list; `tell(ids)` shows what a line is about, `go(ply)`, if given, leads there. */
export function logList(lines, tell, go) {
  const words = ({ ply, text }) => (go ? h("a", { href: `#ply=${ply}`, onclick: (event) => { event.preventDefault(); go(ply); } }, text)
    : h("span", { tabindex: "0" }, text));
  return h("ol.log", {}, lines.map((line) => pointing(h("li", { "data-ply": line.ply }, h("span.ply", {}, line.ply), words(line)), line.touches, tell)));
}

class FimbulPanel extends HTMLElement {
  actions = [];

  connectedCallback() {
    this.filter = h("input", { type: "search", placeholder: "Filter the actions ( / )", role: "combobox", "aria-expanded": "true", autocomplete: "off",
      "aria-controls": "actions", "aria-label": "Filter the actions", oninput: () => this.list(), onkeydown: (event) => this.key(event) });
    this.actionList = h("ul", { id: "actions", role: "listbox", "aria-label": "Actions" });
    this.talk = h("ol.talk", { "aria-live": "polite" });
    this.notes = h("textarea", { placeholder: "Only you can read this.", "aria-label": "Private notes",
      oninput: () => localStorage.setItem(`notes:${this.table}`, this.notes.value) });
    const words = h("input", { placeholder: "Say something", "aria-label": "Say something", maxlength: "500", autocomplete: "off" });
    const say = (event) => {
      event.preventDefault();
      if (words.value.trim()) this.tell("say", words.value);
      words.value = "";
    };
    this.pages = { Actions: h("div", {}, this.filter, this.actionList), Log: h("div"), Rules: h("div"),
      Chat: h("form", { onsubmit: say }, this.talk, h("div.row", {}, words, h("button", {}, "Send"))), Notes: h("div", {}, this.notes) };
    this.tabs = h("div.tabs", { role: "tablist", "aria-label": "Panel" }, Object.keys(this.pages).map((name) => h("button", { role: "tab", id: `tab-${name}`,
      "aria-controls": `page-${name}`, onclick: () => this.sheet(this.current !== name || !this.classList.contains("up"), name) }, name)));
    for (const [name, page] of Object.entries(this.pages)) Object.assign(page, { id: `page-${name}`, role: "tabpanel", ariaLabel: name });
    this.append(h("button.handle", { "aria-label": "Open or close the panel", onclick: () => this.sheet(!this.classList.contains("up")) }),
      this.tabs, ...Object.values(this.pages));
    this.open("Actions");
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

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** Slide the sheet up or down, where the panel is one. */
  sheet(up, name = this.current) { this.classList.toggle("up", up); this.open(name); }

  open(name) {
    this.current = name;
    for (const tab of this.tabs.children) {
      const on = tab.textContent === name;
      tab.setAttribute("aria-selected", on);
      this.pages[tab.textContent].hidden = !on;
      if (on) tab.classList.remove("news");
    }
    const page = this.pages[name];
    if (name === "Rules" && !page.firstChild && this.slug) page.append(rulesView(this.slug));
    if (name === "Log") page.scrollTop = page.scrollHeight;
  }

  /** Let the keyboard look for an action. */
  search() { this.sheet(true, "Actions"); this.filter.focus(); }

  showRule(number) { this.sheet(true, "Rules"); this.pages.Rules.firstChild.jump(number); }

  // ---- actions
  offer(actions) { Object.assign(this, { actions }).list(); }

  list() {
    const wanted = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.found = this.actions.filter(({ words, text }) => wanted.every((word) => `${words} ${text}`.toLowerCase().includes(word)));
    const row = (action, place) => pointing(h("li", { role: "option", id: `action-${place}`, onclick: () => this.play(action) },
      h("span", {}, action.words), h("code", {}, action.text)), action.clicks, (ids) => this.tell("point", ids));
    const more = this.found.length > MOST ? `and ${this.found.length - MOST} more: type to narrow them` : "";
    const none = this.actions.length ? "No action has these words." : "Nothing for you to do just now.";
    const note = this.found.length ? more : none;
    this.actionList.replaceChildren(...this.found.slice(0, MOST).map(row), note && h("li.note", { role: "presentation" }, note));
    this.select(wanted.length && this.found.length ? 0 : -1);
  }

  select(place) {
    this.active = place;
    [...this.actionList.children].forEach((row, at) => row.setAttribute("aria-selected", at === place));
    this.actionList.children[place]?.scrollIntoView({ block: "nearest" });
    this.filter.setAttribute("aria-activedescendant", place >= 0 ? `action-${place}` : "");
    if (document.activeElement === this.filter) this.tell("point", this.found[place]?.clicks ?? []);
  }

  key(event) {
    const most = Math.min(this.found.length, MOST), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && most) this.select((Math.max(this.active, step < 0 ? 0 : -1) + step + most) % most);
    else if (event.key === "Enter" && this.found[this.active]) this.play(this.found[this.active]);
    else if (event.key === "Escape" && this.filter.value) (this.filter.value = ""), this.list();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  play(action) {
    this.filter.value = "";
    this.tell("point", []);
    this.sheet(false);
    this.tell("act", action);
  }

  // ---- log and chat
  tellLog(lines) {
    const page = this.pages.Log;
    page.replaceChildren(lines.length ? logList(lines, (ids) => this.tell("point", ids)) : h("p.note", {}, "Nothing has happened yet."));
    page.scrollTop = page.scrollHeight;
  }

  hear({ name, text }) {
    const [before, path, after] = text.split(new RegExp(`${location.origin}(/t/[\\w-]+\\S*)`));
    this.talk.append(h("li", {}, h("b", {}, name), ` ${before}`, path && h("a", { href: path }, "a table for you"), after));
    this.talk.scrollTop = this.talk.scrollHeight;
    if (this.current !== "Chat") this.tabs.querySelector("#tab-Chat").classList.add("news");
  }
}

customElements.define("fimbul-panel", FimbulPanel);
