/** <fimbul-table>: a table to play at or to watch, and the page /t/<id> that holds it.
 *
 *  Event, for whoever guides a player: "did" {what: "touch", "act", "why" or "show", text}.
 */
import { sitDown, takeUnasked } from "./along.js";
import { Live, get, once, post, remember } from "./api.js";
import { go } from "./app.js";
import {
  approved,
  digest,
  ending,
  explain,
  grow,
  hints,
  menuItems,
  newsRow,
  reachOf,
  remark,
  seatList,
  tellNews,
  unremark,
} from "./around.js";
import { Desk } from "./desk.js";
import { PHONE, attempt, h, hush, icon, lose, ruleLink, toast } from "./dom.js";
import { asSeat, handOver, mayLook, turnedDown, unveil } from "./handover.js";
import { heed, said, t } from "./i18n.js";
import { vacancy } from "./invite.js";
import { again, keepRules, keepTable, lostWords, recall } from "./keeping.js";
import { pressed } from "./keys.js";
import { badge, notify, sound } from "./notice.js";
import { Pace } from "./pace.js";
import "./panel.js";
import { Touch } from "./touch.js";
import { stopWondering, welcome, wonder } from "./welcome.js";
import { learn, plain, rich } from "./words.js";
import "./scene.js";

const CRAMPED = matchMedia("(max-width: 1180px)"); // mats lie behind a tab
const SENDING = 500; // milliseconds before one is told that a move is on its way

/** Whether a frame comes after another of the same epoch; inside a sealed choice plies stand still. */
const later = (frame, other) =>
  frame.ply > other.ply || (frame.ply === other.ply && frame.draft > other.draft);

export class FimbulTable extends HTMLElement {
  touch = new Touch();
  log = [];

  connectedCallback() {
    this.desk = new Desk(this);
    this.pace = new Pace({
      tell: (...told) => this.tellLine(...told),
      settle: (...told) => this.settle(...told),
    });
    this.scene = h("fimbul-scene", {
      onchoose: ({ detail }) => this.touched(detail.id),
      onback: () => this.back(),
      oncloser: () => remark(this.news, t("Closer, to tell things apart: touch once more.")),
      onlit: ({ detail }) => this.lit(detail),
      onlaid: () => this.arrange(),
    });
    this.scene.reachOf = (node) => reachOf(this, node);
    this.panel = h("fimbul-panel", {
      onact: ({ detail }) => this.act(detail),
      onpoint: ({ detail }) => this.scene.point(detail),
      onsay: ({ detail }) => this.send({ type: "chat", text: detail }),
      onlook: ({ detail }) => this.look(detail),
      onturn: ({ detail }) => {
        this.setAttribute("data-tab", detail);
        this.scene.reveal(detail === "Mats");
      },
    });
    this.heading = h("h1.aside", {}, t("Table"));
    this.seats = h("ul.seats", { "aria-label": t("Seats"), tabindex: "0" });
    this.menu = h(
      "details.menu",
      {},
      h("summary", { "aria-label": t("Menu"), title: t("Menu") }, icon("menu")),
      h("nav"),
    );
    this.menu.addEventListener("click", (event) => event.target.closest("nav *") && (this.menu.open = false));
    const home = h("a.tool", { href: "/", "aria-label": t("Home"), title: t("Home") }, icon("flake"));
    this.append(
      h("header.bar", {}, home, this.heading, this.seats, this.menu),
      this.scene,
      newsRow(this),
      this.panel,
    );
    this.ideas = h("div.ideas", { hidden: true, role: "group", "aria-label": t("Hints") });
    this.scene.sheet.append(this.ideas);
    this.folded(localStorage.getItem("folded") === "yes");
    this.onkey = (event) => pressed(this, event);
    addEventListener("keydown", this.onkey);
    this.onhide = () => document.hidden && keepTable(this);
    document.addEventListener("visibilitychange", this.onhide);
    this.panel.open(this.usual);
    // Where a keyboard comes up, an upright phone may be wider than what is left of it: no page goes then.
    const writes = () => document.activeElement.matches("input, textarea");
    PHONE.addEventListener("change", () => writes() || this.panel.open(this.usual));
  }

  get board() {
    return this.scene.board;
  }

  disconnectedCallback() {
    this.desk.close();
    keepTable(this);
    this.leave();
    badge("fimbul", false);
    removeEventListener("keydown", this.onkey);
    document.removeEventListener("visibilitychange", this.onhide);
  }

