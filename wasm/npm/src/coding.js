// Content codings of requests and answers.
import { readBody } from "./body.js";
import { nodeModule } from "./transport.js";

/** First bytes of JSON text: white space, a brace, or a byte order mark. */
const JSON_STARTS = [0x09, 0x0a, 0x0d, 0x20, 0x7b, 0xef];
/** Names of a coding in node:zlib and in DecompressionStream. */
const CODINGS = {
  gzip: ["gunzip", "gzip"],
  "x-gzip": ["gunzip", "gzip"],
  deflate: ["inflate", "deflate"],
  br: ["brotliDecompress", "brotli"],
};

/**
 * JSON body without its content coding, or the HTTP status that says why not: 413 too long, 415 unknown
 * coding, 400 broken. Clients and frameworks may have undone the coding and left the header, so a body that
 * starts as JSON is taken as it is.
 */
export async function uncoded(bytes, contentEncoding, limit) {
  const coding = contentEncoding?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity" || bytes.length === 0 || JSON_STARTS.includes(bytes[0]))
    return bytes;
  if (!Object.hasOwn(CODINGS, coding)) return 415;
  const [method, format] = CODINGS[coding];
  const zlib = nodeModule("node:zlib");
  return zlib ? byNode(zlib[method], bytes, limit) : byStream(format, bytes, limit);
}

function byNode(decode, bytes, maxOutputLength) {
  return new Promise((resolve) => {
    decode(bytes, { maxOutputLength }, (error, result) =>
      resolve(error ? (error.code === "ERR_BUFFER_TOO_LARGE" ? 413 : 400) : result),
    );
  });
}

async function byStream(format, bytes, limit) {
  let decoder;
  try {
    decoder = new DecompressionStream(format);
  } catch {
    return 415;
  }
  try {
    return (
      (await readBody(
        { body: new Blob([bytes]).stream().pipeThrough(decoder) },
        limit,
        new Promise(() => {}),
      )) ?? 413
    );
  } catch {
    return 400;
  }
}
