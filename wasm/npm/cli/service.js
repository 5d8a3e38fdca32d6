// The simulator with the machine's clock, as a server of node:http calls it.
import { administer, isAdmin } from "./admin.js";
import { Courier } from "./courier.js";
import { History } from "./history.js";
import { exchangeOf } from "./log.js";
import { namesThisMachine } from "./loopback.js";
import { pageAt } from "./page.js";

const MOST_BYTES = 2 << 20;
const LONGEST_WAIT = 2 ** 31 - 1;

export class Service {
  #simulator;
  #allowRemote;
  #courier;
  #history = new History();
  #log;

  constructor(simulator, allowRemote, log) {
    this.#simulator = simulator;
    this.#allowRemote = allowRemote;
    this.#log = (event, facts) => {
      log(event, facts);
      this.#history.add(event, facts);
    };
    this.#courier = new Courier((work) => this.change(work), this.#log, this.#history);
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
    if (!this.#allowRemote && !namesThisMachine(request))
      return this.#refuse(
        response,
        421,
        "the request names another machine; --allow-remote answers to every name",
      );
    const body = await bodyOf(request);
    if (body === undefined) return this.#refuse(response, 413, "the body is longer than 2 MiB");
    const page = pageAt(request);
    if (page !== undefined) return response.writeHead(200, page.headers).end(page.text);
    if (isAdmin(request)) return administer(this.#forAdmin(), request, body, response);
    const { method, url: path } = request;
    // The request takes effect here, before any wait, even if the caller disconnects.
    const answer = this.change((simulator) =>
      simulator.handle({ method, path, headers: headersOf(request), body }),
    );
    this.#log(...exchangeOf(request, body, answer));
    await respond(answer, request, response);
  }

  /** Actions of admin requests. */
  #forAdmin() {
    return {
      allowRemote: this.#allowRemote,
      history: this.#history,
      log: this.#log,
      change: (work) => this.change(work),
      deliver: (webhook) => this.#courier.send(webhook),
    };
  }

  #refuse(response, status, reason) {
    this.#log("refused", { status, reason });
    response.writeHead(status, { Connection: "close", "Content-Type": "text/plain" }).end(`${reason}\n`);
  }
}

async function respond({ status, headers, body, transport }, request, response) {
  if (transport.kind === "drop_before" || transport.kind === "drop_after") return request.socket.destroy();
  if (transport.kind === "slow")
    await new Promise((waited) => setTimeout(waited, Math.min(transport.delay_ms, LONGEST_WAIT)));
  response.writeHead(status, headers).end(body);
}

/** Headers as they arrived; node:http joins or drops repeated ones. */
function headersOf({ rawHeaders }) {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index],
    rawHeaders[2 * index + 1],
  ]);
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
