import { setTimeout as sleep } from "node:timers/promises";
import { isBillwireError, type Call, type Code } from "billwire";
import { backoff, type Patience } from "./patience.ts";

/** Sends a prepared call once and decodes the answer. Throws a BillwireError with the next step. */
export async function send<Outcome>(call: Call<Outcome>, patience: Patience): Promise<Outcome> {
  return exchange(call, patience, (status, body) => call.decode(status, body));
}

/**
 * Asks until there is an answer. Use it only for calls that change nothing, such as a verification. Their next step is
 * "verifyAgain" where a settlement's is "verifyFirst".
 */
export async function ask<Outcome>(call: Call<unknown>, patience: Patience, read: Read<Outcome>): Promise<Outcome> {
  for (let failures = 0; ; failures++) {
    try {
      return await exchange(call, patience, read);
    } catch (error) {
      const noAnswer = isBillwireError(error) && error.nextStep === "verifyAgain" && !ANSWERS.has(error.code);
      if (!noAnswer || failures + 1 >= patience.tries) throw error;
      await sleep(backoff(patience, failures));
    }
  }
}

/** An unknown code and "not found" are answers: asking again at once would not change them. */
const ANSWERS: ReadonlySet<Code> = new Set(["unknown_code", "not_found"]);

type Read<Outcome> = (status: number, body: Uint8Array) => Outcome;

async function exchange<Outcome>(call: Call<unknown>, patience: Patience, read: Read<Outcome>): Promise<Outcome> {
  let status: number;
  let body: Uint8Array;
  try {
    // fetch accepts a call, which has `redirect: "manual"`. So credentials never follow a redirect.
    const response = await fetch(call.url, { ...call, signal: AbortSignal.timeout(patience.answer) });
    status = response.status;
    body = await readAnswer(response);
  } catch (error) {
    throw call.noAnswer({ sent: neverConnected(error) ? "no" : "maybe" });
  }
  return read(status, body);
}

/** Limit of an answer in bytes; the interface's answers have a few hundred. */
const ANSWER_LIMIT = 1_048_576;

/** Reads an answer up to the limit, which `arrayBuffer()` would not have. The time-out of the request covers it too. */
async function readAnswer(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_LIMIT) throw new Error("too long an answer"); // leaving the loop cancels the rest
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// Only certain cases count as "never sent": a wrong guess would settle a bill twice.
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && NEVER_CONNECTED.has(String(cause.code));
}
