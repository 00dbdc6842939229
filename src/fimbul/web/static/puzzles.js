/** The page /puzzles#N: a position with one best move, a new one each day, solved on the board. */
import { get, once, post } from "./api.js";
import { attempt, h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { Touch } from "./touch.js";
import { learn, rich } from "./words.js";
import "./scene.js";

const solved = () => new Set(JSON.parse(localStorage.getItem("puzzles") ?? "[]"));

class Puzzles {
  constructor(root, { today, puzzles }) {
    Object.assign(this, { today, puzzles, touch: new Touch() });
    this.scene = h("fimbul-scene", {
      onchoose: ({ detail }) => this.touched(detail.id),
      onback: () => this.back(),
    });
    this.title = h("h1");
    this.list = h("ol.log");
    const home = h("a.tool", { href: "/", "aria-label": t("Home"), title: t("Home") }, icon("flake"));
    this.view = h(
      "div.replay.puzzles",
      {},
      h("header.bar", {}, home, this.title),
      this.scene,
      h("section.story", { tabindex: "0", "aria-label": t("Puzzles") }, this.list),
    );
    root.append(h("link", { rel: "stylesheet", href: "/static/replay.css" }), this.view);
  }

  async open(number) {
    const puzzle = await once(`/puzzles/${number}`);
    await learn(puzzle.game);
    this.puzzle = puzzle;
    history.replaceState(null, "", `#${number}`);
    const { title, name } = { ...this.puzzles[number - 1] };
    this.title.textContent = t("Puzzle {number}: {title} ({name})", { number, title, name });
    document.title = this.title.textContent;
    // What is to be found is the question here; what the game asks stands below it.
    const { scene } = puzzle.frame;
    const asked = { ...scene, sheet: { ...scene.sheet, text: puzzle.asked } };
    this.draw({ ...puzzle.frame, scene: asked }, puzzle.frame.actions, [h("p", {}, rich(scene.sheet.text))]);
    this.fill();
    this.list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }

  fill() {
    const done = solved();
    const row = ({ number, title, name }) => {
      const mark = done.has(number) ? " ✓" : "";
      const words = number === this.today ? t("{title} (today)", { title }) : title;
      const lead = (event) => {
        event.preventDefault();
        attempt(() => this.open(number));
      };
      return h(
        "li",
        { class: number === this.puzzle.number ? "here" : "" },
        h("span.ply", {}, number),
        h("a", { href: `#${number}`, onclick: lead }, `${name}: ${words}${mark}`),
      );
    };
    this.list.replaceChildren(...this.puzzles.map(row));
  }

  draw(frame, actions, words) {
    this.scene.show(frame.scene, frame.log);
    this.touch = new Touch(actions);
    this.offer();
    this.scene.sheet.add(...words);
    this.view.toggleAttribute("data-matless", this.scene.mats.hidden);
    this.view.toggleAttribute("data-varied", true);
  }

  offer() {
    this.scene.offer(this.touch);
    this.scene.sheet.step(
      this.touch.path.map((id) => this.scene.nameOf(id)),
      this.scene.turning(),
      () => this.back(),
    );
  }

  back() {
    this.touch.back();
    this.offer();
  }

  touched(id) {
    const meant = this.touch.touch(id);
    if (meant && meant !== "refused") attempt(() => this.act(meant));
    else this.offer();
  }

  async act({ text }) {
    const { number } = this.puzzle;
    const { verdict, frame } = await post(`/puzzles/${number}/try`, { action: text });
    if (this.puzzle.number !== number) return;
    if (verdict.solved) localStorage.setItem("puzzles", JSON.stringify([...solved().add(number)]));
    const again = h("button", { onclick: () => attempt(() => this.open(number)) }, t("Try again"));
    const next = (number % this.puzzles.length) + 1;
    const more = h("button.primary", { onclick: () => attempt(() => this.open(next)) }, t("Next puzzle"));
    this.draw(
      frame,
      [],
      [
        h("p.result", { role: "status" }, rich(verdict.words)),
        verdict.solved ? more : again,
        h(
          "ul.proof",
          { "aria-label": t("Proof") },
          verdict.proof.map((line) => h("li", {}, rich(line))),
        ),
      ],
    );
    this.fill();
  }
}

export default async function page(root) {
  const all = await get("/puzzles");
  const puzzles = new Puzzles(root, all);
  const asked = Number(location.hash.slice(1));
  await puzzles.open(all.puzzles[asked - 1] ? asked : all.today);
}
