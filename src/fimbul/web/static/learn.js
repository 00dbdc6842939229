/** The page /learn/<slug>: a guided first game.  What it teaches is data: learn/<slug>.json.
 *
 *  A step has `title` and `text`; `new` {seed, options} lays out a fresh table; `only` keeps the learner to some
 *  actions; `show` points at nodes; `touch` waits for a node, `act` for an action of the learner's, else a button does.
 */
import { post } from "./api.js";
import { h } from "./dom.js";
import "./table.js";

export default async function page(root, slug) {
  const answer = await fetch(`/static/learn/${slug}.json`);
  if (!answer.ok) throw new Error("There is no lesson for this game yet. Its rules are a good start.");
  const lesson = await answer.json();
  document.title = lesson.title;
  const words = h("section.lesson", { "aria-live": "polite", "aria-label": "Lesson" });
  const table = h("fimbul-table");
  table.prepend(words);
  root.append(table);
  let place = -1, done = false;

  async function next() {
    const step = lesson.steps[++place];
    done = false;
    table.only = step.only ? new RegExp(step.only) : undefined;
    if (step.new) {
      const { id } = await post("/tables", { game: slug, seats: lesson.seats, ...step.new });
      table.open(id);
    } else table.choose();
    draw(step);
  }

  function draw(step) {
    const waits = (step.touch || step.act) && !done;
    const last = place === lesson.steps.length - 1;
    const button = last ? h("a.primary", { href: "/" }, "Play a game of your own")
      : h(waits ? "button.plain" : "button.primary", { onclick: next }, waits ? "Skip" : "Go on");
    words.replaceChildren(h("p.dim", {}, `${lesson.title} · ${place + 1} of ${lesson.steps.length}`), h("h2", {}, step.title),
      ...[step.text].flat().map((text) => h("p", {}, text)), done && step.done ? h("p.done", {}, step.done) : "", h("div.row", {}, button));
    if (!waits && !last) button.focus({ preventScroll: true });
  }

  const finish = () => { done = true; draw(lesson.steps[place]); };
  table.addEventListener("path", ({ detail }) => {
    if (!done && lesson.steps[place]?.touch && new RegExp(lesson.steps[place].touch).test(detail.path.join(" "))) finish();
  });
  table.addEventListener("sent", ({ detail }) => {
    if (!done && lesson.steps[place]?.act && new RegExp(lesson.steps[place].act).test(detail.action.text)) finish();
  });
  table.addEventListener("shown", () => table.board.point(lesson.steps[place]?.show));
  await next();
}
