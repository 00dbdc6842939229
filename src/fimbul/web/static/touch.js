/** From touches to actions.  It knows no game: each action says what one touches to take it, in order. */
export class Touch {
  constructor(actions = [], path = []) {
    this.actions = actions;
    this.path = this.after(path).length ? path : [];
  }

  /** The actions that go on from these touches. */
  after(path) {
    return this.actions.filter(({ clicks }) => path.every((id, place) => clicks[place] === id));
  }

  /** What can be touched after these touches. */
  following(path) {
    return new Set(
      this.after(path)
        .map(({ clicks }) => clicks[path.length])
        .filter(Boolean),
    );
  }

  get live() {
    return this.after(this.path);
  }

  get next() {
    return this.following(this.path);
  }

  /** What can be touched that leads on to another touch. */
  get onward() {
    const place = this.path.length;
    return new Set(
      this.live.filter(({ clicks }) => clicks.length > place + 1).map(({ clicks }) => clicks[place]),
    );
  }

  /** The action that a touch would mean, by what is touched: of those that leave no choice. */
  get meant() {
    const found = new Map();
    for (const action of this.live) {
      const id = action.clicks[this.path.length];
      found.set(id, found.has(id) ? undefined : action);
    }
    return found;
  }

  /** What is only ever touched after something else. */
  get later() {
    const begins = this.following([]);
    return new Set(this.actions.flatMap(({ clicks }) => clicks.slice(1)).filter((id) => !begins.has(id)));
  }

  /** Touch something: the action that is meant now, "refused" if it leads nowhere, or null while there is
   *  more to choose. */
  touch(id) {
    if (!this.next.has(id) && this.path.at(-1) === id) return this.back();
    let keep = this.path.length;
    while (keep >= 0 && !this.following(this.path.slice(0, keep)).has(id)) keep--;
    if (keep < 0) return "refused";
    this.path = [...this.path.slice(0, keep), id];
    const [only, ...others] = this.live;
    const left = only.clicks.length - this.path.length;
    // A last step without a choice is not asked for; but the first touch never acts by surprise.
    return !others.length && (left === 0 || (left === 1 && this.path.length > 1)) ? only : null;
  }

  back() {
    this.path = this.path.slice(0, -1);
    return null;
  }
}
