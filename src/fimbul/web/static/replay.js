/** The page /t/<id>/replay#ply=K: a game to step through, and to go on from. */
import { get, once, post } from "./api.js";
import { go } from "./app.js";
import { ask, attempt, copy, h, icon } from "./dom.js";
import { botChoice } from "./home.js";
import { logList } from "./panel.js";
import "./board.js";

const PACE = 1100; // milliseconds a ply, when it plays by itself

export default async function page(root, id) {
  const [table, log] = await Promise.all([get(`/tables/${id}`), get(`/tables/${id}/log`)]);
  const game = await once(`/games/${table.game}`);
  const most = table.plies;
  let ply, timer;
  document.title = `Replay · ${table.title}`;
  const board = h("fimbul-board"),
    prompt = h("p.prompt", { role: "status", "aria-live": "polite" }),
    saves = h("span.row");
  const story = h(
    "div.story",
    { tabindex: "0", "aria-label": "Log" },
    logList(
      log,
      (ids) => board.point(ids),
      (to) => show(to),
    ),
  );
  const slider = h("input", {
    type: "range",
    max: most,
    "aria-label": "Ply",
    oninput: () => show(Number(slider.value)),
  });
  const tool = (name, label, act) =>
    h("button", { title: label, "aria-label": label, onclick: act }, icon(name));
  const play = tool("play", "Play", () => run(!timer));
  const save = (name, label) =>
    h("a.quiet", { href: `/api/v1/tables/${id}/${name}`, download: "" }, icon("save"), label);

  async function show(to) {
    const wanted = (ply = Math.max(0, Math.min(most, to)));
    slider.value = ply;
    const frame = await once(`/tables/${id}/frames/${ply}`);
    if (ply !== wanted) return;
    history.replaceState(null, "", `#ply=${ply}`);
    prompt.replaceChildren(
      h("b", {}, `${ply} / ${most} `),
      frame.log.map(({ text }) => text).join(" ") || frame.prompt,
    );
    story
      .querySelectorAll("li")
      .forEach((line) => line.classList.toggle("here", Number(line.dataset.ply) === ply));
    story.querySelector(".here")?.scrollIntoView({ block: "nearest" });
    saves.replaceChildren(
      table.finished ? save("record.saga", ".saga") : "",
      save(`frames/${ply}.svg`, "SVG"),
    );
    board.show(frame.scene, frame.log);
    if (ply < most) once(`/tables/${id}/frames/${ply + 1}`);
  }

  function run(on) {
    clearInterval(timer);
    if (on && ply === most) show(0);
    timer = on && setInterval(() => (ply < most ? show(ply + 1) : run(false)), PACE);
    play.replaceChildren(icon(on ? "pause" : "play"));
  }

  async function branch() {
    const seat = h(
        "select",
        { "aria-label": "You play" },
        table.seats.map(({ plays }) => h("option", {}, plays)),
      ),
      bot = botChoice(game);
    const form = h(
      "div.options",
      {},
      h("label", {}, h("span", {}, "You play"), seat),
      h("label", {}, h("span", {}, "Against"), bot.node),
    );
    if (
      !(await ask(`Play on from ply ${ply}`, form, [
        ["Play", "yes", ".primary"],
        ["Cancel", ""],
      ]))
    )
      return;
    attempt(async () =>
      go(`/t/${(await post(`/tables/${id}/fork`, { ply, seat: seat.selectedIndex, bot: bot.read() })).id}`),
    );
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
    " ": () => play.click(),
  };
  const key = (event) => {
    if (
      !keys[event.key] ||
      document.querySelector("dialog[open]") ||
      event.composedPath()[0].matches?.("input,select,button,a")
    )
      return;
    event.preventDefault();
    keys[event.key]();
  };
  addEventListener("keydown", key);
  root.append(
    h(
      "div.replay",
      {},
      h(
        "section.stage",
        {},
        h("div.status", {}, prompt),
        board,
        h(
          "div.timeline",
          {},
          slider,
          h(
            "div.row",
            {},
            tool("first", "First", keys.Home),
            tool("prev", "Back", keys.ArrowLeft),
            play,
            tool("next", "Forward", keys.ArrowRight),
            tool("last", "Last", keys.End),
            h("span.grow"),
            h("button.primary", { onclick: branch }, "Play from here"),
            h(
              "button",
              { onclick: () => copy(location.href, "The link to this ply is copied.") },
              icon("link"),
              "Link",
            ),
            table.chronicle && h("a.quiet", { href: `/t/${id}/chronicle` }, icon("book"), "Chronicle"),
            saves,
          ),
        ),
      ),
      story,
    ),
  );
  show(Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? most));
  return () => {
    run(false);
    removeEventListener("keydown", key);
  };
}
