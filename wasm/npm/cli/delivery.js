// One delivery of a webhook.
import { once } from "node:events";
import http from "node:http";
import https from "node:https";

const PATIENCE = 10_000;
/** Bytes of an answer to read. An acknowledgement has a few dozen. */
const MOST_BYTES = 65_536;
/** Not `fetch`, which takes twice as long for each webhook. */
const PLAIN = { request: http.request, agent: new http.Agent({ keepAlive: true }) };
const SECURE = { request: https.request, agent: new https.Agent({ keepAlive: true }) };
/** Reasons of requests without an answer, by the code or the name of the error. Its message may have the address. */
const REASONS = {
  ECONNREFUSED: "refused: nothing listens there",
  ECONNRESET: "closed without an answer",
  ENOTFOUND: "no such server name",
  EAI_AGAIN: "no such server name",
  TimeoutError: "timed out",
};

/** Answer of the merchant, or the reason why there is none. */
export async function answerOf({ url, headers, body }) {
  const { request, agent } = url.startsWith("https:") ? SECURE : PLAIN;
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const sent = request(url, { method: "POST", headers, agent, signal }).end(body);
    const [response] = await once(sent, "response");
    return { status: response.statusCode, body: await shortBody(response) };
  } catch ({ code = "no connection" }) {
    return { reason: REASONS[signal.aborted ? signal.reason.name : code] ?? code };
  }
}

/** Body of the answer. A long one is left out: it acknowledges nothing. */
async function shortBody(response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