  /** Leave the table: nothing can be touched any more. */
  leave() {
    this.live?.close();
    this.afield?.close();
    this.afield = undefined;
    this.toggleAttribute("data-afield", false);
    clearTimeout(this.wondering);
    this.holder = undefined;
    unveil(this);
    this.pace.clear();
    this.table = this.frame = this.latest = this.past = undefined;
    this.sent();
    this.choose();
  }

  /** Sit down at a table, or watch it; what was taken of it along plays on when there is no line. */
  open(id, afield) {
    this.leave();
    this.afield = afield;
    this.live = new Live(id, {
      heard: (message) => this.afield?.on || this.hear(message),
      state: (word) => this.line(word, id),
      since: () => this.latest,
      seat: () => this.table?.me,
    });
  }

  /** The line is open or lost, or the table cannot be had. */
  line(word, id) {
    if (word instanceof Error) return lose(this.parentElement, word);
    const before = this.hasAttribute("data-lost");
    if (word === "open" && before) this.say(t("The connection is back."));
    this.toggleAttribute("data-lost", word === "lost");
    if (word === "open") this.afield?.found();
    if (word !== "lost" || before) return;
    this.sayLost();
    (this.table ? keepTable(this) : recall(this, id)).then(() => this.afield?.lost());
  }

  sayLost() {
    this.say(this.afield?.on ? this.afield.words() : lostWords(this));
  }

  send(message) {
    const sent = (this.afield?.on ? this.afield : this.live).send(message);
    if (!sent) this.sayLost();
    return sent;
  }

  // ---- what the server says
  hear(message) {
    const heard = {
      table: ({ table }) => this.sit(table),
      frame: ({ frame }) => this.see(frame),
      refused: (refusal) => this.refused(refusal),
      thinking: () => this.drawSeats(),
      hint: ({ ideas }) => this.waits() ?? hints(this, ideas),
      chat: (line) => this.panel.hear(line) ?? this.desk.wondered(line) ?? sound("chat"),
      news: ({ text }) => toast(said(text)),
      bye: ({ reason }) => this.table && toast(said(reason)), // else the page says it
      along: ({ parcel }) => this.afield?.packed(parcel),
      deeds: (news) => this.afield?.followed(news),
    };
    if (!this.desk.hear(message)) heard[message.type]?.(message);
  }

  /** The whole table, as it is when one comes to it, comes back to it, or looks through another seat.
   *
   *  Before it can be shown something may have to be fetched, or whoever has the device be asked: what
   *  arrives meanwhile is the present that is then shown.
   */
  async sit(table) {
    const known = this.table?.id === table.id && this.latest;
    const joined =
      known &&
      table.seats.find(({ kind, seat }) => kind !== "open" && this.table.seats[seat].kind === "open");
    if (joined && !joined.me) toast(t("{name} has taken a seat.", joined));
    if (known && table.rematch && !this.table.rematch) {
      const join = h("button", { onclick: () => this.rematch() }, t("Play again"));
      toast(t("Somebody wants to play again."), [join], "lasting");
    }
    this.table = table;
    this.latest = table.frame;
    remember(this.pathTo(table.frame), table.frame);
    this.shown = false;
    this.pace.clear();
    this.removeAttribute("data-pacing");
    this.panel.begin(table);
    this.desk.greet(table);
    this.heading.textContent = table.title;
    this.scene.expect(table.frame.scene);
    const game = await learn(table.game).catch(() => undefined);
    if (this.table !== table) return;
    if (!game) return this.live.drop(); // it is tried again with the line
    this.desk.game = game;
    heed(game, this.scene, this.panel.pages.Log, this.panel.actionList);
    if (!(await mayLook(this)) || this.table !== table) return;
    this.shown = true;
    if (known?.epoch !== table.epoch) this.past = undefined;
    if (this.past == null) this.show(this.latest);
    again(this, known);
    this.desk.begin(table);
    takeUnasked(this);
    const asked = `/tables/${table.id}/log${asSeat(table, "?")}`;
    const told = table.plies ? await get(asked).catch(() => undefined) : [];
    if (this.table !== table || !told) return;
    const last = told.at(-1)?.ply ?? 0;
    this.log = [...told, ...this.log.filter(({ ply, epoch }) => ply > last && epoch === table.epoch)];
    this.panel.tellLog(this.log);
  }

  see(frame) {
    if (!this.latest || (frame.epoch === this.latest.epoch && !later(frame, this.latest))) return;
    const own = this.pending && (this.pending.ply === frame.ply - 1 || frame.draft > 0);
    this.latest = frame;
    remember(this.pathTo(frame), frame);
    if (own) keepRules(this.table.game);
    this.sent();
    if (this.past != null || !this.shown) this.tellLog(frame);
    else this.pace.push(frame, own);
    this.drawSteps();
  }

