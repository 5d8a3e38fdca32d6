// The bill as a program: it settles the bill at most once, and looks it up after a lost answer.
import type { Settlement, WireProfile } from "billwire";
import { profile } from "../settings.ts";
import { say } from "../texts.ts";
import { Card, CopyButton } from "../ui.tsx";
import { BASE_URL, given, request } from "./state.ts";

export function CodeCard() {
  const text = request.value.done ? program(given(), profile.value) : undefined;
  return (
    <Card name="code" title={say("code.code")}>
      {text === undefined ? (
        <p>{say("code.notYet")}</p>
      ) : (
        <>
          <CopyButton text={text} />
          <pre class="wire" translate={false} role="region" aria-label="JavaScript" tabIndex={0}>
            {text}
          </pre>
        </>
      )}
      <p class="hint">{say("code.hint")}</p>
    </Card>
  );
}

const NOT_FOUND = { verification: ["NOT_FOUND"] };
const LOOKUP = { identity_code: "ref_id", purpose_of_transaction: "ref_id" };

/** Program for Node, Deno and Bun. It holds no credential. */
export function program(bill: Settlement, profile: WireProfile): string {
  return `import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";

const biller = new Biller({
  baseUrl: process.env.BILLWIRE_BASE_URL ?? "${BASE_URL}",
  allowLoopbackHttp: true, // for the sandbox, which has no TLS
  bearer: process.env.BILLWIRE_BEARER,
  verificationToken: process.env.BILLWIRE_VERIFICATION_TOKEN,
  hashToken: process.env.BILLWIRE_HASH_TOKEN,
  // Ask your provider how a verification finds a bill, and for its code of "not found".
  profile: ${literal({ settlementLookup: LOOKUP, notFoundCodes: NOT_FOUND, ...profile }, "  ")},
});

const bill = ${literal(bill)};

// In production, a table: the flow goes on from the stored record, after a crash too.
const records = new Map();
const flow = new SettlementFlow(biller, bill);
for (const { path, explanation } of flow.warnings) console.warn(path, explanation);
const ending = await flow.run({
  load: () => records.get(bill.ref_id) ?? null,
  // In production, only where the stored revision is \`previous\`: return whether it was.
  save: ({ record }) => records.set(bill.ref_id, record) === records,
  send, // sends once; after a lost answer, the flow looks the bill up before it sends again
  maxWaitMs: 60_000, // then a job runs the flow again
});
console.log("the bill is", ending.outcome);

// A lookup alone, such as for a customer who asks.
const { verdict } = await send(biller.prepareSettlementLookup(bill));
console.log("the lookup says", verdict);
`;
}

/** JSON is JavaScript. Integers that a number would round become text, which billwire reads as decimals. */
function literal(value: object, indent = ""): string {
  const exact = (_key: string, member: unknown) =>
    typeof member === "bigint"
      ? Number.isSafeInteger(Number(member))
        ? Number(member)
        : String(member)
      : member;
  return JSON.stringify(value, exact, 2)
    .replace(/^( *)"([a-z]\w*)":/gim, "$1$2:")
    .replaceAll("\n", `\n${indent}`);
}
