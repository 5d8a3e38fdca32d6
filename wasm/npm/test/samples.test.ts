// The samples of the guide that settle a bill: a service that answers 421, cuts the connection or redirects receives it once.
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BILL } from "./support/bills.ts";
import { RawServer, type Respond, answer } from "./support/raw-server.ts";

const SAMPLES = ["settle", "lost-answer"] as const;
const WAYS: Readonly<Record<string, Respond>> = {
  "HTTP 421": (socket) => answer(socket, 421, ""),
  "a cut": (socket) => void socket.resetAndDestroy(),
  "a redirect": (socket) => answer(socket, 307, "", ["Location: /bill_payment/push_bill_with_payment"]),
};

/** Text of the sample's file around the part that the guide shows. */
const frame = (shown: string, baseUrl: string): string => `
import { Biller, SettlementFlow, isBillwireError } from "billwire";
import { send } from "billwire/fetch";
const profile = { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } };
const credentials = { bearer: "b", verificationToken: "v", hashToken: "h" };
const biller = new Biller({ baseUrl: "${baseUrl}", allowLoopbackHttp: true, ...credentials, profile });
const table = { load: () => undefined, replace: () => true };
const options = {};
${shown}
export { settle };
`;

test.each(SAMPLES.flatMap((sample) => Object.keys(WAYS).map((way) => [sample, way] as const)))("%s, after %s", async (sample, way) => {
  const text = await readFile(new URL(`../../../docs/guide/examples/${sample}.mjs`, import.meta.url), "utf8");
  const [, shown = ""] = /^\/\/ ANCHOR: settle\n(.*?)^\/\/ ANCHOR_END: settle$/ms.exec(text) ?? [];
  const server = await RawServer.start(WAYS[way]);
  const file = fileURLToPath(new URL(`sample-${sample}-${server.port}.mjs`, import.meta.url));
  try {
    await writeFile(file, frame(shown, server.url));
    const { settle } = (await import(file)) as { settle(bill: object): Promise<unknown> };
    await Promise.race([Promise.resolve(settle(BILL)).catch(() => {}), sleep(1_500)]);
    expect(server.received.filter(({ path }) => path.endsWith("push_bill_with_payment"))).toHaveLength(1);
  } finally {
    await rm(file);
    await server.stop();
  }
});
