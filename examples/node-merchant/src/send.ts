import { setTimeout as sleep } from "node:timers/promises";
import { isBillwireError, type Call, type Code } from "billwire";
import { backoff, type Patience } from "./patience.ts";

/** Sends a prepared call once and reads the answer; throws a BillwireError that says what to do next. */
export async function send<Outcome>(call: Call<Outcome>, patience: Patience): Promise<Outcome> {
  return exchange(call, patience, (status, body) => call.decode(status, body));
}

/**
 * Asks until there is an answer. Only for calls that change nothing, as a verification: billwire's next step for
 * them is "verifyAgain" where a settlement's would be "verifyFirst".
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

/** An unknown code and "not found" are answers all the same: asking again at once would not change them. */
const ANSWERS: ReadonlySet<Code> = new Set(["unknown_code", "not_found"]);

type Read<Outcome> = (status: number, body: Uint8Array) => Outcome;

async function exchange<Outcome>(call: Call<unknown>, patience: Patience, read: Read<Outcome>): Promise<Outcome> {
  let status: number;
  let body: Uint8Array;
  try {
    // A call is what fetch takes, with `redirect: "manual"`: credentials never travel to where a redirect points.
    const response = await fetch(call.url, { ...call, signal: AbortSignal.timeout(patience.answer) });
    status = response.status;
    body = await readAnswer(response);
  } catch (error) {
    throw call.noAnswer({ sent: neverConnected(error) ? "no" : "maybe" });
  }
  return read(status, body);
}

/** Bytes of an answer; the interface's take a few hundred. */
const ANSWER_LIMIT = 1_048_576;

/** The bytes of an answer, which `arrayBuffer()` would not limit. The time-out of the request covers them, too. */
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

// Only what is certain counts as "never sent"; a wrong guess here would settle a bill twice.
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && NEVER_CONNECTED.has(String(cause.code));
}
