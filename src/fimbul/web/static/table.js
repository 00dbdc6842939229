/** <fimbul-table>: a table to play at or to watch, and the page /t/<id> that holds it.
 *
 *  Events, for whoever guides a player: "shown" {frame}, "path" {path}, "sent" {action}.
 */
import { Live, get, post } from "./api.js";
import { copy, dialog, h, icon, toast } from "./dom.js";
import { go } from "./app.js";
import { Touch } from "./touch.js";
import { pointing } from "./panel.js";
import "./board.js";

const KEYS = [["Arrows, Tab", "move between what can be touched"], ["Enter", "touch it"], ["Escape", "step back"],
  ["/", "filter the actions; ↑ ↓ and Enter play one"], ["u", "undo"], ["h", "hint"], ["+  −  0", "zoom in, out, fit"], ["?", "these keys"]];

export class FimbulTable extends HTMLElement {
  log = [];
  touch = new Touch();

  connectedCallback() {
    if (this.board) return;
    this.board = h("fimbul-board", { onchoose: ({ detail }) => this.touched(detail.id), onback: () => this.back() });
    this.panel = h("fimbul-panel", { onact: ({ detail }) => this.act(detail), onpoint: ({ detail }) => this.board.point(detail),
      onsay: ({ detail }) => this.send({ type: "chat", text: detail }) });
    this.prompt = h("p.prompt", { role: "status", "aria-live": "polite" }, "Taking a seat…");
    this.crumb = h("div.crumb", { hidden: true });
    this.seats = h("ul.seats", { "aria-label": "Seats" });
    this.ideas = h("div.ideas", { hidden: true, "aria-label": "Hints" });
    this.banner = h("div.banner", { hidden: true, role: "dialog", "aria-label": "The game is over" });
    this.tools = h("nav.tools", { "aria-label": "Table" });
    this.append(h("section.stage", {}, h("div.status", {}, this.prompt, this.seats), this.board, this.crumb, this.ideas, this.banner,
      this.tools), this.panel);
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
  }

  disconnectedCallback() {
    this.live?.close();
    removeEventListener("keydown", this.onkey);
  }

  /** Sit down at a table, or watch it. */
  open(id) {
    this.live?.close();
    this.frame = this.table = undefined;
    this.live = new Live(id, { heard: (message) => this.hear(message), state: (word) => this.connection(word), since: () => this.frame?.ply });
  }

  send(message) {
    if (!this.live.send(message)) toast("The connection is lost; it will come back by itself.");
  }

  connection(word) {
    if (word instanceof Error) {
      this.prompt.textContent = word.message;
      this.replaceChildren(h("div.page.narrow", {}, h("h1", {}, "No such table"), h("p", {}, word.message), h("a.primary", { href: "/" }, "Home")));
    }
    this.toggleAttribute("data-lost", word === "lost");
  }

  // ---- what the server says

  hear(message) {
    const { type } = message;
    if (type === "table") this.seat(message.table ?? message);
    else if (type === "frame") this.see(message.frame ?? message);
    else if (type === "thinking") (this.thinking = message.seat), this.drawSeats();
    else if (type === "refused") this.refused(message);
    else if (type === "hint") this.hinted(message.ideas);
    else if (type === "chat") this.panel.hear(message);
    else if (type === "ask_undo") this.askedUndo(message);
    else if (type === "bye") toast(message.reason, { lasting: true });
  }

  async seat(table) {
    this.table = table;
    this.panel.begin(table.id, table.game, table.chat ?? []);
    this.drawTools();
    this.show(table.frame);
    this.log = table.ply ? await get(`/tables/${table.id}/log`) : [];
    this.panel.tellLog(this.log);
  }

  see(frame) {
    const { frame: now } = this;
    if (now && frame.epoch === now.epoch && frame.ply <= now.ply) return; // came with the table already
    this.log.push(...frame.log);
    this.panel.tellLog(this.log);
    this.show(frame);
  }

  show(frame) {
    this.frame = frame;
    this.thinking = undefined;
    this.ideas.hidden = true;
    this.board.show(frame.scene, { recent: frame.log.flatMap((line) => line.touches) });
    this.choose();
    this.drawPrompt();
    this.drawSeats();
    this.drawBanner();
    this.dispatchEvent(new CustomEvent("shown", { detail: { frame } }));
  }

  refused({ reason, rule }) {
    this.choose(this.touch.path);
    toast(reason, { rule, href: `/rules/${this.table.game}#${rule}`, onrule: (number) => this.panel.showRule(number) });
  }

