/** The server: calls that answer or throw, and the live line to a table. */
import { HEARD, said, t } from "./i18n.js";
import { patched } from "./patch.js";

const ROOT = "/api/v1";
const PING = 15_000; // milliseconds between questions whether anybody is there
const { lineTo, takeAhead } = globalThis.early;
const PATIENCE = 8_000; // milliseconds for an answer; then the line is taken for lost

/** What went wrong, as a sentence; `status` is 0 where the server did not answer at all. */
const problem = (status, { detail = t("The server answered {status}.", { status }) } = {}) =>
  Object.assign(new Error(said(detail)), { status });

/** That nobody answers at all. */
export const gone = () =>
  problem(0, {
    detail: navigator.onLine
      ? t("The server cannot be reached. Is it still running?")
      : t("There is no connection just now."),
  });

let elsewhere; // who answers while there is no line

/** Let somebody else answer what is asked for, where they can. */
export const detour = (answer) => (elsewhere = answer);

async function call(method, path, body) {
  const found = method === "GET" ? await elsewhere?.(path) : undefined;
  if (found !== undefined) return found;
  const text = typeof body === "string";
  const kind = text ? "text/plain; charset=utf-8" : "application/json";
  const init = { method, headers: { ...HEARD } };
  if (body !== undefined) {
    init.headers["content-type"] = kind;
    init.body = text ? body : JSON.stringify(body);
  }
  const answer = await fetch(ROOT + path, init).catch(() => {
    throw gone();
  });
  const data = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (!answer.ok) throw problem(answer.status, data);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);
export const remove = (path) => call("DELETE", path);

const MOST_UNASKED = 200;
const kept = new Map();
const unasked = [];

/** An answer that never changes, asked for once. */
export function once(path) {
  if (!kept.has(path)) {
    const answer = get(path).catch((reason) => {
      kept.delete(path);
      throw reason;
    });
    kept.set(path, answer);
  }
  return kept.get(path);
}

/** Keep what was told anyway, as if it had been asked for; of much the oldest is forgotten. */
export function remember(path, answer) {
  kept.set(path, Promise.resolve(answer));
  if (unasked.push(path) > MOST_UNASKED) kept.delete(unasked.shift());
}

/** Follow a line of news that comes back by itself; calling the answer ends it. */
export function follow(path, heard) {
  let socket;
  let again;
  let tries = 0;
  const connect = () => {
    socket = new WebSocket(location.origin.replace(/^http/, "ws") + ROOT + path);
    socket.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      if (tries || news.type !== "tables" || socket.known) heard(news); // the first word only greets
      socket.known = true;
      tries = 0;
    };
    socket.onclose = () => (again = setTimeout(connect, Math.min(30_000, 1000 * 2 ** tries++)));
  };
  connect();
  return () => {
    clearTimeout(again);
    socket.onclose = null;
    socket.close();
  };
}

/** The live line to a table.  It comes back by itself when it is lost, and says from which ply it wants to go
 *  on.
 *
 *  `heard(message)` gets every message; `state(word)` hears "open", "lost", or the error why the table cannot
 *  be had; `since()` says which frame was seen last, `seat()` through which seat.
 */
export class Live {
  constructor(id, { heard, state, since, seat = () => null }) {
    Object.assign(this, { id, heard, state, since, seat, tries: 0 });
    this.connect();
    this.pulse = setInterval(() => this.ping(), PING);
  }

  connect() {
    const seen = this.since();
    const seat = this.seat();
    const from = seen ? `&since=${seen.ply}&epoch=${seen.epoch}${seat == null ? "" : `&seat=${seat}`}` : "";
    const early = seen ? undefined : takeAhead(this.id);
    const socket = early?.socket ?? lineTo(this.id, from);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      clearTimeout(this.doubt);
      if (!this.closed && this.socket === socket) this.heard(this.whole(JSON.parse(data)));
    };
    socket.onopen = () => this.state("open");
    socket.onclose = () => this.closed || this.socket !== socket || this.lost();
    if (!early) return;
    queueMicrotask(() => {
      if (socket.readyState === WebSocket.OPEN) socket.onopen();
      for (const message of early.said) socket.onmessage(message);
    });
  }

  /** A message with its whole frame: one that tells only what is new in it continues the last. */
  whole(told) {
    const { type, patch } = told;
    const message = type === "patch" ? { type: "frame", frame: patched(this.frame, patch) } : told;
    this.frame = message.frame ?? message.table?.frame ?? this.frame;
    return message;
  }

  /** Ask whether anybody is there: a line may be dead without saying so. */
  ping() {
    if (!this.send({ type: "ping" })) return;
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => this.drop(), PATIENCE);
  }

  /** Give up a dead line without waiting for its goodbye. */
  drop() {
    this.hangUp();
    this.lost();
  }

  /** Have the table told anew. */
  renew() {
    this.hangUp();
    this.connect();
  }

  hangUp() {
    clearTimeout(this.again);
    clearTimeout(this.doubt);
    this.socket.onclose = null;
    this.socket.close();
  }

  async lost() {
    clearTimeout(this.doubt);
    this.state("lost");
    if (this.since() == null) {
      // It was never had: perhaps there is no such table.
      const reason = await get(`/tables/${this.id}`).then(
        () => null,
        (found) => found,
      );
      if (this.closed) return;
      if (reason?.status) return this.state(reason);
    }
    clearTimeout(this.again);
    this.again = setTimeout(() => this.connect(), Math.min(8000, 300 * 2 ** this.tries++));
  }

  send(message) {
    const open = this.socket.readyState === WebSocket.OPEN;
    if (open) this.socket.send(JSON.stringify(message));
    return open;
  }

  close() {
    this.closed = true;
    clearInterval(this.pulse);
    this.hangUp();
  }
}
