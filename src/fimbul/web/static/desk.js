/** What people do at a table besides playing: clocks, who is there, offers and votes, seats that are left,
 *  handed over or filled, the sealed dice. */
import { post, put } from "./api.js";
import { ask, attempt, h, icon, toast } from "./dom.js";
import { t } from "./i18n.js";
import { giveAway, inviteLink } from "./invite.js";
import { paceWords } from "./lists.js";

const TICK = 500; // milliseconds between looks at the clocks
const SHORT = 20_000; // milliseconds that are little
const DAY = 86_400_000;

const WISHES = {
  undo: (name) => t("{name} asks to take back a move.", { name }),
  draw: (name) => t("{name} offers a draw.", { name }),
  abort: (name) => t("{name} would like to break off the game.", { name }),
  replace: (name, left) => t("{name} would like a bot to play on for {left}, who is away.", { name, left }),
};
const ASKED = {
  draw: t("You have offered a draw."),
  abort: t("You have asked to break off the game."),
  replace: t("You have asked for a bot in that seat."),
};

/** Time that is left, as a clock shows it. */
export function clockFace(left) {
  if (left > DAY) return t("{count} day | {count} days", { count: Math.floor(left / DAY) });
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours ? [hours, two(minutes), two(seconds % 60)] : [minutes, two(seconds % 60)];
  return parts.join(":");
}

export class Desk {
  present = new Set();

