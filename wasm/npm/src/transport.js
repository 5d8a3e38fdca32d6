// Node's own transport: one request over one new connection, which is watched. Nothing is loaded before the
// first request.

const { process } = globalThis;

/**
 * Whether connections can be watched: only in Node itself, whose modules Bun, Deno and Cloudflare's workers
 * imitate.
 */
export const isWatched =
  process?.versions?.node !== undefined &&
  process.versions.bun === undefined &&
  globalThis.Deno === undefined &&
  !isCloudflare();

/** Whether the runtime is workerd. */
export function isCloudflare() {
  return globalThis.navigator?.userAgent === "Cloudflare-Workers";
}

/** Module of Node by its name; undefined in other runtimes. Bundlers for browsers would stop at an import of it. */
export function nodeModule(name) {
  return process?.getBuiltinModule?.(name);
}

/**
 * Sends a request once. `onGivenOut` is called before the first byte is given to a connection: without that
 * call, nothing was sent. Rejects when the signal is aborted.
 */
export function request(
  { url, method, headers, body },
  { agent = false, connectTimeout },
  signal,
  onGivenOut,
) {
  const http = nodeModule(url.startsWith("https:") ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { method, headers, agent, signal });
    const late = () =>
      outgoing.destroy(new DOMException(`no connection within ${connectTimeout} ms`, "TimeoutError"));
    const timer = setTimeout(late, connectTimeout);
    const giveOut = () => {
      clearTimeout(timer);
      if (outgoing.destroyed) return;
      onGivenOut();
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
