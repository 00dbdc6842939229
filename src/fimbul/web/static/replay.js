/** The page /t/<id>/replay#ply=K: a game to step through, to have reviewed, to vary, and to go on from. */
import { get, once, post } from "./api.js";
import { go } from "./app.js";
import { ask, attempt, copy, h, icon, toast } from "./dom.js";
import { botChoice } from "./forms.js";
import { heed, t, worded } from "./i18n.js";
import { film, portrait, save, story as storyText } from "./keepsake.js";
import { logList } from "./panel.js";
import { graph, reviewed, standing, told as coachTold } from "./review.js";
import { newsLine, seatList, tellNews, tool } from "./around.js";
import { Touch } from "./touch.js";
import { learn, rich } from "./words.js";
import "./scene.js";

const PACE = 1100; // milliseconds a ply, when it plays by itself
const WRITING = "input:not([type=range]),select,textarea";

class Replay {
  constructor(root, id, table, log, game) {
    Object.assign(this, { id, table, log, game, most: table.plies, leaving: new AbortController() });
    this.touch = new Touch();
    this.scene = h("fimbul-scene", {
      onchoose: ({ detail }) => this.touched(detail.id),
      onback: () => this.touchBack(),
    });
    this.scene.reachOf = (node) => this.reachOf(node);
    this.seats = h("ul.seats", { "aria-label": t("Seats"), tabindex: "0" });
    this.told = newsLine("status");
    this.keys = {
      Home: () => this.step(0),
      ArrowLeft: () => (this.variation ? this.retract() : this.step(this.ply - 1)),
      ArrowRight: () => this.step(this.ply + 1),
      End: () => this.step(this.most),
      " ": () => this.run(!this.timer),
    };
    this.view = h("div.replay", {}, this.bar(), this.scene, this.side(), this.timeline());
    heed(game, this.scene, this.pages.log, this.told);
    root.append(h("link", { rel: "stylesheet", href: "/static/replay.css" }), this.view);
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey, true);
    // A button that was clicked does not keep the keys to itself.
    this.view.addEventListener("click", (event) => {
      if (event.detail) event.target.closest?.("button")?.blur();
    });
  }

  close() {
    this.run(false);
    this.leaving.abort();
    removeEventListener("keydown", this.onkey, true);
  }

  /** How far a piece could go at the move that is shown; a variation is nowhere on the server. */
  reachOf(node) {
    if (this.variation) return undefined;
    return once(`/tables/${this.id}/frames/${this.ply}/reach?node=${encodeURIComponent(node)}`).catch(
      () => {},
    );
  }

  // ---- what is around the scene
  bar() {
    const home = h("a.tool", { href: "/", "aria-label": t("Home"), title: t("Home") }, icon("flake"));
    return h("header.bar", {}, home, h("h1", {}, this.table.title), this.seats);
  }

  /** Log and coach, one at a time. */
  side() {
    const lines = logList(
      this.log,
      (ids) => this.scene.point(ids),
      (to) => this.step(to),
    );
    this.pages = {
      log: h("div", {}, lines),
      coach: h("div", { hidden: true }),
    };
    const tab = (name, label) =>
      h("button", { "aria-pressed": "false", "data-page": name, onclick: () => this.open(name) }, label);
    this.tabs = h("div.row.sides", {}, tab("log", t("Log")), tab("coach", t("Coach")));
    this.coach();
    const side = h("section.story", { "aria-label": t("Log and coach") }, this.tabs);
    side.append(...Object.values(this.pages));
    for (const one of Object.values(this.pages)) one.tabIndex = 0;
    this.open("log");
    return side;
  }

  open(name) {
    for (const [other, one] of Object.entries(this.pages)) one.hidden = other !== name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", tab.dataset.page === name);
  }

  timeline() {
    this.slider = h("input", {
      type: "range",
      max: this.most,
      "aria-label": t("Move"),
      oninput: () => this.step(Number(this.slider.value)),
    });
    this.chart = h("div");
    this.play = tool("play", t("Play"), this.keys[" "]);
    this.others = h("button", { onclick: () => this.vary(this.ply, []) }, t("Try other moves"));
    this.onward = h("button", { onclick: () => this.branch() }, t("Play from here"));
    const { finished, chronicle } = this.table;
    return h(
      "section.timeline",
      { "aria-label": t("Timeline") },
      this.chart,
      this.slider,
      h(
        "div.row",
        {},
        tool("first", t("First"), this.keys.Home),
        tool("prev", t("Back"), this.keys.ArrowLeft),
        this.play,
        tool("next", t("Forward"), this.keys.ArrowRight),
        tool("last", t("Last"), this.keys.End),
        tool("link", t("Link"), () => this.share()),
        this.saves(),
        this.told,
      ),
      h(
        "div.row",
        {},
        finished && h("button", { onclick: () => this.review() }, icon("hint"), t("Review")),
        finished && this.others,
        this.onward,
        chronicle && h("a.quiet", { href: worded(`/t/${this.id}/chronicle`) }, icon("book"), t("Chronicle")),
      ),
    );
  }

  share() {
    copy(location.href, t("The link to this move is copied."));
  }

  // ---- what one takes home
  saves() {
    const item = (label, act) => h("button", { onclick: () => attempt(act) }, label);
    const { id, table } = this;
    const name = (ending) => `${table.game}-${id}.${ending}`;
    const at = (ply) => worded(`/api/v1/tables/${id}/frames/${ply}.svg`);
    this.filming = item(t("Film (WebM)"), () => this.film(at, name));
    const nav = h(
      "nav",
      {},
      table.finished &&
        h("a", { href: `/api/v1/tables/${id}/record.saga`, download: "" }, t("Record (.saga)")),
      item(t("Story (text)"), async () => save(storyText(table, this.log), name("txt"))),
      item(t("Picture (SVG)"), async () => save(await (await fetch(at(this.ply))).blob(), name("svg"))),
      item(t("Picture (PNG)"), async () => save(await portrait(at(this.ply)), name("png"))),
      this.filming,
    );
    const summary = h("summary", { "aria-label": t("Save"), title: t("Save") }, icon("save"));
    return h("details.menu.saves", {}, summary, nav);
  }

  async film(at, name) {
    const label = this.filming.textContent;
    const plies = Array.from({ length: this.most + 1 }, (_, ply) => at(ply));
    const tell = (share) => (this.filming.textContent = t("Filming: {share}", { share: whole(share) }));
    this.filming.disabled = true;
    try {
      const [blob, ending] = await film(plies, tell, this.leaving.signal);
      save(blob, name(ending));
    } finally {
      this.filming.disabled = false;
      this.filming.textContent = label;
    }
  }

  // ---- the positions
  async show(to) {
    const wanted = (this.ply = Math.max(0, Math.min(this.most, to)));
    this.slider.value = wanted;
    const over = this.table.finished && wanted === this.most;
    for (const way of [this.others, this.onward]) {
      way.disabled = over;
      way.title = over ? t("The game is over here: go to an earlier move first.") : "";
    }
    const frame = await once(`/tables/${this.id}/frames/${wanted}`);
    if (this.ply !== wanted || this.variation) return;
    history.replaceState(null, "", `#ply=${wanted}`);
    const words = frame.log.map(({ text }) => text).join(" ") || frame.scene.sheet.text;
    this.tell(words, `${wanted} / ${this.most}`);
    for (const line of this.pages.log.querySelectorAll("li"))
      line.classList.toggle("here", Number(line.dataset.ply) === wanted);
    this.pages.log.querySelector(".here")?.scrollIntoView({ block: "nearest" });
    this.draw(frame, []);
    this.graph?.show(wanted);
    if (wanted < this.most) once(`/tables/${this.id}/frames/${wanted + 1}`);
  }

  tell(words, count) {
    const chance = this.found && !this.variation && standing(this.found, this.ply);
    tellNews(
      this.told,
      h("b.count", {}, count),
      " ",
      ...rich(words),
      ...(chance ? [h("span.standing", {}, ` ${chance}`)] : []),
    );
  }

  draw(frame, actions) {
    this.scene.show(frame.scene, frame.log);
    this.touch = new Touch(actions);
    this.scene.offer(this.touch);
    seatList(this.seats, this.table, frame);
    this.view.toggleAttribute("data-matless", this.scene.mats.hidden);
    this.view.toggleAttribute("data-varied", Boolean(this.variation));
  }

  /** Go to a ply of the game as it was played. */
  step(to) {
    this.run(false);
    this.variation = undefined;
    this.scene.sheet.add();
    this.show(to);
  }

  run(on) {
    clearInterval(this.timer);
    if (on) this.leave();
    if (on && this.ply === this.most) this.show(0);
    const next = () => (this.ply < this.most ? this.show(this.ply + 1) : this.run(false));
    this.timer = on && setInterval(next, PACE);
    this.play.replaceChildren(icon(on ? "pause" : "play"));
  }

  key(event) {
    const source = event.composedPath()[0];
    const own = source.matches?.(WRITING);
    const pressed = event.key === " " && source.matches?.("button,summary");
    const other = event.ctrlKey || event.metaKey || event.altKey;
    if (!this.keys[event.key] || own || pressed || other || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.keys[event.key]();
  }

  // ---- the coach
  coach() {
    const begin = h("button.primary", { onclick: () => this.review() }, t("Review this game"));
    const words = this.table.finished
      ? t("The coach goes through the game: where it turned, and what would have been better.")
      : t("A game can be reviewed when it has ended.");
    this.pages.coach.replaceChildren(h("p", {}, words), ...(this.table.finished ? [begin] : []));
  }

  async review() {
    this.open("coach");
    if (this.found || this.reviewing) return;
    this.reviewing = true;
    const bar = h("progress", { max: "1", "aria-label": t("The coach is thinking") });
    this.pages.coach.replaceChildren(h("p", {}, t("The coach is thinking…")), bar);
    try {
      this.found = await reviewed(this.id, (share) => (bar.value = share), this.leaving.signal);
    } catch (problem) {
      if (this.leaving.signal.aborted) return;
      this.coach();
      return toast(problem.message);
    } finally {
      this.reviewing = false;
    }
    const lead = (ply) => this.step(ply);
    this.pages.coach.replaceChildren(coachTold(this.found, lead, (ply, line) => this.vary(ply, line)));
    this.graph = graph(this.found, lead);
    this.chart.replaceChildren(this.graph.node);
    if (!this.variation) this.show(this.ply);
  }

  // ---- other moves
  /** Show what comes of other actions from a ply on; nothing of it is kept. */
  async vary(ply, actions) {
    this.run(false);
    const before = this.variation;
    const wanted = (this.variation = { ply, actions });
    try {
      const frame = await post(`/tables/${this.id}/variation`, wanted);
      if (this.variation !== wanted) return;
      Object.assign(wanted, { frame });
      this.ply = ply;
      this.slider.value = ply;
      this.graph?.show(ply);
      const words = frame.log.map(({ text }) => text).join(" ");
      this.tell(actions.length ? words : frame.scene.sheet.text, `${ply} + ${actions.length}`);
      this.draw(frame, frame.actions);
      this.scene.sheet.add(
        h("p", {}, t("You try other moves from move {ply} on. Nothing of it is kept.", { ply })),
        h("button", { disabled: !actions.length, onclick: () => this.retract() }, t("Take one back")),
        h("button.primary", { onclick: () => this.step(ply) }, t("Back to the game")),
      );
    } catch (problem) {
      if (this.variation === wanted) this.variation = before;
      toast(problem.message);
    }
  }

  retract() {
    const { ply, actions } = this.variation;
    if (actions.length) this.vary(ply, actions.slice(0, -1));
    else this.step(ply);
  }

  leave() {
    if (this.variation) this.step(this.ply);
  }

  touched(id) {
    if (!this.variation) return;
    const meant = this.touch.touch(id);
    if (meant && meant !== "refused")
      return this.vary(this.variation.ply, [...this.variation.actions, meant.text]);
    this.scene.offer(this.touch);
  }

  touchBack() {
    this.touch.back();
    this.scene.offer(this.touch);
  }

  // ---- playing on
  async branch() {
    const { ply, table, game } = this;
    const names = table.seats.map(({ plays }) => h("option", {}, plays));
    const seat = h("select", { "aria-label": t("You play") }, names);
    const bot = botChoice(game);
    const line = (label, node) => h("label", {}, h("span", {}, label), node);
    const form = h("div.options", {}, line(t("You play"), seat), line(t("Against"), bot.node));
    const buttons = [
      [t("Play"), "yes", ".primary"],
      [t("Cancel"), ""],
    ];
    if (!(await ask(t("Play on from move {ply}", { ply }), form, buttons))) return;
    const wish = { ply, seat: seat.selectedIndex, bot: bot.read() };
    attempt(async () => go(`/t/${(await post(`/tables/${this.id}/fork`, wish)).id}`));
  }
}

const whole = (share) => `${Math.round(share * 100)} %`;

export default async function page(root, id) {
  const [table, log] = await Promise.all([get(`/tables/${id}`), get(`/tables/${id}/log`)]);
  const game = await learn(table.game);
  document.title = t("Replay · {title}", table);
  const replay = new Replay(root, id, table, log, game);
  replay.show(Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? table.plies));
  return () => replay.close();
}
