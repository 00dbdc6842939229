/** A table that was taken along: when the connection is lost its game goes on in this browser, bots and all.
 *
 *  The course of the game lies on this device and follows whatever the server tells (`packed`, `followed`).
 *  Without a line a worker plays it by the same rules (`go`); what is done is kept before it is shown, and
 *  brought to the server in one go when the line is back (`back`).
 */
import { detour, post } from "./api.js";
import { go } from "./app.js";
import { ask, h, toast } from "./dom.js";
import { HEARD, language, said, t } from "./i18n.js";
import { allCarried, carried, carry, putDown, unreturned } from "./luggage.js";

const RUNTIME = "fimbul-runtime";
const PAGES = "fimbul"; // the worker's of all pages (sw.js)
const FILES = [
  "worker.js",
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "pyodide-lock.json",
  "python_stdlib.zip",
  "msgspec.whl",
  "fimbul.zip",
];
const OURS = /^\/static\/|^\/api\/v1\/(boards\/|games(\/\w+)?$)/;
const GRACE = 1500; // milliseconds that a line may be lost before one goes on without it
const AGAIN = 5000; // milliseconds until what could not be brought back is brought again
const BUSY = [0, 429, 503]; // there is no line, or too much to do: it is tried again
// Bots that play here as they are, as in table/afield.py.
const STRONGEST = ["random", "greedy", "newcomer", "casual", "club", "expert"];

/** An epoch that no server counts to, so that no frame of here is taken for one of there. */
const ownEpoch = () => 10_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0] % 80_000_000);

/** Hold a table, so that no other window plays it too; what lets it go, or nothing. */
function hold(id) {
  return new Promise((resolve) => {
    const held = (lock) => (lock ? new Promise((free) => resolve(free)) : resolve(undefined));
    navigator.locks.request(`afield ${id}`, { ifAvailable: true }, held);
  });
}

/** Have on this device all that is needed to play on, and nothing that no table needs any more. */
async function stock(address, slug, told = () => {}) {
  const [shelf, pages] = await Promise.all([caches.open(RUNTIME), caches.open(PAGES)]);
  for (const [place, name] of FILES.entries()) {
    told(place / FILES.length);
    if (!(await shelf.match(address + name))) await shelf.add(address + name);
  }
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const own = loaded.filter(({ origin, pathname }) => origin === location.origin && OURS.test(pathname));
  const rest = ["/", `/api/v1/games/${slug}`, `/api/v1/games/${slug}/rules`, ...own.map(({ href }) => href)];
  await Promise.all(
    [...new Set(rest)].map((path) => pages.add(new Request(path, { headers: HEARD })).catch(() => {})),
  );
  const wanted = [address, ...(await allCarried()).map(([, bag]) => bag.address)];
  for (const file of await shelf.keys())
    if (!wanted.some((each) => file.url.includes(each))) await shelf.delete(file);
}

/** Bring what was played at a table to the server; the table at which it stands then. */
const bring = (id, { parcel, played }, apart = false) =>
  post(`/tables/${id}/back`, {
    rules: parcel.rules,
    base: parcel.deeds.length,
    deeds: [...parcel.deeds, ...played],
    apart,
  });

/** What the server knows now need not be brought again. */
const settled = ({ parcel, played, ...bag }) => ({
  ...bag,
  parcel: { ...parcel, deeds: [...parcel.deeds, ...played] },
  played: [],
});

/** Bring what was played at any table, wherever one is; what needs an answer waits at its table. */
export async function bringAll() {
  for (const [id] of await unreturned()) {
    if (location.pathname === `/t/${id}`) continue; // it sees to that itself
    const free = await hold(id);
    if (!free) continue; // it is played on in another window just now
    try {
      const bag = await carried(id);
      await bring(id, bag);
      await carry(id, settled(bag));
      toast(t("What you played without a connection is brought back."));
    } catch (problem) {
      if (BUSY.includes(problem.status)) return;
      const link = h("a", { href: `/t/${id}` }, t("To the table"));
      toast(t("What you played without a connection waits for your word."), [link], "lasting");
    } finally {
      free();
    }
  }
}

export class Afield {
  on = false; // whether the game goes on here
  told = Promise.resolve();
  asked = new Map();

  constructor(table, id, bag) {
    Object.assign(this, { table, id, bag });
    this.on = Boolean(bag?.played.length); // first it is brought back, or played on
    detour((path) => this.answer(path));
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
    detour();
    this.stop();
  }

