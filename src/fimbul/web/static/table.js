/** <fimbul-table>: a table to play at or to watch, and the page /t/<id> that holds it.
 *
 *  Event, for whoever guides a player: "did" {what: "touch", "act", "why" or "show", text}.
 */
import { Live, get, post } from "./api.js";
import { go } from "./app.js";
import { ask, attempt, copy, h, hush, icon, lost, ruleLink, toast } from "./dom.js";
import { pointing } from "./panel.js";
import { Touch } from "./touch.js";
import "./board.js";

const KEYS = { "Tab, arrows": "move between what can be touched", Enter: "touch it", Esc: "step back", "/": "filter the actions; ↑ ↓ Enter play one",
  u: "undo", h: "hint", "+ − 0": "zoom in, out, fit", "?": "these keys" };

/** The address that seats whoever opens it. */
export const inviteLink = ({ id, invite }) => `${location.origin}/t/${id}?invite=${encodeURIComponent(invite)}`;

export class FimbulTable extends HTMLElement {
  touch = new Touch();

  connectedCallback() {
    this.board = h("fimbul-board", { onchoose: ({ detail }) => this.touched(detail.id), onback: () => this.back() });
    this.panel = h("fimbul-panel", { onact: ({ detail }) => this.act(detail), onpoint: ({ detail }) => this.board.point(detail),
      onsay: ({ detail }) => this.send({ type: "chat", text: detail }) });
    this.prompt = h("p.prompt", { role: "status", "aria-live": "polite" }, "Sitting down…");
    this.seats = h("ul.seats", { "aria-label": "Seats" });
    this.crumb = h("div.crumb", { hidden: true });
    this.ideas = h("div.ideas", { hidden: true, role: "group", "aria-label": "Hints" });
    this.banner = h("div.banner", { hidden: true, role: "group", "aria-label": "The game is over" });
    this.tools = h("nav.tools", { "aria-label": "Table" });
    this.append(h("section.stage", {}, h("div.status", {}, this.prompt, this.seats),
      h("div.view", {}, this.board, this.crumb, this.ideas, this.banner), this.tools), this.panel);
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
  }

  disconnectedCallback() {
    this.live?.close();
    removeEventListener("keydown", this.onkey);
  }

  /** Leave the table: nothing can be touched any more. */
  leave() {
    this.live?.close();
    this.frame = undefined;
    this.choose();
  }

  /** Sit down at a table, or watch it. */
  open(id) {
    this.leave();
    const state = (word) => {
      this.toggleAttribute("data-lost", word === "lost");
      if (word instanceof Error) this.replaceChildren(lost(word));
    };
    this.live = new Live(id, { heard: (message) => this.hear(message), state, since: () => this.frame?.ply });
  }

  send(message) {
    if (!this.live.send(message)) toast("The connection is lost; it comes back by itself.");
  }

  // ---- what the server says
  hear(message) {
    ({ table: ({ table }) => this.sit(table), frame: ({ frame }) => this.see(frame), refused: (refusal) => this.refused(refusal),
      thinking: () => this.drawSeats(), hint: ({ ideas }) => this.hinted(ideas), chat: (line) => this.panel.hear(line),
      ask_undo: (wish) => this.askedUndo(wish), bye: ({ reason }) => toast(reason) })[message.type]?.(message);
  }

  async sit(table) {
    this.table = table;
    this.log = [];
    this.panel.begin(table);
    this.show(table.frame);
    const before = table.plies ? await get(`/tables/${table.id}/log`) : [];
    const told = before.at(-1)?.ply ?? 0;
    this.log = [...before, ...this.log.filter(({ ply }) => ply > told)];
    this.panel.tellLog(this.log);
  }

  see(frame) {
    if (frame.epoch === this.frame.epoch && frame.ply <= this.frame.ply) return; // it came with the table already
    this.log.push(...frame.log);
    this.panel.tellLog(this.log);
    this.show(frame);
  }

  show(frame) {
    this.frame = frame;
    this.mine = this.table.me != null && frame.to_act.includes(this.table.me);
    this.ideas.hidden = true;
    this.board.show(frame.scene, frame.log);
    this.choose();
    this.drawPrompt();
    this.drawSeats();
    this.drawBanner();
    this.drawTools();
    this.report("show");
  }

