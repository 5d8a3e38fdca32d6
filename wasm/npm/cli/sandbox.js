// `billwire sandbox`: the simulated service over HTTP, on 127.0.0.1 only, as the sandbox in Rust serves it.
import { createServer } from "node:http";
import { isBillwireError } from "billwire";
import { Simulator } from "billwire/testing";
import { administer, isAdmin } from "./admin.js";
import { Courier } from "./courier.js";
import { profileFrom } from "./input.js";
import { isLoopback } from "./loopback.js";
import { Refused } from "./output.js";

const PATHS = ["/on_boarding/on_boarding_supplier", "/bill_payment/push_bill_with_payment", "/bill_payment/check_transaction"];
const METHODS = ["GET", "POST", "PUT"];
const MOST_BYTES = 2 << 20;
const { env } = process;

export async function sandbox(options) {
  const log = options.json ? logJson : logText;
  const service = new Service(simulatorOf(options), log);
  const server = createServer({ headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false }, (request, response) => {
    service.serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise((started, failed) => server.once("error", (error) => failed(new Refused(`the port cannot be used (${error.code})`))).listen(options.port, "127.0.0.1", started));
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log(options.json ? JSON.stringify({ url }) : `listening on ${url}`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
}

function simulatorOf(options) {
  const { webhookUrl: url, variant, amounts, customersKey, fee } = options;
  if (url !== undefined && !(URL.canParse(url) && isLoopback(new URL(url).hostname))) throw new Refused("expected --webhook-url on this machine");
  if (options.port > 65_535) throw new Refused("expected a port from 0 to 65535");
  const token = env.BILLWIRE_WEBHOOK_TOKEN || "sandbox-webhook-token";
  try {
    return new Simulator({
      bearer: env.BILLWIRE_BEARER || "sandbox-bearer",
      verificationToken: env.BILLWIRE_VERIFICATION_TOKEN || "sandbox-verification",
      hashToken: env.BILLWIRE_HASH_TOKEN || "sandbox-hash-token",
      profile: profileFrom(options.profile),
      webhook: url === undefined ? undefined : { url, variant, token, amounts, customersKey },
      retries: { deliveries: options.deliveries, firstMs: options.firstRetryMs, longestMs: options.longestRetryMs },
      fee,
      now: Date.now(),
    });
  } catch (error) {
    throw isBillwireError(error) ? new Refused(error.message) : error;
  }
}

/** The simulator with the machine's clock. */
class Service {
  #simulator;
  #courier;
  #log;

  constructor(simulator, log) {
    this.#simulator = simulator;
    this.#log = log;
    this.#courier = new Courier((work) => this.change(work), log);
  }

  /** Runs `work` with the simulator at the present time, and delivers the webhooks that are due then. */
  change(work) {
    this.#simulator.now = Math.max(this.#simulator.now, Date.now());
    const result = work(this.#simulator);
    this.#courier.wake();
    return result;
  }

  async serve(request, response) {
    // A chunked request may hide a second one from an intermediary.
    if (request.headers["transfer-encoding"] !== undefined) response.setHeader("Connection", "close");
    const body = await bodyOf(request);
    if (body === undefined) return response.writeHead(413, { Connection: "close" }).end();
    if (isAdmin(request)) return administer((work) => this.change(work), request, body, response, this.#log);
    const { method, url: path } = request;
    // The request takes effect here, before any wait, even if the caller disconnects.
    const answer = this.change((simulator) => simulator.handle({ method, path, headers: headersOf(request), body }));
    this.#log("request", { method: METHODS.includes(method) ? method : "(another method)", path: knownPath(path), ...outcomeOf(answer) });
    await respond(answer, request, response);
  }
}

async function respond({ status, headers, body, transport }, request, response) {
  if (transport.kind === "drop_before" || transport.kind === "drop_after") return request.socket.destroy();
  if (transport.kind === "slow") await new Promise((waited) => setTimeout(waited, Math.min(transport.delay_ms, 2 ** 31 - 1)));
  response.writeHead(status, headers).end(body);
}

/** Headers as they arrived; node:http joins or drops repeated ones. */
function headersOf({ rawHeaders }) {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [rawHeaders[2 * index], rawHeaders[2 * index + 1]]);
}

async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The log contains nothing that a caller wrote. */
function knownPath(path) {
  return PATHS.find((known) => known === path.split("?", 1)[0]) ?? "(unknown path)";
}

function outcomeOf({ status, transport }) {
  const { kind } = transport;
  if (kind === "drop_before") return { fault: "dropped, nothing happened" };
  if (kind === "drop_after") return { fault: "dropped, after it took effect" };
  return { status, ...(kind === "slow" && { fault: `after ${transport.delay_ms} ms` }) };
}

function logText(event, facts) {
  console.error(`${new Date().toISOString()} ${event}: ${Object.values(facts).join(", ")}`);
}

function logJson(event, facts) {
  console.error(JSON.stringify({ time: new Date(), event, ...facts }));
}