  // ---- while there is a line
  /** Take the table along: by hand it is said what that means, and proved that this browser can do it. */
  async take(byHand) {
    if (this.taking) return;
    const { along, title } = this.table.table;
    if (byHand) {
      const words = [
        t("The rules and the bots come onto this device, about 8 MB, once."),
        t("With them come the dice and what is hidden at this table: that is noted there."),
      ];
      const buttons = [
        [t("Not now"), ""],
        [t("Take it along"), "yes", ".primary"],
      ];
      const body = words.map((line) => h("p", {}, line));
      if (!(await ask(t("Play {title} without a connection?", { title }), body, buttons))) return;
    }
    Object.assign(this, { byHand, address: along, taking: true });
    this.follow();
  }

  /** Ask for what the server knows and this device does not. */
  follow() {
    const { epoch, deeds = [] } = this.bag?.parcel ?? {};
    this.table.live.send({ type: "along", epoch, since: deeds.length });
  }

  /** The whole course of the game; nothing where one does not play alone any more. */
  async packed(parcel) {
    if (!parcel) {
      this.bag = undefined;
      return putDown(this.id);
    }
    this.bag = { parcel, played: [] };
    await this.save();
    const told = (share) =>
      this.table.waits(t("{percent} % of the rules are here…", { percent: Math.round(100 * share) }));
    try {
      await stock(this.bag.address, this.table.table.game, this.byHand ? told : undefined);
      if (this.byHand) await this.prove();
    } catch (problem) {
      await putDown(this.id);
      this.bag = undefined;
      toast(t("This browser cannot play on without a connection: {reason}", { reason: problem.message }));
    }
    this.table.waits();
    this.taking = this.byHand = false;
  }

  /** What was done since. */
  followed({ epoch, since, deeds }) {
    const { parcel } = this.bag ?? {};
    if (!parcel || this.on) return undefined;
    parcel.epoch = epoch;
    parcel.deeds = [...parcel.deeds.slice(0, since), ...deeds];
    this.renew();
    return this.save();
  }

  /** The server may have other modules by now: they are fetched, and then played with. */
  async renew() {
    const { along, game } = this.table.table ?? {};
    if (!along || along === this.bag.address || this.taking) return;
    this.taking = true;
    await stock(along, game).then(
      () => Object.assign(this.bag, { address: along }),
      () => {}, // the old ones do
    );
    this.taking = false;
    if (this.bag) await this.save();
  }

  async save() {
    const sheet = { ...this.table.table, frame: undefined };
    if (sheet.id) Object.assign(this.bag, { sheet, me: sheet.me, address: this.bag.address ?? sheet.along });
    this.kept = (this.kept ?? Promise.resolve()).catch(() => {}).then(() => carry(this.id, this.bag));
    return this.kept;
  }

  /** See once that this browser can do it. */
  async prove() {
    this.table.waits(t("The rules are tried…"));
    await this.start();
    this.table.waits();
    toast(t("Ready: when the connection is lost, this game goes on here."));
  }

  // ---- without one
  /** The line is lost: if it does not come back soon, one goes on here. */
  lost() {
    clearTimeout(this.waiting);
    if (this.bag?.parcel) this.waiting = setTimeout(() => this.go(), this.on ? 0 : GRACE);
  }

  async go() {
    if (this.closed || this.returning || this.free) return;
    const visit = (this.visit = {});
    this.free = await hold(this.id);
    if (!this.free) return this.table.say(t("This table goes on in another window."));
    this.on = true;
    this.table.waits(t("The game is set up on this device…"));
    try {
      const pending = this.table.pending;
      await this.tell(await this.start());
      this.table.toggleAttribute("data-afield", true);
      this.table.sayLost();
      if (pending) this.send(pending);
      await this.think();
    } catch (problem) {
      if (this.visit !== visit) return;
      this.on = this.bag.played.length > 0;
      this.stop();
      this.table.say(t("The game cannot go on here: {reason}", { reason: problem.message }));
    }
    this.table.waits();
  }

  /** Have a worker with the table as it is. */
  async start() {
    this.worker ??= new Worker(`${this.bag.address}worker.js`, { type: "module" });
    this.worker.onmessage = ({ data: { id, said: answer, problem } }) => {
      const { resolve, reject } = this.asked.get(id);
      this.asked.delete(id);
      if (problem) reject(new Error(said(problem)));
      else resolve(answer);
    };
    this.worker.onerror = ({ message }) => {
      for (const { reject } of this.asked.values()) reject(new Error(message || t("its worker stopped.")));
      this.asked.clear();
    };
    return this.call("begin", JSON.stringify({ ...this.bag, epoch: ownEpoch(), language }));
  }

