/** The page /learn/<slug>: a guided first game.  What it teaches is data, learn/<slug>.json.
 *
 *  A step has a `title` and a `text`; `table` {seed, options} lays out a fresh one; `only` keeps the learner to some
 *  actions; `show` points at nodes; `touch` waits for touched nodes, `act` for an action of the learner's, else a button does.
 */
import { post } from "./api.js";
import { attempt, h } from "./dom.js";
import "./table.js";

export default async function page(root, slug) {
  const answer = await fetch(`/static/learn/${slug}.json`);
  if (!answer.ok) throw new Error("There is no lesson for this game yet; its rules are a good start.");
  const { title, seats, steps } = await answer.json();
  document.title = title;
  const words = h("section.lesson", { "aria-live": "polite", "aria-label": "Lesson" });
  const table = h("fimbul-table");
  root.append(table);
  table.prepend(words);
  let place = -1, done = true;

  async function next() {
    const step = steps[++place];
    done = !(step.touch || step.act);
    table.only = step.only && new RegExp(step.only);
    tell(step);
    if (step.table) table.open((await attempt(() => post("/tables", { game: slug, seats, listed: false, ...step.table }))).id);
    else table.choose();
    table.board.point(step.show);
  }

  function tell(step) {
    const last = place === steps.length - 1;
    const button = last ? h("a.primary", { href: "/" }, "Play a game of your own") : h(done ? "button.primary" : "button.plain", { onclick: next }, done ? "Go on" : "Skip");
    words.replaceChildren(h("p.dim", {}, `${title} · ${place + 1} of ${steps.length}`), h("h2", {}, step.title), h("p", {}, step.text),
      done && step.done ? h("p.done", {}, step.done) : "", h("div.row", {}, button));
    if (done) button.focus({ preventScroll: true });
  }

  function watch(what, text) {
    const step = steps[place];
    if (done || !step[what] || !new RegExp(step[what]).test(text)) return;
    done = true;
    tell(step);
  }
  table.addEventListener("path", ({ detail }) => watch("touch", detail.path.join(" ")));
  table.addEventListener("sent", ({ detail }) => watch("act", detail.action.text));
  table.addEventListener("shown", () => table.board.point(steps[place].show));
  await next();
}
