// A shop whose bearers expire: a job settles its bills, a cancelled bearer is renewed, refused bills are reopened,
// and a person answers for unclear ones.
import assert from "node:assert/strict";
import { Biller, type FlowRequest, type SaveStep, type Settlement, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ bearer: "inside", ...credentials, now: Date.now() });
let issued = 0;
/** The provider: it takes its latest bearer alone, and issues others. */
const fetch = async (url: string, request: RequestInit): Promise<Response> => {
  if (new URL(url).pathname === "/oauth/token")
    return new Response(JSON.stringify({ access_token: `bearer-${++issued}`, expires_in: 3600 }));
  const headers = new Headers(request.headers);
  const isLatest = headers.get("Authorization") === `Bearer bearer-${issued}`;
  if (headers.has("Authorization")) headers.set("Authorization", isLatest ? "Bearer inside" : "Bearer old");
  return service.fetch(url, { ...request, headers });
};
const options = { fetch }; // in production without it
const bill: Settlement = {
  ref_id: "INV-1",
  date: new Date(),
  due_date: new Date(Date.now() + 86_400_000),
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};

// ANCHOR: biller
const base = new Biller({
  baseUrl: "https://service.example",
  ...credentials,
  profile: {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
    refusalCodes: { settlement: ["UNAUTHENTICATED"] }, // comes with an expired bearer
  },
});
let current: { biller: Biller; until: number } | undefined;

/** Returns a biller with a valid bearer. A flow calls it before each request. */
async function billerNow(): Promise<Biller> {
  if (current === undefined || Date.now() > current.until) current = await renewed();
  return current.biller;
}

async function renewed(): Promise<{ biller: Biller; until: number }> {
  const answer = await send(
    base.prepareOperation("authorization", { path: "/oauth/token", json: {} }),
    options,
  );
  const { access_token, expires_in } = Object(answer.json) as Record<string, unknown>;
  if (typeof access_token !== "string") throw new Error(`no bearer: HTTP ${answer.status}`);
  const early = 60_000; // longer than a request takes
  return { biller: base.withBearer(access_token), until: Date.now() + Number(expires_in) * 1_000 - early };
}
// ANCHOR_END: biller

/** Table `bills`. */
interface Row {
  readonly bill: Settlement;
  record: string | null;
  revision: number;
  state: SaveStep["state"];
  /** The service's own code for a refusal. */
  reason: string | undefined;
}
const rows: Row[] = [];
const policy = { pauseMs: 10, longestPauseMs: 10, inFlightMs: 50, notFoundHoldsMs: 100, deadlineMs: 1_000 };

// ANCHOR: job
/** Goes on with every open bill. A cron job calls it each minute. */
async function settleDue(): Promise<void> {
  for (const row of rows.filter(({ state }) => state === "open")) await settleOne(row);
}

async function settleOne(row: Row, reopen = false): Promise<void> {
  const flow = new SettlementFlow(await billerNow(), row.bill, { reopen, policy }); // in production without policy
  const ending = await flow.run({ ...storeOf(row), maxWaitMs: 0 }); // the next run of the job goes on
  row.reason = "answer" in ending ? ending.answer?.responseCode : undefined;
}

/** Functions of a flow of the bill. */
function storeOf(row: Row) {
  return {
    biller: billerNow,
    load: () => row.record,
    save: (step: SaveStep) => save(row, step),
    send: (request: FlowRequest) => send(request, options),
    control: () => rows.find(({ state }) => state === "settled")?.bill ?? null,
  };
}

/** Stores a record and its state, unless another process has stored one. In production, one statement. */
function save(row: Row, { record, revision, previous, state }: SaveStep): boolean {
  if (row.revision !== previous) return false;
  Object.assign(row, { record, revision, state });
  return true;
}
// ANCHOR_END: job

// ANCHOR: refused
/** Renews the bearer if the service has refused it, and reopens these bills: nothing has moved. */
async function reopenRefused(): Promise<void> {
  const refused = rows.filter(({ state, reason }) => state === "refused" && reason === "UNAUTHENTICATED");
  if (refused.length > 0) current = undefined;
  for (const row of refused) await settleOne(row, true);
}
// ANCHOR_END: refused

// ANCHOR: unclear
/** A person has asked the service about an unclear bill. */
async function answered(row: Row, word: "settled" | "nothingMoved"): Promise<void> {
  const flow = new SettlementFlow(await billerNow(), row.bill);
  flow.resolved(word);
  await flow.run(storeOf(row));
}
// ANCHOR_END: unclear

const state = (ref_id: string) => rows.find(({ bill }) => bill.ref_id === ref_id)?.state;
for (const ref_id of ["INV-1", "INV-2", "INV-3"])
  rows.push({ bill: { ...bill, ref_id }, record: null, revision: 0, state: "open", reason: undefined });
const onboarding = { supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" };
await send((await billerNow()).prepareOnboarding(onboarding), options);
service.script({
  settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }], // the answer is lost
  payments: [{ ref_id: "INV-3", transactions: [] }], // accepted, and never decided
});
await settleOne(rows[0]!);
issued++; // another server of the shop has a new bearer, which cancels this one
await settleOne(rows[1]!);
assert.ok(["open", "settled"].includes(String(state("INV-1")))); // its lookup may have been due already
assert.equal(state("INV-2"), "refused");
await reopenRefused();
assert.equal(state("INV-2"), "open"); // until no earlier attempt can be recorded any more
while (rows.some(({ state }) => state === "open")) {
  await settleDue();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
assert.deepEqual(
  rows.map(({ state }) => state),
  ["settled", "settled", "unclear"],
);
await answered(rows[2]!, "nothingMoved");
assert.equal(state("INV-3"), "refused");
assert.equal(service.books().totals["KHR"], "80000"); // INV-1 and INV-2, each once