  constructor(table) {
    this.table = table; // the <fimbul-table>
    this.ticking = setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** A message that is ours; whether it was. */
  hear(message) {
    const heard = {
      ask: (wish) => this.asked(wish),
      ask_undo: (wish) => this.asked({ kind: "undo", ...wish }),
      presence: ({ seats, watching }) => this.there(seats, watching),
      clock: ({ clock, now }) => {
        Object.assign(this, { clock, ahead: now - Date.now() });
        this.tick();
      },
    }[message.type];
    heard?.(message);
    return Boolean(heard);
  }

  /** Whether one may plan: nothing is hidden or left to chance, and somebody else plays. */
  get planned() {
    const { hidden, chance } = this.game ?? { hidden: true };
    return !hidden && !chance && this.table.table.seats.some(({ kind, me }) => kind === "person" && !me);
  }

  /** The table has come anew: who is there. */
  greet({ seats, id }) {
    if (this.id !== id) this.clock = undefined;
    this.id = id;
    this.present = new Set(seats.filter(({ present }) => present).map(({ seat }) => seat));
  }

  /** It is shown: what others wait for is asked again. */
  begin({ requests, seats, me }) {
    for (const { kind, seat, waiting, target } of requests)
      if (waiting.includes(me)) this.asked({ kind, seat, target, name: seats[seat].name });
  }

  // ---- offers and votes
  asked({ kind, seat, name, target }) {
    const key = `${kind} ${seat}`;
    document.querySelector(`.toast[data-wish="${key}"]`)?.remove();
    const left = this.table.table.seats[target]?.name;
    const answer = (label, yes) => h("button", { onclick: () => this.answer(kind, yes) }, label);
    const buttons = [answer(t("Allow"), true), answer(t("Refuse"), false)];
    toast(WISHES[kind](name, left), buttons, "lasting");
    document.querySelector("#toasts").lastChild.dataset.wish = key;
  }

  /** A bot asks whether it may: that is not overlooked behind a tab, and one touch answers it. */
  wondered({ name, text, asks }) {
    if (!asks || this.table.table?.me == null) return;
    const answer = (word) =>
      h("button", { onclick: () => this.table.send({ type: "chat", text: word }) }, word);
    toast(`${name}: ${text}`, [answer(t("Yes")), answer(t("No"))], "lasting");
    const box = document.querySelector("#toasts").lastChild;
    setTimeout(() => box.remove(), asks * 1000);
  }

  answer(kind, yes) {
    if (kind === "undo") return this.table.send({ type: "allow_undo", yes });
    return this.table.send({ type: "answer", kind, yes });
  }

  request(kind, target) {
    if (this.table.send({ type: "ask", kind, target })) toast(ASKED[kind]);
  }

  // ---- seats
  there(seats, watching) {
    const { seats: all } = this.table.table ?? { seats: [] };
    const now = new Set(seats);
    for (const { seat, name, me, kind } of all) {
      if (me || kind !== "person" || now.has(seat) === this.present.has(seat)) continue;
      const news = now.has(seat) ? t("{name} is here.", { name }) : t("{name} is away.", { name });
      toast(news);
    }
    this.present = now;
    this.watching = watching;
    this.dress();
  }

  /** Clocks and presence beside the names. */
  dress() {
    const { seats = [] } = this.table.table ?? {};
    for (const item of this.table.seats.children) {
      const { seat, kind, me } = seats[Number(item.dataset.seat)] ?? {};
      const here = kind !== "person" || me || this.present.has(seat);
      item.toggleAttribute("data-away", !here);
      item.querySelector(".away")?.remove();
      if (!here) item.querySelector(".who")?.append(h("span.away", {}, ` ${t("(away)")}`));
    }
    this.tick();
  }

  tick() {
    const { clock, table } = this;
    if (!clock) return;
    const passed = Date.now() + this.ahead - clock.since;
    for (const item of table.seats.children) {
      const seat = Number(item.dataset.seat);
      if (table.table?.seats[seat]?.kind !== "person") continue;
      const left = clock.left[seat] - (clock.running.includes(seat) ? passed : 0);
      const face = item.querySelector(".clock") ?? item.appendChild(h("span.clock", { role: "timer" }));
      const words = clockFace(left);
      if (face.textContent !== words) face.textContent = words;
      face.toggleAttribute("data-runs", clock.running.includes(seat));
      face.toggleAttribute("data-short", left < SHORT);
    }
  }

  // ---- the menu
  items() {
    const { table } = this.table;
    const { me, seats, finished, rated } = table;
    const others = seats.filter(({ kind, me: own }) => kind === "person" && !own);
    const playing = me != null && !finished;
    const item = (sign, label, act) => h("button", { onclick: act }, icon(sign), label);
    const { cooperative } = this.game ?? {};
    return [
      playing &&
        others.length &&
        !cooperative &&
        item("hands", t("Offer a draw"), () => this.request("draw")),
      playing && others.length && item("door", t("Ask to break off"), () => this.request("abort")),
      seats.length > 1 && item("person", t("Seats…"), () => this.showSeats()),
      playing && this.planned && item("next", t("Answers in advance…"), () => this.plan()),
      item("dice", t("About this table"), () => this.about()),
      playing && !rated && others.length && item("link", t("Hand my seat over…"), () => this.handOver()),
    ].filter(Boolean);
  }

  /** Who sits where, and what can be done about it. */
  showSeats() {
    const { id, seats, hosting, me, finished } = this.table.table;
    const call = (path, body) => () => attempt(() => post(`/tables/${id}/${path}`, body));
    const row = ({ seat, kind, name, me: own, plays, player, played }) => {
      const fresh = kind === "person" && !played && !finished;
      const profile = player && h("a", { href: `/people/${encodeURIComponent(player)}` }, name);
      const away = kind === "person" && !own && !this.present.has(seat);
      const button = (label, act) => h("button", { value: "done", onclick: act }, label);
      return h(
        "li",
        {},
        h("span", {}, plays, plays && " · ", kind === "open" ? t("free seat") : profile || name),
        h(
          "span.row",
          {},
          hosting && kind === "open" && button(t("Let a bot sit here"), call("fill", { seat })),
          hosting && fresh && !own && button(t("Send away"), call("kick", { seat })),
          me != null && away && button(t("Ask for a bot"), () => this.request("replace", seat)),
          own && fresh && seats.length > 1 && button(t("Leave the table"), call("leave")),
        ),
      );
    };
    const note = this.watching ? t("{count} watches | {count} watch", { count: this.watching }) : "";
    const list = h("ul.tables", {}, seats.map(row));
    list.addEventListener("click", ({ target }) => target.value && target.closest("dialog").close());
    ask(t("Seats"), [list, note && h("p.note", {}, note)], [[t("Close"), "", ".primary"]]);
  }

  async handOver() {
    const { id } = this.table.table;
    const words = h("p", {}, t("You get up, and whoever opens the link plays on in your place."));
    const buttons = [
      [t("Play on"), ""],
      [t("Hand it over"), "yes", ".danger"],
    ];
    if (!(await ask(t("Hand your seat over?"), words, buttons))) return;
    attempt(async () => {
      const { invite } = await post(`/tables/${id}/hand-over`);
      await giveAway(inviteLink({ id, invite }), t("The link that gives your seat away is copied."));
    });
  }

  /** How this table was opened, and the dice that were settled before the game. */
  about() {
    const {
      seed_hash: hash,
      seed,
      salt,
      seed_chosen: chosen,
      rated,
      hints,
      pace,
      access,
      taken,
    } = this.table.table;
    const doors = {
      open: t("open to all"),
      friends: t("for friends"),
      unlisted: t("by invitation; anybody with the address may watch"),
      private: t("private"),
    };
    const rows = [
      [t("Time"), paceWords(pace)],
      [t("Table"), [doors[access], rated && t("rated"), hints ? t("with hints") : t("without hints")]],
      this.table.afield?.bag && [t("Without a connection"), t("it goes on on this device")],
      [t("Seal of the dice"), h("code", {}, hash)],
      seed && [t("Seed"), h("code", {}, seed)],
      salt && [t("Salt"), h("code", {}, salt)],
    ].filter(Boolean);
    const list = rows.map(([name, value]) => [
      h("dt", {}, name),
      h("dd", {}, Array.isArray(value) ? value.filter(Boolean).join(", ") : value),
    ]);
    const proof = t("After it seed and salt are shown, and the seal proves them.");
    const note = chosen
      ? t("Somebody chose the dice of this game, and may know them.")
      : `${t("The dice were settled and sealed before the game.")} ${proof}`;
    const along = t(
      "It was taken along, to be played without a connection: whoever plays here may know what is hidden.",
    );
    ask(
      t("About this table"),
      [h("dl.keys.about", {}, list.flat()), h("p.note", {}, note), taken != null && h("p.note", {}, along)],
      [[t("Close"), "", ".primary"]],
    );
  }

  // ---- answers in advance
  /** Plans, as lines of their action, mine, theirs, mine. */
  async plan() {
    const { id, plans } = this.table.table;
    const text = h("textarea", {
      rows: "6",
      value: plans.map((line) => line.join(" ; ")).join("\n"),
      "aria-label": t("Answers in advance"),
    });
    const words = t("One line for each plan: their action ; your answer ; their action ; your answer …");
    const buttons = [
      [t("Cancel"), ""],
      [t("Keep them"), "yes", ".primary"],
    ];
    if (!(await ask(t("Answers in advance"), [h("p", {}, words), text], buttons))) return;
    const split = (line) => line.split(";").map((part) => part.trim());
    const lines = text.value
      .split("\n")
      .map(split)
      .filter((line) => line[0]);
    attempt(async () => {
      this.table.table.plans = (await put(`/tables/${id}/plans`, { lines })).lines;
      toast(t("Your answers are kept: they are played as soon as they fit."));
    });
  }
}
