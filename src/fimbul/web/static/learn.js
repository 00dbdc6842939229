/** The page /learn/<slug>: a guided first game.  What it teaches is data: learn/<slug>.json, on the game of
 *  learn/<slug>.saga.
 *
 *  A step has a `title` and a `text`; `ply` lays out that position of the game to play on from; `only` keeps
 *  the learner to some actions; `point` points at ids of the scene; `touch`, `act` and `why` wait for
 *  touches, an action or a refusal, else a button does.
 */
import { post } from "./api.js";
import { attempt, h } from "./dom.js";
import "./table.js";
import { t } from "./i18n.js";

export default async function page(root, slug) {
  const files = ["json", "saga"].map((kind) => fetch(`/static/learn/${slug}.${kind}`));
  const [data, saga] = await Promise.all(files);
  if (!data.ok) throw new Error(t("There is no lesson for this game yet; its rules are a good start."));
  const { title, seat, bot, steps } = await data.json();
  const { id: game } = await post("/records", await saga.text());
  document.title = title;
  const words = h("section.lesson", { "aria-live": "polite", "aria-label": t("Lesson") });
  const table = h("fimbul-table.learning");
  root.append(table);
  table.scene.sheet.prepend(words);
  let place = -1;
  let done = true;

  async function next() {
    const step = steps[++place];
    done = !(step.touch || step.act || step.why);
    table.only = step.only && new RegExp(step.only);
    tell(step);
    if (step.ply == null) return table.choose();
    return attempt(async () => table.open((await begin(step.ply)).id));
  }

  /** A table for a step, in place of the one before. */
  function begin(ply) {
    if (table.frame && !table.frame.outcome) table.send({ type: "resign" });
    return post(`/tables/${game}/fork`, { ply, seat, bot });
  }

  function tell(step) {
    const last = place === steps.length - 1;
    const button = last
      ? h("a.primary", { href: "/" }, t("Play a game of your own"))
      : h(done ? "button.primary" : "button.plain", { onclick: next }, done ? t("Go on") : t("Skip"));
    words.replaceChildren(
      h("p.dim", {}, t("{title} · {place} of {count}", { title, place: place + 1, count: steps.length })),
      h("h2", {}, step.title),
      h("p", {}, step.text),
      ...(done && step.done ? [h("p.done", {}, step.done)] : []),
      h("div.row", {}, button),
    );
    if (done) button.focus({ preventScroll: true });
  }

  table.addEventListener("did", ({ detail: { what, text } }) => {
    const step = steps[place];
    if (!done && what in step && new RegExp(step[what]).test(text)) {
      done = true;
      step.point = [];
      tell(step);
    }
    table.scene.point(step.point);
  });
  await next();
}
