/** A coach's review of a game, for the replay: asked for, drawn as a graph, and told as a list. */
import { draw, h } from "./dom.js";
import { HEARD, said, t } from "./i18n.js";
import { rich } from "./words.js";

const SIZES = { slip: t("slip"), mistake: t("mistake"), blunder: t("blunder") };
const percent = (chance) => `${Math.round(chance * 100)} %`;

/** Ask for a review; `tell(share)` hears how much of it is done. */
export async function reviewed(id, tell, signal) {
  const answer = await fetch(`/api/v1/tables/${id}/review`, { signal, headers: HEARD });
  if (!answer.ok) throw new Error(said((await answer.json()).detail));
  const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await lines.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = parts.pop();
    for (const line of parts.map((part) => JSON.parse(part))) {
      if (line.review) return line.review;
      if (line.problem) throw new Error(line.problem);
      tell(line.done / line.of);
    }
    if (done) throw new Error(t("The review broke off. Ask for it again."));
  }
}

/** The graph of the estimate, with a button at every turning point; `go(ply)` leads there. */
export function graph({ estimates, turning_points: points, sides, shared, plies }, go) {
  const duel = sides.length === 2 && !shared;
  const seats = shared || duel ? [0] : sides.map((_, seat) => seat);
  const svg = draw(document.createDocumentFragment(), "svg", {
    viewBox: `0 0 ${Math.max(1, plies)} 100`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const course = (seat) =>
    estimates.map((chances, ply) => `${ply},${(100 * (1 - chances[seat])).toFixed(1)}`);
  if (duel || shared) {
    const area = ["0,100", ...course(0), `${plies},100`].join(" ");
    draw(svg, "rect", { width: "100%", height: "100", class: duel ? "side1" : "none" });
    draw(svg, "polygon", { points: area, class: "side0" });
  }
  draw(svg, "line", { x2: plies, y1: 50, y2: 50, class: "half" });
  for (const seat of seats) draw(svg, "polyline", { points: course(seat).join(" "), class: `course${seat}` });
  const now = draw(svg, "line", { y2: 100, class: "now" });
  const mark = ({ ply, seat, before, after, words }) => {
    const name = `${t("Move {ply}", { ply })}: ${words} (${percent(before)} → ${percent(after)})`;
    const place = `left: ${(100 * ply) / plies}%; top: ${100 * (1 - after)}%`;
    return h("button.turning", {
      style: place,
      title: name,
      "aria-label": name,
      "data-seat": seat,
      onclick: () => go(ply),
    });
  };
  const box = h("div.graph", { role: "group", "aria-label": t("Estimate along the game") });
  box.append(svg, ...points.map(mark));
  const at = (event) => {
    const { left, width } = box.getBoundingClientRect();
    if (!event.target.matches("button")) go(Math.round(((event.clientX - left) / width) * plies));
  };
  box.addEventListener("click", at);
  const show = (ply) => {
    now.setAttribute("x1", ply);
    now.setAttribute("x2", ply);
  };
  return { node: box, show };
}

/** The estimate of one position in words. */
export const standing = ({ estimates, sides, shared }, ply) =>
  shared
    ? t("The group: {chance}", { chance: percent(estimates[ply]?.[0] ?? 0) })
    : sides.map((side, seat) => `${side} ${percent(estimates[ply]?.[seat] ?? 0)}`).join(" · ");

/** Everything that a coach says; `go(ply)` shows a position, `vary(ply, actions)` what was not played. */
export function told(review, go, vary) {
  const turn = ({ ply, before, after, words, seat }) =>
    h(
      "li",
      {},
      h("button.plain", { onclick: () => go(ply) }, t("Move {ply}", { ply })),
      h("p", {}, rich(words)),
      h(
        "p.note",
        {},
        `${review.shared ? t("The group") : review.sides[seat]}: ${percent(before)} → ${percent(after)}`,
      ),
    );
  const mistake = (one) => {
    const { ply, seat, size, loss, words, better_words: better, why, maxim, line } = one;
    const steps = line.slice(1).map((step) => `${review.sides[step.seat]}: ${step.words}`);
    return h(
      "li",
      { "data-size": size },
      h("button.plain", { onclick: () => go(ply) }, t("Move {ply}", { ply })),
      h("b.size", {}, `${SIZES[size]} −${percent(loss)}`),
      h("p", {}, `${review.sides[seat]}: `, rich(words), "."),
      h("p", {}, h("b", {}, t("Better:")), " ", rich(better), ". ", rich(why)),
      steps.length > 0 && h("p.note", {}, t("Then:"), " ", rich(steps.join("; ")), "."),
      maxim && h("p.maxim", {}, rich(maxim)),
      h(
        "button",
        {
          onclick: () =>
            vary(
              ply,
              line.map(({ action }) => action),
            ),
        },
        t("Show the better line"),
      ),
    );
  };
  const { turning_points: points, mistakes } = review;
  const none = (text) => h("p.note", {}, text);
  return h(
    "div.coach",
    {},
    h("h2", {}, t("Turning points")),
    points.length ? h("ol", {}, points.map(turn)) : none(t("No single move turned it.")),
    h("h2", {}, t("Mistakes, the largest first")),
    mistakes.length ? h("ol", {}, mistakes.map(mistake)) : none(t("None that the coach could find.")),
    h("p.note", {}, t("Judged by {method}.", review), ` ${review.knowledge} ${review.note}`),
  );
}
