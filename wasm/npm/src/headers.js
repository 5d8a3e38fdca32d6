// The headers of a call. No secret is a member: whatever prints, walks or serialises them sees `[hidden]` or nothing.

const HIDDEN = "[hidden]";
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Headers that cannot change, with the methods of a `Headers`. */
export class CallHeaders {
  #list;

  /** The list has a name, a value and whether the value is secret. */
  constructor(list) {
    this.#list = list;
  }

  get(name) {
    const wanted = String(name).toLowerCase();
    return this.#list.find(([one]) => one.toLowerCase() === wanted)?.[1] ?? null;
  }

  has(name) {
    return this.get(name) !== null;
  }

  getSetCookie() {
    return [];
  }

  forEach(work, self) {
    for (const [name, value] of this) work.call(self, value, name, this);
  }

  *entries() {
    for (const [name, value] of this.#list) yield [name, value];
  }

  *keys() {
    for (const [name] of this.#list) yield name;
  }

  *values() {
    for (const [, value] of this.#list) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  append() {
    throw new TypeError("the headers of a call cannot change: copy them by `new Headers(call.headers)`");
  }

  delete() {
    this.append();
  }

  set() {
    this.append();
  }

  toJSON() {
    return Object.fromEntries(this.#list.map(([name, value, isSecret]) => [name, isSecret ? HIDDEN : value]));
  }

  [INSPECT]() {
    return this.toJSON();
  }
}

export { INSPECT };