  tellLog({ log, epoch }) {
    this.log.push(...log.map((line) => ({ ...line, epoch })));
    this.panel.tellLog(this.log);
  }

  /** One event of a frame: what it is about comes up to date, the rest waits. */
  tellLine(frame, line) {
    this.say(line.text);
    this.choose();
    sound(line.blow ? "blow" : "move");
    this.scene.show(frame.scene, [line], new Set(line.touches));
    this.setAttribute("data-pacing", "");
  }

  /** All events are told: the position as it is now. */
  settle(frame, told) {
    this.removeAttribute("data-pacing");
    this.tellLog(frame);
    if (this.past != null) return;
    if (!told && frame.log.length) this.say(frame.log.map(({ text }) => text).join(" "));
    this.show(frame, told ? frame.log.map((line) => ({ ...line, blow: false })) : frame.log);
  }

  show(frame, log = frame.log) {
    const before = this.frame;
    this.frame = frame;
    this.mine = this.table.me != null && frame.to_act.includes(this.table.me) && this.pace.idle;
    this.ideas.hidden = true;
    this.scene.show(frame.scene, log);
    this.choose();
    this.drawSheet();
    handOver(this);
    grow(this);
    this.drawSeats();
    this.menu.lastChild.replaceChildren(...menuItems(this));
    this.undo.hidden = this.table.me == null || Boolean(frame.outcome);
    this.hint.hidden = this.undo.hidden || !this.table.hints;
    this.drawSteps();
    badge(this.table.title, this.mine);
    wonder(this);
    if (before && this.mine && !before.to_act.includes(this.table.me)) {
      sound("turn");
      notify(this.table.title, plain(frame.scene.sheet.text));
    }
    if (frame.outcome && before && !before.outcome) sound("end");
    this.report("show");
  }

  /** A line about what happened. */
  say(text) {
    tellNews(this.news, ...rich(text));
  }

  report(what, text) {
    this.dispatchEvent(new CustomEvent("did", { detail: { what, text } }));
  }

  /** Something cannot be.  A move that no rule forbids shows that we are not where the table is. */
  refused({ reason, rule }) {
    const behind = this.pending && !rule;
    this.sent();
    this.choose(this.touch.path);
    turnedDown(this);
    if (behind && !this.afield?.on) this.live.renew();
    this.report("why", reason);
    const link = ruleLink(this.table.game, rule, (name) => this.panel.showRule(name));
    if (!rule && !this.mine) stopWondering(this, said(reason));
    toast(rule ? reason : said(reason), link ? [link] : [], "refusal");
  }

  // ---- looking back
  /** Show a move of the past; the last one is the present again. */
  async look(ply) {
    if (!this.latest) return;
    this.pace.skip();
    const { epoch, ply: last } = this.latest;
    const wanted = (this.past = ply >= last ? undefined : Math.max(0, ply));
    if (wanted == null) return this.show(this.latest, []);
    const frame = await attempt(() => once(this.pathTo({ ply: wanted, epoch })));
    if (this.past !== wanted) return;
    if (!frame) return this.look(last);
    this.scene.show(frame.scene, frame.log, undefined, true);
    this.choose();
    this.scene.sheet.add(
      h("p", {}, t("You are looking at move {wanted} of {last}.", { wanted, last })),
      h(
        "button",
        { disabled: wanted === 0, onclick: () => explain(this.table.id, wanted) },
        t("What was it for?"),
      ),
      h("button.primary", { onclick: () => this.look(last) }, t("Back to now")),
    );
    this.say(frame.log.map(({ text }) => text).join(" ") || t("The beginning."));
    this.drawSteps();
  }

  /** Where a position of this game is asked for. */
  pathTo({ ply, epoch }) {
    return `/tables/${this.table.id}/frames/${ply}?epoch=${epoch}${asSeat(this.table, "&")}`;
  }

  step(by) {
    this.look((this.past ?? this.latest?.ply ?? 0) + by);
  }

  drawSteps() {
    const ply = this.past ?? this.latest.ply;
    this.earlier.disabled = ply <= 0;
    this.later.disabled = this.past == null;
    this.toggleAttribute("data-past", this.past != null);
  }

  // ---- choosing and acting
  /** Offer what may be done now.  `only`, a pattern, keeps a learner to the lesson. */
  choose(path = []) {
    const ready =
      this.frame && this.frame === this.latest && this.pace.idle && this.past == null && !this.pending;
    const actions = ready ? this.frame.actions : [];
    this.touch = new Touch(
      actions.filter(({ text }) => !this.only || this.only.test(text)),
      path,
    );
    this.offer();
  }

