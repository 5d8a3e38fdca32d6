// Handlers of Node's requests and responses, which Express, Nest and Fastify build on.
import { isBytes } from "../intrinsics.js";
import { joined } from "../body.js";
import { consumed, respond } from "./handler.js";

/** Response to a request of Node. `stream` is its body, where a framework has put a decoder before it. */
export function respondTo(settings, request, stream = request) {
  const headers = headersIn(request);
  const header = (name) => headers[name]?.toString();
  const read = async (limit, ms) => readNodeBody(request, stream, limit, ms);
  const { method } = request;
  return respond(settings, {
    method,
    contentType: header("content-type"),
    contentEncoding: header("content-encoding"),
    headers,
    read,
  });
}

/**
 * Headers by their names in lower case. `headers` joins a second Token into the first, and `headersDistinct`
 * does not; but only `headers` has what a middleware set, and all of them where a platform made the request
 * without `rawHeaders`.
 */
function headersIn(request) {
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const tokens = peek(request, "headersDistinct")?.token;
  return tokens?.join(", ") === headers.token ? { ...headers, token: tokens } : headers;
}

/** Headers of a reply. The connection ends if a part of the request is unread, which the next request would follow. */
export function headersOf(request, { headers }) {
  return request.readableEnded || request.httpVersionMajor > 1
    ? headers
    : { ...headers, Connection: "close" };
}

/** Writes a reply, unless the sender has gone. */
export function write(request, response, reply) {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(reply.status, {
    ...headersOf(request, reply),
    "Content-Length": Buffer.byteLength(reply.body),
  });
  response.end(reply.body);
}

/**
 * Raw body of a request; 413 for a longer one, at once if its length is announced; 408 for one that does not
 * arrive in time.
 */
function readNodeBody(request, stream, limit, ms) {
  const kept = keptBody(request);
  if (kept !== undefined) {
    if (isUnfinished(request, kept)) throw consumed("another reader is still at its body");
    return kept.length > limit ? 413 : kept;
  }
  if (stream.readableDidRead || isParsed(peek(request, "body"))) throw consumed();
  if (stream.readableEncoding) throw consumed("its stream decodes text (setEncoding)");
  if (typeof stream.on !== "function" || typeof stream.off !== "function")
    throw consumed("it is no stream and has no `rawBody`");
  if (Number(peek(request, "headers")?.["content-length"]) > limit) return 413;
  return new Promise((resolve) => {
    const chunks = [];
    let length = 0;
    const onData = (chunk) => {
      if (!isBytes(chunk)) return finish(400);
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) finish(413);
    };
    const onEnd = () => finish(joined(chunks, length));
    const onClose = () => finish(408);
    const onError = () => finish(stream === request ? 408 : 400);
    const finish = (result) => {
      clearTimeout(timer);
      stream.off("data", onData).off("end", onEnd).off("close", onClose);
      stream.pause?.();
      resolve(result);
    };
    const timer = setTimeout(finish, ms, 408);
    stream.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onError);
    stream.resume?.(); // @fastify/compress pauses its decoder
  });
}

/**
 * Raw body that another handler has read and kept, as bytes or as text: express.raw(), express.text(), or an
 * option `rawBody`.
 */
function keptBody(request) {
  const isRaw = (value) => isBytes(value) || typeof value === "string";
  return ["rawBody", "body"].map((name) => peek(request, name)).find(isRaw);
}

/**
 * Whether a kept body is not the whole one: middleware still collects it, or will. A platform that kept the whole
 * body says that the request is complete, although nobody has read its stream.
 */
function isUnfinished(request, kept) {
  if (typeof request.on !== "function" || request.readableEnded !== false) return false;
  return kept.length === 0 || request.complete === false || request.readableLength > 0;
}

/** Whether a body parser has been at work. Some servers set an empty object before they read anything. */
function isParsed(body) {
  return (
    typeof body === "object" &&
    body !== null &&
    typeof body.on !== "function" &&
    typeof body.getReader !== "function" &&
    Object.keys(body).length > 0
  );
}

/** Member of a framework's request. Its getter may throw, which is no failure of the webhook. */
function peek(request, name) {
  try {
    return request[name];
  } catch {
    return undefined;
  }
}
