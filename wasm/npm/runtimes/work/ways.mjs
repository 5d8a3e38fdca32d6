// Fails to settle in each of the given ways. Returns what `send` says of each: whether it was sent, or the
// status of its answer.
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { BILL, CREDENTIALS } from "./work.mjs";

/** Functions of a caller. */
const FETCHES = {
  async wrapped(url, init) {
    await fetch(url, init);
    throw Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  },
  retrying: (url, init) => fetch(url, init).catch(() => fetch(url, init)),
  plain: fetch,
};

export async function tryAll(ways) {
  const said = {};
  for (const way of ways) said[way.name] = await tried(way);
  return said;
}

async function tried({ baseUrl, fetch, isLong, isSecond, isProxied }) {
  const biller = new Biller({
    baseUrl,
    allowLoopbackHttp: true,
    dangerouslyAllowBrowser: true,
    ...CREDENTIALS,
  });
  const options = { timeout: 500, fetch: FETCHES[fetch], agent: isProxied ? proxyAgent() : undefined };
  const bill = isLong ? { ...BILL, description: "x".repeat(1_000_000) } : BILL;
  const attempt = () =>
    send(requestOf(biller, bill), options).then(
      ({ status }) => `HTTP ${status}`,
      ({ sent }) => sent,
    );
  if (isSecond) {
    await attempt();
    await new Promise((resolve) => setTimeout(resolve, 100)); // until a pool has the connection back
  }
  return attempt();
}

/** Request of a flow: without an answer, its error says whether it was sent. */
function requestOf(biller, bill) {
  const flow = new SettlementFlow(biller, bill);
  flow.step();
  flow.loaded(null);
  flow.saved(flow.step().revision);
  return flow.step().request;
}

/** Node's agent for the proxy of the environment, which other runtimes take by themselves. */
function proxyAgent() {
  const isNode = globalThis.navigator?.userAgent.startsWith("Node.js/");
  return isNode ? new (process.getBuiltinModule("node:https").Agent)({ proxyEnv: process.env }) : undefined;
}
