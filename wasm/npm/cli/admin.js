// Admin paths of the sandbox, for tests. A real service has none of these.
import { validateHeaderName, validateHeaderValue } from "node:http";
import { isBillwireError } from "billwire";
import { isReachable } from "./loopback.js";

const PATHS = {
  "/sandbox/webhook": ["PUT", setWebhook],
  "/sandbox/retries": ["PUT", setRetries],
  "/sandbox/faults": ["POST", addFaults],
  "/sandbox/payments": ["POST", pay],
  "/sandbox/resend": ["POST", resend],
  "/sandbox/books": ["GET", ({ change }) => [JSON.stringify(change((simulator) => simulator.books()))]],
  "/sandbox/history": ["GET", ({ history }) => [history.toText()]],
};
// The server writes these headers itself; a wrong value would never reach a caller.
const FRAMING = ["connection", "content-length", "transfer-encoding"];

class Unusable extends Error {}

export function isAdmin(request) {
  return Object.hasOwn(PATHS, pathOf(request));
}

/** Does what a request asks of the sandbox. An action returns its answer, if it has one, and what the log says. */
export async function administer(sandbox, request, body, response) {
  const [method, act] = PATHS[pathOf(request)];
  if (request.method !== method) return response.writeHead(405, { Allow: method }).end();
  try {
    const [answer, change] = await act(sandbox, method === "GET" ? undefined : jsonOf(request, body));
    if (change !== undefined) sandbox.log("admin", { change });
    if (answer === undefined) return response.writeHead(204).end();
    response.writeHead(200, { "Content-Type": "application/json" }).end(answer);
  } catch (error) {
    if (!(error instanceof Unusable || isBillwireError(error))) throw error;
    response.writeHead(400, { "Content-Type": "text/plain; charset=utf-8" }).end(`${error.message}\n`);
  }
}

function pathOf({ url }) {
  return url.split("?", 1)[0];
}

function jsonOf(request, body) {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw new Unusable("expected the header Content-Type: application/json");
  try {
    const value = JSON.parse(body.toString());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The sentence below covers both.
  }
  throw new Unusable("expected a JSON object in the body");
}

function setWebhook({ change, allowRemote }, endpoint) {
  const { url } = endpoint;
  if (!isReachable(url, allowRemote))
    throw new Unusable(
      "expected url to begin with http:// and name 127.0.0.1, [::1] or localhost; --allow-remote allows others",
    );
  change((simulator) =>
    simulator.sendWebhooksTo(renamed(endpoint, { customers_key: "customersKey", test_case: "testCase" })),
  );
  return [undefined, "set a new webhook endpoint"];
}

function setRetries({ change }, retries) {
  change((simulator) =>
    simulator.setRetries(renamed(retries, { first_ms: "firstMs", longest_ms: "longestMs" })),
  );
  return [undefined, "set new retries of webhooks"];
}

function addFaults({ change }, script) {
  const answers = ["onboarding", "settlement", "verification"].flatMap((name) =>
    Array.isArray(script[name]) ? script[name] : [],
  );
  for (const { fault } of answers.filter((one) => typeof one?.fault === "object" && one.fault !== null))
    check(fault);
  change((simulator) => simulator.script(script));
  return [undefined, `${answers.length} faults of answers, ${script.webhooks?.length ?? 0} of webhooks`];
}

/** A customer's payment. The answer is the body of the webhook that reports it. */
function pay({ change }, payment) {
  return [JSON.stringify(change((simulator) => simulator.pay(payment))), "a customer's payment"];
}

async function resend({ history, deliver }, { id }) {
  const webhook = history.webhook(id);
  if (webhook === undefined) throw new Unusable("no webhook has this id: npx billwire events lists them");
  const { status, reason } = await deliver(webhook);
  return [JSON.stringify({ id, status, answer: reason ?? `HTTP ${status}` })];
}

/** Checks that HTTP can carry the fault. */
function check({ kind, status, headers = {}, location }) {
  if (["answer", "http_status"].includes(kind) && !(status >= 200 && status <= 999))
    throw new Unusable("expected a status from 200 to 999");
  if (kind === "redirect" && !(status >= 300 && status <= 399))
    throw new Unusable("expected a redirect status from 300 to 399");
  const lines = kind === "redirect" ? { Location: location } : headers;
  for (const [name, value] of Object.entries(lines ?? {})) {
    if (FRAMING.includes(name.toLowerCase()))
      throw new Unusable("unexpected header: the server writes the framing itself");
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new Unusable("expected headers that HTTP can carry");
    }
  }
}

/** Members by the names of JavaScript's settings. */
function renamed(object, names) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]));
}
