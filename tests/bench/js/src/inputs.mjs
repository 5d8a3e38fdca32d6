// The bills and notices of a case: 64 different ones unless the case takes more, so that nothing is answered
// from a cache.
import { LATIN } from "./words.mjs";
import { randomFrom } from "./random.mjs";

const INPUTS = 64;
const DAY = 86_400_000;

export function bills(words, lines, count = INPUTS) {
  return inputs(lines, count, (random, index) => bill(random, words, lines, index));
}

export function notices(words, customers) {
  return inputs(customers, INPUTS, (random, index) => notice(random, words, customers, index));
}

/** The texts are made as a backend gets its own: by reading JSON. */
function inputs(seed, count, make) {
  const random = randomFrom(seed + 1);
  return Array.from({ length: count }, (_, index) => JSON.parse(JSON.stringify(make(random, index))));
}

function bill(random, words, lines, index) {
  const isDollars = index % 2 === 1;
  const details = Array.from({ length: lines }, () => line(random, words, isDollars));
  const total = lines === 0 ? random.integer(1, 2_000) * (isDollars ? 1 : 100) : closeTheTotal(details);
  const issued = Date.UTC(2026, random.integer(0, 11), random.integer(1, 28)) + random.integer(0, DAY - 1);
  return {
    ref_id: `${words.invoice}-2026-${104_217 + index * 7}`,
    date: new Date(issued).toISOString(),
    due_date: new Date(issued + random.integer(7, 45) * DAY).toISOString(),
    currency: isDollars ? "USD" : "KHR",
    total_amount: total,
    customer_sync_code: `${words.customer}-${random.integer(10_000, 99_999)}`,
    total_tax: Math.floor(total / 11),
    settlement_to: `SB-${String(random.integer(1, 999)).padStart(3, "0")}`,
    description: random.pick(words.descriptions),
    ...(isDollars && { exchange_rate_khr: "4100" }),
    total_amount_khr: String(isDollars ? total * 4_100 : total),
    ...(lines > 0 && { details }),
  };
}

function line(random, words, isDollars) {
  const price = isDollars ? random.integer(100, 20_000) : random.integer(20, 4_000) * 10_000;
  const quantity = random.integer(1, 12);
  return {
    item_name: random.pick(words.items),
    description: random.pick(words.remarks),
    quantity,
    price: price / 100,
    amount: (price * quantity) / 100,
    tax_amount: random.integer(0, 500) / 100,
    tax_name: random.pick(words.taxes),
  };
}

/** The total is a whole number: the last line rounds the sum up to it, and the bill draws no warning. */
function closeTheTotal(details) {
  const cents = details.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const missing = (100 - (cents % 100)) % 100;
  const last = details.at(-1);
  if (missing > 0) {
    const amount = (Math.round(last.amount * 100) + missing) / 100;
    Object.assign(last, { quantity: 1, price: amount, amount });
  }
  return (cents + missing) / 100;
}

function notice(random, words, customers, index) {
  const list = Array.from({ length: customers }, () => customer(random, words));
  const paid =
    customers > 0 ? list.reduce((sum, { amount }) => sum + amount, 0) : random.integer(1, 2_000) * 100;
  return {
    tran_id: `T${20_260_000_000 + random.integer(0, 9_999_999)}`,
    tran_no: String(random.integer(100_000_000, 999_999_999)),
    payment_service_type: random.pick(["Bank Channel", "KHQR", "Deeplink/Checkout", "Direct Debit"]),
    tran_date: new Date(Date.UTC(2026, 2, 1) + random.integer(0, 30 * DAY))
      .toISOString()
      .replace("Z", "4567"),
    tran_amount: paid,
    currency: "KHR",
    bank_code: `B${random.integer(10, 99)}`,
    bank_name: random.pick(words.banks),
    bank_ref: `FT${random.integer(10_000_000, 99_999_999)}`,
    identity_code: `${words.invoice}-2026-${104_217 + index * 7}`,
    purpose_of_transaction: "2026-03-01",
    device_code: `POS-${random.integer(1_000, 9_999)}`,
    status: "success",
    customers: customers > 0 ? list : null,
  };
}

function customer(random, words) {
  const name = random.integer(0, words.names.length - 1);
  return {
    branch_code: String(random.integer(100, 999)),
    branch_name: random.pick(words.branches),
    customer_code: `${words.customer}-${random.integer(10_000, 99_999)}`,
    customer_name: words.names[name],
    customer_name_latin: LATIN.names[name],
    bill_no: `${words.invoice}-2026-${random.integer(100_000, 999_999)}`,
    amount: random.integer(1, 2_000) * 100,
  };
}