  call(name, text) {
    const id = (this.calls = (this.calls ?? 0) + 1);
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, text }, []);
    });
  }

  stop() {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.asked.values()) reject(new Error(t("its worker stopped.")));
    this.asked.clear();
    this.free?.();
    this.free = undefined;
  }

  /** Show what was done, once it is kept. */
  tell(news) {
    this.told = this.told.then(async () => {
      if (news?.played) {
        this.bag.played = news.played;
        await this.save().catch(() =>
          toast(t("This device has no room left: what you play now is not kept.")),
        );
      }
      for (const message of news?.messages ?? []) this.table.hear(message);
    });
    return this.told;
  }

  /** Do what somebody asks for; whether it is done here. */
  send(message) {
    if (!this.worker || this.returning) return false;
    this.call("hear", JSON.stringify(message))
      .then((news) => this.tell(news))
      .then(() => this.think())
      .catch((problem) => this.worker && toast(problem.message));
    return true;
  }

  /** The bots act, one after the other, until a person is to. */
  async think() {
    if (this.thinking) return this.thinking;
    const turns = async () => {
      while (this.worker && !this.returning) {
        const news = await this.call("think");
        if (!news) return;
        await this.tell(news);
      }
    };
    this.thinking = turns().finally(() => (this.thinking = undefined));
    return this.thinking;
  }

  /** What a server would answer; nothing where it has to be asked. */
  async answer(path) {
    if (!this.on || !this.worker) return undefined;
    const below = `/tables/${this.id}/`;
    const asked = path.startsWith(below) ? path.slice(below.length) : path;
    if (asked === path && !path.startsWith("/boards/")) return undefined;
    return (await this.call("look", asked)) ?? undefined;
  }

  words() {
    const { seats } = this.table.table ?? { seats: [] };
    const tired = seats.find(({ bot }) => bot && !STRONGEST.includes(bot));
    const on = t(
      "The connection is lost. The game goes on here, and is brought back when it is there again.",
    );
    if (!this.table.hasAttribute("data-lost")) return t("What you play here is not brought back yet.");
    return tired ? `${on} ${t("{name} plays as an expert meanwhile.", tired)}` : on;
  }

  // ---- when it is back
  /** The line is there: bring back what was played, or ask for what is new. */
  found() {
    clearTimeout(this.waiting);
    if (this.on) this.back();
    else if (this.bag) this.follow();
  }

  async back() {
    if (this.returning || this.closed) return;
    this.returning = true;
    this.table.waits(t("What you played is brought back…"));
    await this.thinking?.catch(() => {});
    await this.told.catch(() => {});
    let answered = true;
    try {
      if (this.bag.played.length) await bring(this.id, this.bag);
      if (this.bag.played.length) toast(t("What you played without a connection is brought back."));
      this.bag = settled(this.bag);
      await this.save();
    } catch (problem) {
      answered = await this.refused(problem);
    }
    this.returning = false;
    this.table.waits();
    if (answered) this.end();
    else if (this.on) await (this.worker ? this.think() : this.go());
  }

  /** It was not taken; whether that is settled now. */
  async refused(problem) {
    if (BUSY.includes(problem.status)) {
      this.waiting = setTimeout(() => !this.table.hasAttribute("data-lost") && this.back(), AGAIN);
      return false;
    }
    const buttons = [
      [t("Decide later"), ""],
      [t("Drop what I played here"), "drop", ".danger"],
      [t("Make mine a table of its own"), "apart", ".primary"],
    ];
    const words = [h("p", {}, problem.message), h("p", {}, t("Which shall stay?"))];
    const answer = await ask(t("What you played without a connection"), words, buttons);
    if (answer === "drop") {
      this.bag.played = [];
      await putDown(this.id);
      this.bag = undefined;
      return true;
    }
    if (answer !== "apart") return false;
    try {
      const { id } = await bring(this.id, this.bag, true);
      await putDown(this.id);
      this.bag = undefined;
      this.on = false;
      go(`/t/${id}`);
      return false;
    } catch (reason) {
      toast(reason.message);
      return false;
    }
  }

  /** The server's table is the table again. */
  end() {
    this.on = false;
    this.visit = undefined;
    this.stop();
    this.table.toggleAttribute("data-afield", false);
    this.table.live.renew();
  }
}