  report(what, text) { this.dispatchEvent(new CustomEvent("did", { detail: { what, text } })); }

  refused({ reason, rule }) {
    this.choose(this.touch.path);
    this.report("why", reason);
    toast(reason, ruleLink(this.table.game, rule, (number) => this.panel.showRule(number)));
  }

  askedUndo({ name }) {
    const answer = (label, yes) => h("button", { onclick: () => this.send({ type: "allow_undo", yes }) }, label);
    toast(`${name} asks to take back a move.`, [answer("Allow", true), answer("Refuse", false)], true);
  }

  // ---- choosing and acting
  /** Offer what may be done now.  `only`, a pattern, keeps a learner to the lesson. */
  choose(path = []) {
    this.touch = new Touch(this.frame?.actions.filter(({ text }) => !this.only || this.only.test(text)), path);
    this.offer();
  }

  offer() {
    const { next, path, live } = this.touch;
    hush();
    this.board.offer(next, path);
    this.panel.offer(live);
    const names = path.map((id) => (this.frame.scene.nodes.find((node) => node.id === id)?.title || id).split(":")[0]);
    this.crumb.replaceChildren(h("span", {}, names.join(" › ")), h("button.plain", { onclick: () => this.back() }, "back ", h("kbd", {}, "Esc")));
    this.crumb.hidden = !path.length;
    this.report("touch", path.join(" "));
  }

  touched(id) {
    if (!this.frame) return;
    const path = [...this.touch.path, id];
    const meant = this.touch.touch(id);
    if (meant === "refused" && this.only && this.mine) toast("Not yet: first what the lesson asks for.");
    else if (meant === "refused") this.send({ type: "why", clicks: path });
    else if (meant) this.act(meant);
    else this.offer();
  }

  back() {
    if (this.touch.path.length) this.touch.back(), this.offer();
    else this.ideas.hidden = true;
  }

  async act(action) {
    const words = h("textarea", { rows: "4", maxlength: "1000", "aria-label": action.words });
    if (action.free && !(await ask(this.frame.prompt, words, [["Back", ""], ["Say it", "yes", ".primary"]]))) return this.choose();
    this.touch = new Touch();
    this.board.offer(new Set(), action.clicks);
    this.crumb.hidden = this.ideas.hidden = true;
    this.send({ type: "act", ply: this.frame.ply, action: action.text, words: words.value.trim() });
    this.report("act", action.text);
  }

  hinted(ideas) {
    const rows = ideas.map((idea) => {
      const percent = Math.round((idea.value + 1) * 50);
      const row = h("button", { onclick: () => this.act(idea) }, h("span", {}, idea.words), h("meter", { max: "100", value: percent }),
        h("b", {}, `${percent} %`));
      return pointing(row, idea.clicks, (ids) => this.board.point(ids));
    });
    hush();
    this.ideas.replaceChildren(h("p", {}, "A bot's best ideas, and what it thinks of your chances:"), ...rows);
    this.ideas.hidden = false;
    rows[0]?.focus({ preventScroll: true });
  }

  async resign() {
    const sure = await ask("Resign this game?", h("p", {}, "The game ends at once, and you lose it."), [["Play on", ""], ["Resign", "yes", ".danger"]]);
    if (sure) this.send({ type: "resign" });
  }

  invite() { copy(inviteLink(this.table), "The invite link is copied: whoever opens it takes the free seat."); }
  join() { attempt(() => post(`/tables/${this.table.id}/join`)); }

  rematch() {
    const { game, options, seats } = this.table;
    attempt(async () => {
      const same = seats.map(({ me, kind, bot }) => (me ? { kind: "me" } : kind === "bot" ? { kind, bot } : { kind: "open" }));
      const made = await post("/tables", { game, options, seats: same, listed: false });
      if (made.invite) this.send({ type: "chat", text: `Rematch: ${inviteLink(made)}` });
      go(`/t/${made.id}`);
    });
  }

  // ---- what is around the board
  get vacant() { return this.table.seats.some(({ kind }) => kind === "open") && !this.frame.outcome; }

  drawPrompt() {
    const invite = this.vacant && this.table.me != null && h("button.small", { onclick: () => this.invite() }, "Copy the invite link");
    this.prompt.replaceChildren(...[this.vacant ? "Waiting for somebody to take the free seat. " : this.frame.prompt, invite].filter(Boolean));
    this.prompt.classList.toggle("mine", this.mine && !this.vacant);
    document.title = `${this.mine ? "Your turn · " : ""}${this.table.title}`;
  }

