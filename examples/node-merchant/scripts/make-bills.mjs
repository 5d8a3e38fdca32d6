// Writes bills.json: always the same 200 bills and 12 sub billers, because the random numbers have a fixed seed.
// `make-bills.mjs 2000 FILE` writes more of them to a file. Amounts are counted in minor units (cents, riel) and
// written as text, so no float is involved.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ITEMS, STREETS, SUB_BILLERS } from "./names.mjs";

const [count = "200", file = fileURLToPath(new URL("../bills.json", import.meta.url))] =
  process.argv.slice(2);
const random = mulberry32(20260301);

const subBillers = SUB_BILLERS.map(subBiller);
const bills = Array.from({ length: Number(count) }, (_, index) => bill(index));
writeFileSync(file, `{"sub_billers":${rows(subBillers)},"bills":${rows(bills)}}\n`);

// One record per line keeps the file short and shows a change as one line in a diff.
function rows(records) {
  return `[\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]`;
}

function subBiller([name, name_kh, currencies], index) {
  const linksAtOnce = index % 3 === 0;
  return {
    supplier_sync_code: `SB-${String(index + 1).padStart(3, "0")}`,
    name,
    name_kh,
    address: `${integer(1, 480)} ${pick(STREETS)}`,
    ...(linksAtOnce && {
      bank_id: `BANK-${integer(1, 5)}`,
      return_url: `https://merchant.example/linked/${index + 1}`,
    }),
    ...(currencies.length === 1 && { currency: currencies[0] }),
  };
}

function bill(index) {
  const destination = index % SUB_BILLERS.length;
  const currency = pick(SUB_BILLERS[destination][2]);
  const lines = Array.from({ length: index % 21 }, () => line(currency));
  const { amount, tax } = closeTheTotal(lines, currency);
  const issued = Date.UTC(2026, integer(0, 11), integer(1, 28)) + integer(0, 86_399_999);
  return {
    ref_id: `INV-2026-${104_217 + index * 7}`,
    date: instant(issued),
    due_date: instant(issued + integer(7, 45) * 86_400_000),
    currency,
    total_amount: Number(amount / unit(currency)),
    customer_sync_code: `CUS-${String(integer(1, 99_999)).padStart(5, "0")}`,
    ...(tax > 0n && { total_tax: Number(tax / unit(currency)) }),
    settlement_to: subBillers[destination].supplier_sync_code,
    ...(random() < 0.8 && { description: description(index) }),
    ...(currency === "USD" && { exchange_rate_khr: pick(["4100", "4085", "4012.5", "4050.25"]) }),
    ...(lines.length > 0 && { details: lines.map((each) => written(each, currency)) }),
  };
}

function line(currency) {
  const [name, khmer, dollarsFrom, dollarsTo] = pick(ITEMS);
  const cents = BigInt(integer(dollarsFrom * 100, dollarsTo * 100));
  const riel = BigInt(integer(dollarsFrom * 41, dollarsTo * 41)) * 100n;
  const price = currency === "USD" ? cents : riel;
  const quantity = integer(1, 12);
  const amount = price * BigInt(quantity);
  const inKhmer = random() < 0.5;
  const about = random() < 0.3 ? (inKhmer ? name : khmer) : undefined;
  return { name: inKhmer ? khmer : name, about, quantity, price, amount, taxed: random() < 0.6 };
}

// `total_amount` is an integer on the wire, so a last line rounds the sum up, as a till does.
function closeTheTotal(lines, currency) {
  if (lines.length === 0)
    return { amount: BigInt(integer(5, 900)) * (currency === "USD" ? 100n : 4_100n), tax: 0n };
  const last = lines[lines.length - 1];
  const sum = total(lines);
  const missing = (unit(currency) - (sum % unit(currency))) % unit(currency);
  if (missing > 0n)
    Object.assign(last, { quantity: 1, price: last.amount + missing, amount: last.amount + missing });
  for (const each of lines)
    each.tax = each.taxed ? (each.amount / 11n / unit(currency)) * unit(currency) : 0n;
  return { amount: total(lines), tax: lines.reduce((tax, each) => tax + each.tax, 0n) };
}

function total(lines) {
  return lines.reduce((sum, each) => sum + each.amount, 0n);
}

function written({ name, about, quantity, price, amount, tax }, currency) {
  return {
    item_name: name,
    ...(about && { description: about }),
    quantity,
    price: decimal(price, currency),
    amount: decimal(amount, currency),
    ...(tax > 0n && {
      tax_amount: decimal(tax, currency),
      tax_name: random() < 0.5 ? "VAT 10%" : "អាករលើតម្លៃបន្ថែម ១០%",
    }),
  };
}

function description(index) {
  const month = integer(1, 12);
  return pick([
    `Monthly account, month ${month}`,
    `Order ${index + 1}, paid by transfer`,
    `វិក្កយបត្រប្រចាំខែ ${month}`,
    `ការបញ្ជាទិញលេខ ${index + 1}\u200bដឹកជញ្ជូនដល់ផ្ទះ`, // U+200B separates Khmer words
    "Thank you — អរគុណ",
  ]);
}

// The same instant in the zone of Phnom Penh or in UTC: billwire signs the same digits for both.
function instant(milliseconds) {
  if (random() < 0.5) return new Date(milliseconds).toISOString();
  return new Date(milliseconds + 7 * 3_600_000).toISOString().replace("Z", "+07:00");
}

function decimal(amount, currency) {
  if (currency !== "USD") return String(amount);
  return `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
}

function unit(currency) {
  return currency === "USD" ? 100n : 1n;
}

function integer(from, to) {
  return from + Math.floor(random() * (to - from + 1));
}

function pick(list) {
  return list[integer(0, list.length - 1)];
}

// A small, well-known generator: Math.random has no seed.
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
