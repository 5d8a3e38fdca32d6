// Handlers of Node's requests and responses, which Express, Nest and Fastify build on.
import { isBytes } from "../intrinsics.js";
import { joined } from "../body.js";
import { consumed, respond } from "./handler.js";

/** Response to a request of Node. */
export function respondTo(settings, request) {
  const { method, headers, headersDistinct } = request;
  const read = async (limit, ms) => readNodeBody(request, limit, ms);
  // `headers` joins a second Token header into the first.
  return respond(settings, { method, contentType: headers["content-type"], headers: headersDistinct ?? headers, read });
}

/** Headers of a reply. The connection ends if a part of the request is unread, which the next request would follow. */
export function headersOf(request, { headers }) {
  return request.readableEnded || request.httpVersionMajor > 1 ? headers : { ...headers, Connection: "close" };
}

/** Writes a reply, unless the sender has gone. */
export function write(request, response, reply) {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(reply.status, { ...headersOf(request, reply), "Content-Length": Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

/** Raw body of a request; 413 for a longer one, at once if its length is announced; 408 for one that does not arrive in time. */
function readNodeBody(request, limit, ms) {
  const raw = rawBodyOf(request);
  if (raw) return raw.length > limit ? 413 : raw;
  if (request.readableDidRead) throw consumed();
  if (Number(request.headers["content-length"]) > limit) return 413;
  return new Promise((resolve) => {
    const chunks = [];
    let length = 0;
    const onData = (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) finish(413);
    };
    const onEnd = () => finish(joined(chunks, length));
    const onClose = () => finish(408);
    const finish = (result) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose).pause();
      resolve(result);
    };
    const timer = setTimeout(finish, ms, 408);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

/** Raw body that another handler has read and kept: express.raw(), or Nest's option `rawBody`. */
function rawBodyOf({ rawBody, body }) {
  return [rawBody, body].find(isBytes);
}