  askedUndo({ name }) {
    const answer = (yes) => () => this.send({ type: "allow_undo", yes });
    toast(`${name} asks to take back a move.`, { lasting: true, buttons: [["Allow", answer(true)], ["Refuse", answer(false)]] });
  }

  // ---- choosing and acting

  /** Offer what may be done now; `only`, a pattern, keeps a learner to the lesson. */
  choose(path = []) {
    const actions = this.frame.actions.filter(({ text }) => !this.only || this.only.test(text));
    this.touch = new Touch(actions);
    if (this.touch.after(path).length) this.touch.path = path;
    this.offer();
  }

  offer() {
    const { next, path, live } = this.touch;
    this.board.offer(next, path);
    this.panel.offer(live);
    const names = path.map((id) => (this.frame.scene.nodes.find((node) => node.id === id)?.title ?? id).split(":")[0]);
    this.crumb.replaceChildren(h("span", {}, names.join(" › ")), h("button.plain", { onclick: () => this.back() }, "back", h("kbd", {}, "Esc")));
    this.crumb.hidden = !path.length;
    this.dispatchEvent(new CustomEvent("path", { detail: { path } }));
  }

  touched(id) {
    if (!this.frame) return;
    const path = [...this.touch.path, id];
    const meant = this.touch.touch(id);
    if (meant === "refused") {
      if (this.only && this.frame.actions.length) toast("Not yet: first what the lesson asks for.");
      else this.send({ type: "why", clicks: path });
    } else if (meant) this.act(meant);
    else this.offer();
  }

  back() {
    if (this.touch.path.length) this.touch.back(), this.offer();
    else this.ideas.hidden = true;
  }

  act(action) {
    this.dispatchEvent(new CustomEvent("sent", { detail: { action } }));
    this.touch = new Touch(this.frame.actions);
    this.touch.path = action.clicks;
    this.board.offer(new Set(), action.clicks);
    this.crumb.hidden = this.ideas.hidden = true;
    this.send({ type: "act", ply: this.frame.ply, action: action.text });
    this.touch.path = [];
  }

  hinted(ideas) {
    this.ideas.hidden = false;
    const rows = ideas.map((idea) => {
      const percent = Math.round((idea.value + 1) * 50);
      const row = h("button", { onclick: () => this.act(idea) }, h("span", {}, idea.words),
        h("meter", { min: "0", max: "100", value: percent, "aria-hidden": "true" }), h("b", { "aria-label": `estimate ${percent} of 100` }, `${percent} %`));
      return pointing(row, idea.clicks, (ids) => this.board.point(ids));
    });
    this.ideas.replaceChildren(h("p", {}, ideas.length ? "A bot would think of:" : "The bot has no idea just now."), ...rows);
    rows[0]?.focus({ preventScroll: true });
  }

  async resign() {
    const answer = await dialog("Resign this game?", h("p", {}, "Your opponent wins at once."), [["Play on", ""], ["Resign", "yes", ".danger"]]);
    if (answer === "yes") this.send({ type: "resign" });
  }

  invite() { copy(`${location.origin}/t/${this.table.id}?invite=${encodeURIComponent(this.table.invite)}`, "The invite link is copied: whoever opens it takes the free seat."); }

  async join() {
    try {
      await post(`/tables/${this.table.id}/join`);
      this.open(this.table.id);
    } catch (problem) {
      toast(problem.message);
    }
  }

  async rematch() {
    const seats = this.table.seats.map(({ me, kind, bot }) => (me ? { kind: "me" } : kind === "bot" ? { kind, bot } : { kind: "open" }));
    try {
      const made = await post("/tables", { game: this.table.game, options: this.table.options, seats });
      if (made.invite && seats.some(({ kind }) => kind === "open")) {
        this.send({ type: "chat", text: `Rematch: ${location.origin}/t/${made.id}?invite=${encodeURIComponent(made.invite)}` });
      }
      go(`/t/${made.id}`);
    } catch (problem) {
      toast(problem.message);
    }
  }

  // ---- what is around the board

  get mine() { return this.table.me != null && this.frame.to_act.includes(this.table.me); }

  drawPrompt() {
    const open = this.table.seats.some(({ kind }) => kind === "open");
    const wait = open && this.table.me != null && !this.frame.outcome;
    this.prompt.replaceChildren(this.frame.prompt, ...(wait ? [" ", h("button.small", { onclick: () => this.invite() }, "Invite someone to the free seat")] : []));
    this.prompt.classList.toggle("mine", this.mine);
    document.title = `${this.mine ? "Your turn · " : ""}${this.table.title}`;
  }

