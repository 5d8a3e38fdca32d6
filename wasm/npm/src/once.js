// A settlement's call and the request of a flow are sent once in their life, whichever copy of the package
// sends them.

/** Keys of the methods of a request, the same in every copy of the package. */
export const TAKE = Symbol.for("billwire.take");
export const GIVE_BACK = Symbol.for("billwire.giveBack");
export const REFUSED = Symbol.for("billwire.refused");

/** Takes a request, to send it. Throws its error if it is sent once, and another `send` has it or had it. */
export function take(request) {
  if (request[TAKE]?.() === false) throw request[REFUSED]();
}

/** Lets a request be sent again, after an attempt of which nothing has happened. */
export function giveBack(request) {
  request[GIVE_BACK]?.();
}
