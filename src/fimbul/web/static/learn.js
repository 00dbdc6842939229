/** The page /learn/<slug>: a guided first game.  What it teaches is data: learn/<slug>.json, on the game of
 *  learn/<slug>.saga.  The tables of its steps are in no list, and are cleared away.
 *
 *  A step has a `title` and a `text`; `ply` lays out that position of the game to play on from; `only` keeps
 *  the learner to some actions; `point` points at ids of the scene; `touch`, `act` and `why` wait for
 *  touches, an action or a refusal, else a button does.
 */
import { post, remove } from "./api.js";
import { attempt, h } from "./dom.js";
import "./table.js";
import { language, t } from "./i18n.js";

export default async function page(root, slug) {
  const lesson = (tongue) => fetch(`/static/learn/${slug}${tongue}.json`);
  const own = language === "en" ? undefined : await lesson(`.${language}`);
  const data = own?.ok ? own : await lesson("");
  if (!data.ok) throw new Error(t("There is no lesson for this game yet; its rules are a good start."));
  const { title, seat, bot, steps } = await data.json();
  document.title = title;
  const words = h("section.lesson", { "aria-live": "polite", "aria-label": t("Lesson") });
  const table = h("fimbul-table.learning");
  root.append(table);
  table.scene.sheet.prepend(words);
  let place = -1;
  let done = true;
  let laid; // the table of this step

  async function next() {
    const step = steps[++place];
    done = !(step.touch || step.act || step.why);
    table.only = step.only && new RegExp(step.only);
    tell(step);
    if (step.ply == null) return table.choose();
    table.leave();
    return attempt(async () => {
      laid = (await post(`/lessons/${slug}`, { ply: step.ply, seat, bot })).id;
      table.open(laid);
    });
  }

  function tell(step) {
    const last = place === steps.length - 1;
    const button = last
      ? h("a.primary", { href: "/" }, t("Play a game of your own"))
      : h("button.primary", { onclick: next }, t("Go on"));
    const parts = [
      h("p.dim", {}, t("{title} · {place} of {count}", { title, place: place + 1, count: steps.length })),
      !done && h("button.plain", { onclick: next }, t("Skip")),
      h("h2", {}, step.title),
      h("p", {}, step.text),
      done && step.done && h("p.done", {}, step.done),
      done && h("div.row", {}, button),
    ];
    table.toggleAttribute("data-reading", done && !last); // on a phone the board has the room then
    words.replaceChildren(...parts.filter(Boolean));
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
  return () => laid && remove(`/tables/${laid}`).catch(() => {});
}
