/** The page /t/<id>/replay#ply=K: a game to step through, and to go on from. */
import { get, once, post } from "./api.js";
import { go } from "./app.js";
import { ask, attempt, copy, h, icon } from "./dom.js";
import { botChoice } from "./forms.js";
import { t } from "./i18n.js";
import { logList } from "./panel.js";
import { seatList, tool } from "./around.js";
import { learn, rich } from "./words.js";
import "./scene.js";

const PACE = 1100; // milliseconds a ply, when it plays by itself

export default async function page(root, id) {
  const [table, log] = await Promise.all([get(`/tables/${id}`), get(`/tables/${id}/log`)]);
  const game = await learn(table.game);
  const most = table.plies;
  let ply;
  let timer;
  document.title = t("Replay · {title}", table);
  const scene = h("fimbul-scene");
  const seats = h("ul.seats", { "aria-label": t("Seats"), tabindex: "0" });
  const told = h("p.words", { role: "status", "aria-live": "polite", tabindex: "0" });
  const saves = h("span.row");
  const lines = logList(
    log,
    (ids) => scene.point(ids),
    (to) => show(to),
  );
  const story = h("section.story", { tabindex: "0", "aria-label": t("Log") }, lines);
  const slide = () => show(Number(slider.value));
  const slider = h("input", { type: "range", max: most, "aria-label": t("Ply"), oninput: slide });
  const play = tool("play", t("Play"), () => run(!timer));
  const save = (name, label) =>
    h("a.quiet", { href: `/api/v1/tables/${id}/${name}`, download: "" }, icon("save"), label);
  const frameAt = (at) => once(`/tables/${id}/frames/${at}`);

  async function show(to) {
    const wanted = (ply = Math.max(0, Math.min(most, to)));
    slider.value = ply;
    const frame = await frameAt(ply);
    if (ply !== wanted) return;
    history.replaceState(null, "", `#ply=${ply}`);
    const words = frame.log.map(({ text }) => text).join(" ") || frame.scene.sheet.text;
    told.replaceChildren(h("b.count", {}, `${ply} / ${most}`), " ", ...rich(words));
    for (const line of story.querySelectorAll("li"))
      line.classList.toggle("here", Number(line.dataset.ply) === ply);
    story.querySelector(".here")?.scrollIntoView({ block: "nearest" });
    saves.replaceChildren(
      ...(table.finished ? [save("record.saga", ".saga")] : []),
      save(`frames/${ply}.svg`, "SVG"),
    );
    scene.show(frame.scene, frame.log);
    scene.offer({ next: new Set(), path: [], later: new Set() });
    seatList(seats, table, frame);
    view.toggleAttribute("data-matless", scene.mats.hidden);
    if (ply < most) frameAt(ply + 1);
  }

  function run(on) {
    clearInterval(timer);
    if (on && ply === most) show(0);
    timer = on && setInterval(() => (ply < most ? show(ply + 1) : run(false)), PACE);
    play.replaceChildren(icon(on ? "pause" : "play"));
  }

  async function branch() {
    const names = table.seats.map(({ plays }) => h("option", {}, plays));
    const seat = h("select", { "aria-label": t("You play") }, names);
    const bot = botChoice(game);
    const line = (label, node) => h("label", {}, h("span", {}, label), node);
    const form = h("div.options", {}, line(t("You play"), seat), line(t("Against"), bot.node));
    const buttons = [
      [t("Play"), "yes", ".primary"],
      [t("Cancel"), ""],
    ];
    if (!(await ask(t("Play on from ply {ply}", { ply }), form, buttons))) return;
    const wish = { ply, seat: seat.selectedIndex, bot: bot.read() };
    attempt(async () => go(`/t/${(await post(`/tables/${id}/fork`, wish)).id}`));
  }

  const step = (to) => () => {
    run(false);
    show(to());
  };
  const keys = {
    Home: step(() => 0),
    ArrowLeft: step(() => ply - 1),
    ArrowRight: step(() => ply + 1),
    End: step(() => most),
    " ": () => run(!timer),
  };
  const key = (event) => {
    const source = event.composedPath()[0];
    const own = source.matches?.("input:not([type=range]),select,textarea,[role=tab]");
    const pressed = event.key === " " && source.matches?.("button,a,summary");
    if (!keys[event.key] || own || pressed || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  };
  addEventListener("keydown", key, true);
  const share = () => copy(location.href, t("The link to this move is copied."));
  const timeline = h(
    "section.timeline",
    { "aria-label": t("Timeline") },
    slider,
    h(
      "div.row",
      {},
      tool("first", t("First"), keys.Home),
      tool("prev", t("Back"), keys.ArrowLeft),
      play,
      tool("next", t("Forward"), keys.ArrowRight),
      tool("last", t("Last"), keys.End),
      told,
    ),
    h(
      "div.row",
      {},
      h("button.primary", { onclick: branch }, t("Play from here")),
      h("button", { onclick: share }, icon("link"), t("Link")),
      table.chronicle && h("a.quiet", { href: `/t/${id}/chronicle` }, icon("book"), t("Chronicle")),
      saves,
    ),
  );
  const home = h("a.tool", { href: "/", "aria-label": t("Home"), title: t("Home") }, icon("flake"));
  const bar = h("header.bar", {}, home, h("h1", {}, table.title), seats);
  const view = h("div.replay", {}, bar, scene, story, timeline);
  root.append(view);
  show(Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? most));
  return () => {
    run(false);
    removeEventListener("keydown", key, true);
  };
}
