// Signs random settlements with billwire and with node:crypto, and stops where the two disagree.
import { createHmac, randomInt } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { Biller, isBillwireError, sign } from "billwire";
import { randomFrom } from "./src/random.mjs";
import { progress } from "./src/report.mjs";
import { randomKey, randomOffset, randomSettlement } from "./src/settlements.mjs";

const { values: options } = parseArgs({
  options: { count: { type: "string", short: "n", default: "100000" }, seed: { type: "string" } },
});
const count = whole("count", options.count);
const seed = whole("seed", options.seed ?? String(randomInt(2 ** 32)));
const random = randomFrom(seed);
// Several keys at a time, and new ones all along: a signature must never come from another one's key.
const merchants = Array.from({ length: 16 }, merchant);

console.log(`${count} random settlements, seed ${seed}`);
for (let index = 0; index < count; index++) {
  const disagreement = attempt(pickMerchant(), random);
  if (disagreement) {
    progress("");
    console.error(`settlement ${index} of seed ${seed} disagrees: ${disagreement}`);
    process.exit(1);
  }
  if (index % 1_000 === 999) {
    progress(`${index + 1} of ${count} agree`);
    await breathe();
  }
}
progress("");
console.log(`${count} of ${count} agree`);

function merchant() {
  const hashToken = randomKey(random);
  const offset = randomOffset(random);
  const profile = { signingOffset: offset.text };
  const biller = new Biller({ baseUrl: "https://billing.example", bearer: "a-bearer-token", hashToken, profile });
  return { hashToken, offset, biller };
}

function pickMerchant() {
  const place = random.integer(0, merchants.length - 1);
  if (random.chance(0.5)) merchants[place] = merchant();
  return merchants[place];
}

/** Says what differs, or nothing. */
function attempt({ biller, hashToken, offset }, random) {
  const { settlement, millis } = randomSettlement(random, offset);
  try {
    return compare(biller, hashToken, offset, settlement, millis);
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    const violations = error.violations.map(({ path, code }) => `${path} ${code}`);
    return [`refused with ${error.kind}/${error.code}`, ...violations].join(", ");
  }
}

function compare(biller, hashToken, offset, settlement, millis) {
  const { ref_id, date, currency, total_amount, customer_sync_code, settlement_to } = settlement;
  const expected = (offset) => {
    const digits = new Date(millis + offset).toISOString().replace(/[^0-9]/g, "").slice(0, 14);
    const parts = [ref_id, digits, currency, String(total_amount), customer_sync_code, settlement_to];
    return createHmac("sha512", Buffer.from(hashToken, "utf8")).update(parts.join(""), "utf8").digest("base64");
  };
  const signed = { ref_id, date, currency, total_amount, customer_sync_code, settlement_to };
  if (sign(signed, hashToken) !== expected(0)) return "sign()";

  const body = JSON.parse(biller.prepareSettlement(settlement).body);
  if (body.hash !== expected(offset.millis)) return "the hash of prepareSettlement()";
  const sent = Object.fromEntries(Object.keys(signed).map((field) => [field, body[field]]));
  const meant = { ...signed, date: new Date(millis).toISOString(), total_amount: Number(total_amount) };
  return isDeepStrictEqual(sent, meant) ? undefined : "the body of prepareSettlement() and what was signed";
}

function whole(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`);
  return value;
}
