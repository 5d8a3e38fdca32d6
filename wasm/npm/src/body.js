// Bytes of requests and answers, read up to a limit.
import { isBytes } from "./intrinsics.js";

/**
 * Reads the body of a web Request or Response, up to `limit` bytes. Undefined for a longer body, of which the
 * rest is not read. Rejects as soon as the promise `stopped` does. `release` gets the function that lets the
 * connection go.
 */
export async function readBody(message, limit, stopped, release = (cancel) => cancel()) {
  const { headers, body } = message;
  if (body === undefined || body === null) return readWhole(message, limit, stopped);
  const reader = readerOf(body);
  const chunks = [];
  let length = 0;
  let isRead = false;
  try {
    if (Number(headers?.get?.("Content-Length")) > limit) return undefined;
    for (;;) {
      // The end comes first: a stream that is always ready would win every race.
      const { done, value } = await Promise.race([stopped, reader.read()]);
      isRead = done;
      if (done) return joined(chunks, length);
      if (!isBytes(value)) throw new TypeError("the body is no stream of bytes");
      if (value.length === 0) await turn();
      else chunks.push(value);
      length += value.length;
      if (length > limit) return undefined;
    }
  } finally {
    if (!isRead) release(() => void Promise.resolve(reader.cancel()).catch(() => {}));
  }
}

/** Lets timers ring. A stream of empty chunks would keep them from it for ever. */
function turn() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Body of a message without a stream: there is none, or the runtime has no streams. */
async function readWhole(message, limit, stopped) {
  if (message.body === null) return new Uint8Array();
  const bytes = new Uint8Array(await Promise.race([message.arrayBuffer(), stopped]));
  return bytes.length > limit ? undefined : bytes;
}

/** One array of bytes from chunks of a total length. */
export function joined(chunks, length) {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Reader of a web stream, or of a Node stream such as node-fetch's. */
function readerOf(body) {
  if (typeof body.getReader === "function") return body.getReader();
  const iterator = body[Symbol.asyncIterator]();
  return { read: () => iterator.next(), cancel: () => iterator.return?.() };
}