  drawSeats() {
    if (!this.table) return;
    this.seats.replaceChildren(...this.table.seats.map(({ seat, kind, name, plays, me }) => {
      const turn = this.frame.to_act.includes(seat);
      const thinks = this.thinking === seat || (turn && kind === "bot");
      const who = kind === "open" ? "free seat" : me ? `${name} (you)` : name;
      return h("li", { class: `seat s${seat}${turn ? " turn" : ""}`, "aria-current": turn ? "true" : null }, icon(kind === "bot" ? "bot" : "person"),
        h("span.who", {}, who), h("span.plays", {}, plays), turn && h("span.state", {}, thinks ? "thinks" : "to move", thinks && h("i.dots")));
    }));
    this.seats.append(...(this.table.me == null && this.table.seats.some(({ kind }) => kind === "open")
      ? [h("li", {}, h("button.small.primary", { onclick: () => this.join() }, "Take the free seat"))] : []));
  }

  drawTools() {
    const { me, finished, invite, id } = this.table;
    const tool = (name, label, act) => h("button", { title: label, onclick: act }, icon(name), h("span", {}, label.split(" (")[0]));
    const playing = me != null && !finished;
    this.tools.replaceChildren(...[
      playing && tool("undo", "Undo (u)", () => this.send({ type: "undo" })), playing && tool("hint", "Hint (h)", () => this.hint()),
      playing && tool("flag", "Resign", () => this.resign()), invite && tool("link", "Invite", () => this.invite()),
      h("a", { href: `/t/${id}/replay`, title: "Replay" }, icon("film"), h("span", {}, "Replay")), tool("keys", "Keys (?)", () => this.keys()),
    ].filter(Boolean));
  }

  drawBanner() {
    const { outcome } = this.frame, { me, seats, id, game } = this.table;
    this.banner.hidden = !outcome;
    if (!outcome) return;
    const winners = seats.filter(({ seat }) => outcome.scores[seat] === 1);
    const score = outcome.scores[me];
    const title = score === 1 ? "You win" : score === 0 ? "You lose" : winners.length ? `${winners.map(({ name, plays }) => plays || name).join(" and ")} win` : "A draw";
    this.banner.replaceChildren(h("button.plain.close", { "aria-label": "Close", onclick: () => { this.banner.hidden = true; } }, "×"),
      h("h2", {}, title), h("p", {}, outcome.reason, " ", outcome.rule && h("a.rule", { href: `/rules/${game}#${outcome.rule}`,
        onclick: (event) => { event.preventDefault(); this.panel.showRule(outcome.rule); } }, outcome.rule)),
      h("div.row", {}, me != null && h("button.primary", { onclick: () => this.rematch() }, "Rematch"),
        h("a.quiet", { href: `/t/${id}/replay` }, "Watch the replay"), h("a.quiet", { href: "/" }, "Home")));
    this.table.finished = true;
    this.drawTools();
  }

  hint() { this.send({ type: "hint" }); }

  keys() { dialog("Keys", h("dl.keys", {}, KEYS.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])), [["Close", ""]]); }

  key(event) {
    const typing = event.composedPath()[0].matches?.("input,textarea,select") || document.querySelector("dialog[open]");
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape") || !this.frame) return;
    const act = { u: () => this.send({ type: "undo" }), h: () => this.hint(), "?": () => this.keys(), "+": () => this.board.zoom(0.8),
      "-": () => this.board.zoom(1.25), 0: () => this.board.fit(), "/": () => { this.panel.open("Actions"); this.panel.sheet(true); this.panel.filter.focus(); },
      Escape: () => { document.activeElement.closest?.("fimbul-panel, .ideas") && this.board.focusNear(); this.panel.sheet(false); this.back(); } }[event.key];
    const roam = event.key.startsWith("Arrow") && document.activeElement === document.body;
    if (act || roam) event.preventDefault(), act ? act() : this.board.focusNear(this.board.last);
  }
}

customElements.define("fimbul-table", FimbulTable);

/** The page /t/<id>; with ?invite= it takes a seat first. */
export default async function page(root, id) {
  const invite = new URLSearchParams(location.search).get("invite");
  if (invite) {
    try {
      await post(`/tables/${id}/join`, { invite });
    } catch (problem) {
      toast(`${problem.message} You can watch.`);
    }
    history.replaceState(null, "", `/t/${id}`);
  }
  const table = h("fimbul-table");
  root.append(table);
  table.open(id);
}
