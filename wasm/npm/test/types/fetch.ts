// Right and wrong use of `billwire/fetch`.
import type {
  Biller,
  Confirmation,
  LookupVerdict,
  Settlement,
  SettlementOutcome,
  UntypedAnswer,
  Verdict,
} from "billwire";
import { send } from "billwire/fetch";
import type { Attempt, Fetch, SendOptions } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import nodeFetch from "node-fetch";
import { Agent, fetch as undiciFetch } from "undici";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

export async function all(
  biller: Biller,
  bill: Settlement,
  confirmation: Confirmation,
  options: SendOptions,
): Promise<void> {
  const outcome = await send(biller.prepareSettlement(bill), options);
  proven<Equal<typeof outcome, SettlementOutcome>>();
  const found = await send(biller.prepareSettlementLookup(bill));
  proven<Equal<typeof found, LookupVerdict>>();
  const verdict = await send(confirmation, {
    signal: AbortSignal.timeout(5),
    onAttempt: ({ status, nextStep }: Attempt) => [status, nextStep],
  });
  proven<Equal<typeof verdict, Verdict>>();
  const untyped = await send(biller.prepareOperation("proxy", { path: "/x" }));
  proven<Equal<typeof untyped, UntypedAnswer>>();
}

const dispatcher = new Agent();

export const clients: readonly Fetch[] = [
  fetch,
  nodeFetch,
  undiciFetch,
  (url, init) => undiciFetch(url, { ...init, dispatcher }),
  new Simulator({ bearer: "b", verificationToken: "v", hashToken: "h" }).fetch,
];

export async function wrong(biller: Biller, bill: Settlement): Promise<void> {
  // @ts-expect-error a bill is no call
  await send(bill);
  const call = biller.prepareSettlement(bill);
  // @ts-expect-error the option is named timeout
  await send(call, { timeoutMs: 5 });
  // @ts-expect-error nothing is sent again
  await send(call, { retries: 3 });
  // @ts-expect-error a time-out is a number of milliseconds
  await send(call, { timeout: "5s" });
  // @ts-expect-error its answer has no status
  await send(call, { fetch: async () => new Uint8Array() });
}
