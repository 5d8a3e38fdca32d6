// One sample in a process of its own, printed as JSON. Nothing is imported that a contestant would import: it
// is measured. usage: node sample.mjs start|batch|memory CONTESTANT
const [measure, contestant] = process.argv.slice(2);
const HASH_TOKEN = "a-hash-token-of-forty-characters-0123456";
const SETTINGS = { baseUrl: "https://billing.example", bearer: "a-bearer-token", hashToken: HASH_TOKEN };
const FIELDS = {
  ref_id: "INV-1",
  date: "2026-01-31T17:00:00.000Z",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-1",
  settlement_to: "S-1",
};
const CALLS = 100_000;

console.log(JSON.stringify(await { start, batch, memory }[measure]()));

/** Milliseconds of the import and the first signature. */
async function start() {
  const begin = performance.now();
  const sign = await { billwire: signature, createHmac: signatureByHand }[contestant]();
  const answer = sign(HASH_TOKEN);
  return { ms: performance.now() - begin, answer };
}

async function signature() {
  const { sign } = await import("billwire");
  return (hashToken) => sign(FIELDS, hashToken);
}

async function signatureByHand() {
  const { createHmac } = await import("node:crypto");
  const text = Object.values({ ...FIELDS, date: FIELDS.date.replace(/[^0-9]/g, "").slice(0, 14) }).join("");
  return (hashToken) => createHmac("sha512", hashToken).update(text).digest("base64");
}

/** Milliseconds until 1,000 bills of three lines are prepared, the import included. */
async function batch() {
  const { bills } = await import("../inputs.mjs");
  const { LATIN, KHMER } = await import("../words.mjs");
  const all = [LATIN, KHMER].flatMap((words) => bills(words, 3, 500));
  const begin = performance.now();
  const prepare = await preparer();
  const bodies = all.map(prepare);
  const ms = performance.now() - begin;
  return { ms, answer: bodies.map((body) => JSON.parse(body).hash).join() };
}

/** Bytes of resident memory after the import and a first call, and after 100,000 calls. */
async function memory() {
  const { bills } = await import("../inputs.mjs");
  const { LATIN } = await import("../words.mjs");
  const all = bills(LATIN, 3);
  const prepare = await preparer();
  prepare(all[0]);
  const imported = process.memoryUsage.rss();
  for (let call = 0; call < CALLS; call++) prepare(all[call % all.length]);
  return { imported, afterCalls: process.memoryUsage.rss() };
}

async function preparer() {
  if (contestant === "bare") return () => undefined;
  if (contestant === "billwire") {
    const { Biller } = await import("billwire");
    const biller = new Biller(SETTINGS);
    return (bill) => biller.prepareSettlement(bill).body;
  }
  const { jsonWithHash, preparedKey } = await import("../by-hand.mjs");
  const key = preparedKey(HASH_TOKEN);
  return (bill) => jsonWithHash(bill, key);
}
