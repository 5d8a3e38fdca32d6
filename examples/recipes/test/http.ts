// Requests as a service or an attacker sends them: raw headers, and bytes in chosen pieces.
import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Names and values, sent unchanged. A name may occur twice. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const PATIENCE = 10_000;
/** Long enough that two pieces do not arrive together. */
const PAUSE = 5;

/** Posts a body: one piece with its Content-Length, or several chunks one after the other. */
export async function post(url: string, headers: Headers, ...pieces: Uint8Array[]): Promise<Answer> {
  const { outgoing, answer } = open(url, headers);
  for (const piece of pieces.slice(0, -1)) {
    outgoing.write(piece);
    await sleep(PAUSE);
  }
  outgoing.end(pieces.at(-1));
  return answer;
}

/** Posts a body that never ends before an answer arrives. */
export async function postForEver(url: string, headers: Headers, piece: Uint8Array): Promise<Answer> {
  const { outgoing, answer } = open(url, headers);
  const writing = setInterval(() => outgoing.write(piece), PAUSE);
  try {
    return await answer;
  } finally {
    clearInterval(writing);
    outgoing.destroy();
  }
}

/** Posts the beginning of a body only. */
export async function postPart(url: string, headers: Headers, part: string): Promise<Answer> {
  const { outgoing, answer } = open(url, headers);
  outgoing.write(part);
  try {
    return await answer;
  } finally {
    outgoing.destroy();
  }
}

function open(url: string, headers: Headers): { outgoing: ClientRequest; answer: Promise<Answer> } {
  const outgoing = request(url, {
    method: "POST",
    headers: ["Host", new URL(url).host, ...headers.flat()], // a flat list is sent unchanged
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = once(outgoing, "response").then(([response]) => read(response as IncomingMessage));
  // An error matters only before the answer; afterwards the rest of the body may be unread.
  outgoing.on("error", () => {});
  return { outgoing, answer };
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk as Uint8Array);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}