  drawSeats() {
    const seat = ({ seat: place, kind, name, me }) => {
      const turn = this.frame.to_act.includes(place);
      const state = kind === "bot" ? ["thinks", h("i.dots")] : "to move";
      return h("li", { class: `seat s${place}${turn ? " turn" : ""}`, "aria-current": String(turn) }, icon(kind === "bot" ? "bot" : "person"),
        h("span.plays", {}, this.frame.seats_line[place]), h("span.who", {}, kind === "open" ? "free seat" : name, me && " (you)"), turn && h("span.state", {}, state));
    };
    const join = this.vacant && this.table.me == null && h("li", {}, h("button.small.primary", { onclick: () => this.join() }, "Take the free seat"));
    this.seats.replaceChildren(...this.table.seats.map(seat), join || "");
  }

  drawTools() {
    const { me, invite, id, chronicle } = this.table;
    const page = (sign, label) => h("a", { href: `/t/${id}/${label.toLowerCase()}`, title: label }, icon(sign), h("span", {}, label));
    const tool = (sign, label, act) => h("button", { title: label, onclick: act }, icon(sign), h("span", {}, label.split(" (")[0]));
    const playing = me != null && !this.frame.outcome ? [tool("undo", "Undo (u)", () => this.send({ type: "undo" })),
      tool("hint", "Hint (h)", () => this.send({ type: "hint" })), tool("flag", "Resign", () => this.resign())] : [];
    this.tools.replaceChildren(...playing, invite ? tool("link", "Invite", () => this.invite()) : "",
      page("film", "Replay"), chronicle ? page("book", "Chronicle") : "", tool("keys", "Keys (?)", () => this.keys()));
  }

  drawBanner() {
    const { frame: { outcome }, table: { me, seats, id, game } } = this;
    this.banner.hidden = !outcome;
    if (!outcome) return;
    const winners = seats.filter(({ seat }) => outcome.scores[seat] === 1).map(({ plays, name }) => plays || name).join(" and ");
    const title = { 1: "You win", 0: "You lose" }[outcome.scores[me]] ?? (winners ? `Victory: ${winners}` : "A draw");
    this.banner.replaceChildren(h("button.plain.close", { "aria-label": "Close", onclick: () => { this.banner.hidden = true; } }, "×"), h("h2", {}, title),
      h("p", {}, outcome.reason, " ", ruleLink(game, outcome.rule, (number) => this.panel.showRule(number))),
      h("div.row", {}, me != null && h("button.primary", { onclick: () => this.rematch() }, "Rematch"),
        h("a.quiet", { href: `/t/${id}/replay` }, "Watch the replay"), h("a.quiet", { href: "/" }, "Home")));
  }

  keys() {
    const rows = Object.entries(KEYS).map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]);
    ask("Keys", h("dl.keys", {}, rows.flat()), [["Close", ""]]);
  }

  escape() {
    if (document.activeElement.closest("fimbul-panel, .ideas")) this.board.focus();
    this.panel.sheet(false);
    this.back();
  }

  key(event) {
    const typing = event.composedPath()[0].matches?.("input,textarea,select") && event.key !== "Escape";
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.frame || document.querySelector("dialog[open]")) return;
    const roam = document.activeElement === document.body && event.key.startsWith("Arrow") && (() => this.board.focus());
    const act = roam || { u: () => this.send({ type: "undo" }), h: () => this.send({ type: "hint" }), "?": () => this.keys(), "/": () => this.panel.search(),
      "+": () => this.board.zoom(0.8), "-": () => this.board.zoom(1.25), 0: () => this.board.fit(), Escape: () => this.escape() }[event.key];
    if (act) event.preventDefault(), act();
  }
}

customElements.define("fimbul-table", FimbulTable);

/** The page /t/<id>; with ?invite= it takes a seat first. */
export default async function page(root, id) {
  const invite = new URLSearchParams(location.search).get("invite");
  if (invite) await attempt(() => post(`/tables/${id}/join`, { invite }));
  history.replaceState(null, "", location.pathname);
  const table = h("fimbul-table");
  root.append(table);
  table.open(id);
}
