/** The page /t/<id>/replay#ply=K: a game to step through, and to go on from. */
import { get, once, post } from "./api.js";
import { go } from "./app.js";
import { copy, dialog, h, icon, toast } from "./dom.js";
import { logList } from "./panel.js";
import "./board.js";

const PACE = 1100; // milliseconds a ply, when it plays by itself

export default async function page(root, id) {
  const [table, log] = await Promise.all([get(`/tables/${id}`), get(`/tables/${id}/log`)]);
  const game = await once(`/games/${table.game}`);
  document.title = `Replay · ${table.title}`;
  const most = table.ply;
  let ply, timer;

  const board = h("fimbul-board");
  const prompt = h("p.prompt", { role: "status", "aria-live": "polite" });
  const story = h("div.story", { tabindex: "0", "aria-label": "Log" }, logList(log, (ids) => board.point(ids), (to) => show(to)));
  const slider = h("input", { type: "range", min: "0", max: most, "aria-label": "Ply", oninput: () => show(Number(slider.value)) });
  const tool = (name, label, act) => h("button", { title: label, "aria-label": label, onclick: act }, icon(name));
  const play = tool("play", "Play", () => (timer ? stop() : start()));
  const saves = h("span.row");

  async function show(to) {
    ply = Math.max(0, Math.min(most, to));
    const wanted = ply;
    slider.value = ply;
    const frame = await once(`/tables/${id}/frames/${ply}`);
    if (ply !== wanted) return;
    history.replaceState(null, "", `#ply=${ply}`);
    prompt.replaceChildren(h("b", {}, `${ply} / ${most} `), frame.log.map((line) => line.text).join(" ") || frame.prompt);
    story.querySelectorAll("li").forEach((line) => line.classList.toggle("here", Number(line.dataset.ply) === ply));
    story.querySelector(".here")?.scrollIntoView({ block: "nearest" });
    saves.replaceChildren(...[["record.saga", ".saga"], [`frames/${ply}.svg`, "SVG"]].map(([name, label]) => h("a.quiet", { href: `/api/v1/tables/${id}/${name}`,
      download: name.replace("frames/", `${table.game}-`) }, icon("save"), label)));
    await board.show(frame.scene, { recent: frame.log.flatMap((line) => line.touches) });
    if (ply < most) once(`/tables/${id}/frames/${ply + 1}`);
  }

  function start() {
    if (ply === most) show(0);
    play.replaceChildren(icon("pause"));
    timer = setInterval(() => (ply < most ? show(ply + 1) : stop()), PACE);
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    play.replaceChildren(icon("play"));
  }

  async function branch() {
    const seat = h("select", { "aria-label": "Seat" }, table.seats.map(({ plays, name }) => h("option", {}, plays || name)));
    const bot = h("select", { "aria-label": "Opponent" }, game.bots.map((name) => h("option", { selected: name === game.default_bot }, name)));
    const answer = await dialog(`Play from ply ${ply}`, h("div.options", {}, h("label", {}, h("span", {}, "You play"), seat), h("label", {}, h("span", {}, "Against"), bot)),
      [["Cancel", ""], ["Play", "yes", ".primary"]]);
    if (answer !== "yes") return;
    try {
      go(`/t/${(await post(`/tables/${id}/fork`, { ply, seat: seat.selectedIndex, bot: bot.value })).id}`);
    } catch (problem) {
      toast(problem.message);
    }
  }

  const step = (to) => () => { stop(); show(to()); };
  const moves = { Home: step(() => 0), ArrowLeft: step(() => ply - 1), ArrowRight: step(() => ply + 1), End: step(() => most), " ": () => play.click() };
  const onkey = (event) => {
    if (!moves[event.key] || document.querySelector("dialog[open]") || event.composedPath()[0].matches?.("input,select,button,a")) return;
    event.preventDefault();
    moves[event.key]();
  };
  addEventListener("keydown", onkey);
  root.append(h("div.replay", {}, h("section.stage", {}, h("div.status", {}, prompt), board, h("div.timeline", {}, slider, h("div.row", {},
    tool("first", "First", moves.Home), tool("prev", "Back", moves.ArrowLeft), play, tool("next", "Forward", moves.ArrowRight), tool("last", "Last", moves.End),
    h("span.grow"), h("button.primary", { onclick: branch }, "Play from here"),
    h("button", { onclick: () => copy(location.href, "The link to this ply is copied.") }, icon("link"), "Link"), saves))), story));
  await show(Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? most));
  return () => { stop(); removeEventListener("keydown", onkey); };
}
