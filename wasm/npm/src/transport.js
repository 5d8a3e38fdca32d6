// Node's own transport: one request over one new connection, which is watched. Nothing is loaded before the
// first request.
import { invalidArgument } from "./errors.js";

/** Runtimes that imitate `node:http` and do not show its connections. */
const isImitation = () =>
  globalThis.process?.versions?.bun !== undefined || globalThis.Deno !== undefined || isCloudflare();

/**
 * Whether connections can be watched. A `process` of another runtime may claim to be Node's, and has no
 * modules.
 */
export function isWatched() {
  return !isImitation() && typeof nodeModule("node:http")?.request === "function";
}

/** Whether the runtime is workerd. */
export function isCloudflare() {
  return globalThis.navigator?.userAgent === "Cloudflare-Workers";
}

/**
 * Module of Node by its name; undefined in other runtimes. Bundlers for browsers would stop at an import of
 * it.
 */
export function nodeModule(name) {
  return globalThis.process?.getBuiltinModule?.(name);
}

/**
 * Sends a request once. `leave` is called before the first byte is given to a connection, and throws if it
 * must not be given: without that call, nothing was sent. Rejects when the signal is aborted.
 */
export function request({ url, method, headers, body }, { agent, connectTimeout }, signal, leave) {
  const http = nodeModule(url.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const outgoing = opened(http, url, { method, headers, agent: agent ?? agentOf(http), signal });
    const late = () =>
      outgoing.destroy(new DOMException(`no connection within ${connectTimeout} ms`, "TimeoutError"));
    const timer = setTimeout(late, connectTimeout);
    const giveOut = () => {
      clearTimeout(timer);
      if (outgoing.destroyed) return;
      try {
        leave();
      } catch (error) {
        outgoing.destroy(error);
        return;
      }
      outgoing.end(body);
    };
    outgoing.on("socket", (socket) => whenConnected(socket, giveOut));
    outgoing.on("response", (response) => resolve(answerOf(response)));
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** An error that Node throws at once, such as of an agent for another protocol, is one of the program. */
function opened(http, url, options) {
  try {
    return http.request(url, options);
  } catch (error) {
    const { code } = error ?? {};
    throw new WrongUse(
      invalidArgument(
        "agent",
        `node:http refuses the request${/^\w+$/.test(code) ? ` (${code})` : ""}`,
        error,
      ),
    );
  }
}

/** Wrong use, of which the caller gets the error as it is. */
export class WrongUse extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/**
 * Agent of one connection, with the proxy of the process: that of `NODE_USE_ENV_PROXY`, or of the program's own
 * `globalAgent`. Without one, Node makes an agent for the request.
 */
function agentOf({ Agent, globalAgent }) {
  const proxyEnv = globalAgent?.options?.proxyEnv;
  return proxyEnv === undefined || proxyEnv === null ? false : new Agent({ proxyEnv });
}

/** Waits for a connection, with TLS where the socket has it. */
function whenConnected(socket, giveOut) {
  if (socket.destroyed) return;
  // The socket of a mock such as msw's has no handle, and connects only once it has got the request.
  const isConnecting = (socket.connecting || socket.secureConnecting) && socket._handle;
  if (!isConnecting) return giveOut();
  socket.once(socket.encrypted ? "secureConnect" : "connect", giveOut);
}

function answerOf(response) {
  const { statusCode: status, headers } = response;
  const get = (name) => headers[name.toLowerCase()]?.toString() ?? null;
  return { status, headers: { get }, body: response };
}
