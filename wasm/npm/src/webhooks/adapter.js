// A handler that got the arguments of another framework: the error names the entry for it.
import { invalidArgument } from "../errors.js";

/** Entries by what their framework passes. Fastify's and Hono's objects have Node's or the web's request inside. */
const ENTRIES = [
  ["billwire/fastify", ({ raw }) => Array.isArray(raw?.rawHeaders)],
  ["billwire/hono", ({ req }) => typeof req?.raw?.headers?.get === "function"],
  ["billwire/web", ({ headers }) => typeof headers?.get === "function"],
  ["billwire/express", ({ rawHeaders }) => Array.isArray(rawHeaders)],
];

/** Checks the first argument of a handler. Bodies and headers are read later. */
export function expectRequest(entry, request, isRequest) {
  const value = Object(request);
  if (isRequest(value)) return;
  const found = ENTRIES.find(([name, isOne]) => name !== entry && isOne(value));
  const advice = found === undefined ? "" : `: this one needs the webhook of "${found[0]}"`;
  throw invalidArgument("request", `expected a request as ${entry} gets it${advice}`);
}
