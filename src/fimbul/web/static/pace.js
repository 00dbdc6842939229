/** The pace: frames wait here and are told one event after another, as fast as a person wants to follow.
 *
 *  `tell(frame, line)` shows one event; `settle(frame)` the position that they lead to.
 */
import { settings } from "./settings.js";

const SPEED = { slow: 1.9, normal: 1, fast: 0.4, instant: 0 };
const OWN = 0.3; // what one did oneself is told faster
const FIRST = 2; // events of one's own move that are that: what follows from it is news
const TURN = 12_000; // milliseconds for all that one move brings; where that is very much, each has less
const BRISK = 400;
const SHORTEST = 450; // milliseconds for a line, and for each letter of it
const LETTER = 22;
const LONGEST = 2600;

/** How long each event is shown at the normal pace: as long as its line takes to read, if there is time. */
function timesOf(log) {
  const times = log.map(({ text }) => Math.min(LONGEST, SHORTEST + LETTER * text.length));
  const share = TURN / times.reduce((sum, time) => sum + time, 0);
  return share < 1 ? times.map((time) => Math.max(BRISK, time * share)) : times;
}

export class Pace {
  queue = [];

  constructor({ tell, settle }) {
    Object.assign(this, { tell, settle });
  }

  get idle() {
    return !this.busy && !this.queue.length;
  }

  push(frame, own = false) {
    this.queue.push([frame, own]);
    if (!this.busy) this.run();
  }

  async run() {
    this.busy = true;
    const visit = (this.visit = {});
    while (this.queue.length) {
      const [frame, own] = this.queue.shift();
      const told = await this.play(frame, own);
      if (this.visit !== visit) return;
      this.busy = this.queue.length > 0;
      this.certainly(() => this.settle(frame, told));
      if (this.visit !== visit) return;
    }
    this.busy = this.hurried = false;
  }

  /** What cannot be shown is reported, and holds up nothing that comes after it. */
  certainly(show) {
    try {
      show();
    } catch (problem) {
      reportError(problem);
    }
  }

  /** Tell what happened; whether it was told line by line. */
  async play({ log, ...frame }, own) {
    const visit = this.visit;
    const speed = document.hidden ? 0 : SPEED[settings.pace];
    if (!speed || this.hurried) return false;
    const times = timesOf(log);
    for (const [place, line] of log.entries()) {
      if (this.hurried) break;
      this.certainly(() => this.tell({ log, ...frame }, line));
      await this.wait(speed * times[place] * (own && place < FIRST ? OWN : 1));
      if (this.visit !== visit) return false;
    }
    return log.length > 0;
  }

  wait(time) {
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, time);
    });
  }

  /** Show at once all that waits. */
  skip() {
    if (!this.busy) return;
    this.hurried = true;
    this.wake?.();
  }

  /** Forget what waits: the whole table is shown anew. */
  clear() {
    this.queue = [];
    this.visit = {};
    this.busy = this.hurried = false;
    this.wake?.();
  }
}
