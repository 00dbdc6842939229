/** The server: calls that answer or throw, and the live line to a table. */

const ROOT = "/api/v1";

/** What went wrong, as a sentence; `status` is 0 where the server did not answer at all. */
const problem = (status, { detail = `The server answered ${status}.` } = {}) => Object.assign(new Error(detail), { status });

async function call(method, path, body) {
  const text = typeof body === "string";
  const kind = text ? "text/plain; charset=utf-8" : "application/json";
  const init = body === undefined ? { method } : { method, headers: { "content-type": kind }, body: text ? body : JSON.stringify(body) };
  const answer = await fetch(ROOT + path, init).catch(() => {
    throw problem(0, { detail: "The server cannot be reached. Is it still running?" });
  });
  const data = await answer.json().catch(() => undefined);
  if (!answer.ok) throw problem(answer.status, data);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);

const kept = new Map();

/** An answer that never changes, asked for once. */
export function once(path) {
  if (!kept.has(path)) kept.set(path, get(path).catch((reason) => { kept.delete(path); throw reason; }));
  return kept.get(path);
}

/** The live line to a table.  It comes back by itself when it is lost, and says from which ply it wants to go on.
 *
 *  `heard(message)` gets every message; `state(word)` hears "open", "lost", or the error why the table cannot be had.
 */
export class Live {
  constructor(id, { heard, state, since }) {
    Object.assign(this, { id, heard, state, since, tries: 0 });
    this.connect();
  }

  connect() {
    const since = this.since();
    const query = since == null ? "" : `?since=${since}`;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${ROOT}/tables/${this.id}/live${query}`);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      if (!this.closed) this.heard(JSON.parse(data));
    };
    socket.onopen = () => this.state("open");
    socket.onclose = () => this.closed || this.lost();
  }

  async lost() {
    this.state("lost");
    if (this.since() == null) { // never had it: perhaps there is no such table
      const reason = await get(`/tables/${this.id}`).then(() => null, (found) => found);
      if (reason?.status) return this.state(reason);
    }
    this.again = setTimeout(() => this.connect(), Math.min(8000, 300 * 2 ** this.tries++));
  }

  send(message) {
    const open = this.socket.readyState === WebSocket.OPEN;
    if (open) this.socket.send(JSON.stringify(message));
    return open;
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.socket.close();
  }
}