  offer() {
    const { path, live } = this.touch;
    hush();
    this.scene.offer(this.touch);
    this.panel.offer(live);
    this.scene.sheet.step(
      path.map((id) => this.scene.nameOf(id)),
      this.scene.turning(),
      () => this.back(),
    );
    this.report("touch", path.join(" "));
  }

  /** Where what can be touched lies out of sight, say so; where there is nothing else, go there, and back
   *  when it is done.  Whoever reads the mats for themselves is left alone. */
  lit({ mats, alone }) {
    const asked = this.touch.live.length > 0;
    this.panel.tabs.querySelector("#tab-Mats").classList.toggle("news", mats);
    if (alone && CRAMPED.matches) this.panel.open("Mats");
    else if (asked && !mats && this.matted && this.panel.current === "Mats") this.panel.open(this.usual);
    if (asked) this.matted = mats; // something could be touched there
  }

  /** The tab that is open when nobody asks for another. */
  get usual() {
    return PHONE.matches ? "Table" : "Log";
  }

  touched(id) {
    if (!this.frame || this.past != null) return;
    if (!this.pace.idle) return this.pace.skip();
    unremark(this.news);
    const path = [...this.touch.path, id];
    const meant = this.touch.touch(id);
    if (meant === "refused" && this.only && this.mine)
      toast(t("Not yet: first what the lesson asks for."), [], "refusal");
    else if (meant === "refused") this.send({ type: "why", clicks: path });
    else if (meant) this.act(meant);
    else {
      if (this.touch.path.length) this.shut(); // whoever touches something has an idea of their own
      this.offer();
    }
  }

  /** Put a bot's ideas away. */
  shut() {
    if (this.ideas.hidden) return;
    this.ideas.hidden = true;
    this.scene.sheet.scrollTo(0, 0);
    grow(this);
  }

  back() {
    unremark(this.news);
    if (this.touch.path.length) {
      this.touch.back();
      this.offer();
    } else this.shut();
  }

  async act(action) {
    const { frame } = this;
    const words = await approved(action, plain(frame.scene.sheet.text));
    if (this.pending || words == null || frame !== this.latest) return this.choose();
    const { ply, draft } = frame;
    const request = String(crypto.getRandomValues(new Uint32Array(4))); // sent twice, it is done once
    this.pending = { type: "act", ply, draft, action: action.text, words, request };
    this.unsent = !this.send(this.pending);
    this.acted = ply + 1;
    this.choose();
    this.scene.offer(Object.assign(new Touch(), { path: action.clicks }));
    this.ideas.hidden = true;
    this.slow = setTimeout(() => this.waits(t("Sending…")), SENDING);
    if (PHONE.matches) this.panel.open("Table");
    this.report("act", action.text);
  }

  /** A move has arrived, or was refused. */
  sent() {
    this.pending = undefined;
    clearTimeout(this.slow);
    this.waits();
  }

  /** Have a bot think about it, and say that it does: the first time that may take a while. */
  askHint() {
    if (this.send({ type: "hint" })) this.waits(t("A bot thinks about it…"));
  }

  /** Say that a move is on its way, or something else that one waits for. */
  waits(words = "") {
    this.toggleAttribute("data-sending", Boolean(words));
    this.news.dataset.waits = words;
  }

  /** Play again; whoever asks second joins whoever asked first. */
  rematch() {
    attempt(async () => go(`/t/${(await post(`/tables/${this.table.id}/rematch`)).id}`));
  }

  // ---- what is around the scene
  drawSheet() {
    const usual = [...digest(this), ...welcome(this)];
    const parts = this.frame.outcome ? ending(this) : vacancy(this);
    this.scene.sheet.add(...(parts.length ? parts : usual));
  }

  drawSeats() {
    if (!this.frame) return;
    seatList(this.seats, this.table, this.frame);
    this.desk.dress();
  }

  /** Whether there is anything beside the board. */
  arrange() {
    const none = this.scene.mats.hidden;
    this.toggleAttribute("data-matless", none);
    this.panel.tabs.querySelector("#tab-Mats").hidden = none;
    if (none && this.panel.current === "Mats") this.panel.open(this.usual);
  }

  folded(on) {
    this.toggleAttribute("data-folded", on);
    localStorage.setItem("folded", on ? "yes" : "no");
  }
}

customElements.define("fimbul-table", FimbulTable);

/** The page /t/<id>; with ?invite= it takes a seat first. */
export default async function page(root, id) {
  const invite = new URLSearchParams(location.search).get("invite");
  if (invite) await attempt(() => post(`/tables/${id}/join`, { invite }));
  history.replaceState(null, "", `/t/${id}`);
  const table = h("fimbul-table");
  root.append(table);
  await sitDown(table, id);
}
