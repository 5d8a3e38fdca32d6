// Random settlements that are valid: any text, any instant in any notation, any amount.

const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR_0 = -62_167_219_200_000;
const YEAR_10000 = 253_402_300_800_000;

/** Ranges of code points; control characters and halves of pairs are the only ones that no field takes. */
const ALPHABETS = [
  [[0x61, 0x7a], [0x41, 0x5a], [0x30, 0x39], [0x2d, 0x2e]],
  [[0x20, 0x7e]],
  [[0x1780, 0x17dd], [0x1780, 0x17a2], [0x17e0, 0x17e9], [0x200b, 0x200d], [0x20, 0x20]],
  [[0xa0, 0x24f]],
  [[0x1f300, 0x1faff], [0x200d, 0x200d], [0xfe0f, 0xfe0f]],
  [[0x800, 0xd7ff], [0xe000, 0xffff]],
  [[0x10000, 0x10ffff]],
];

/** @param offset the zone of the signature's digits, in which the year must have four digits too */
export function randomSettlement(random, offset) {
  const { date, millis } = randomDate(random, offset);
  const currency = random.chance(0.8) ? random.pick(["KHR", "USD", "THB"]) : randomText(random, random.integer(1, 8));
  const total_amount = randomAmount(random);
  const total_amount_khr = `${random.integer(0, 1e12)}.${random.integer(0, 99)}`;
  const settlement = {
    ref_id: randomText(random, randomLength(random)),
    date,
    due_date: randomDate(random, offset).date,
    currency,
    total_amount,
    customer_sync_code: randomText(random, randomLength(random)),
    settlement_to: randomText(random, randomLength(random)),
    total_amount_khr: currency === "KHR" ? String(total_amount) : total_amount_khr, // a bill in KHR has one total
    ...(random.chance(0.3) && { total_tax: randomAmount(random) }),
    ...(random.chance(0.3) && { description: randomText(random, randomLength(random)) }),
    ...(random.chance(0.3) && { details: Array.from({ length: random.integer(0, 4) }, () => randomLine(random)) }),
  };
  return { settlement, millis };
}

function randomLine(random) {
  return {
    item_name: randomText(random, randomLength(random)),
    quantity: random.integer(0, 1_000),
    price: random.integer(-1e9, 1e9) / 100,
    amount: `${random.integer(0, 1e9)}.${random.integer(0, 999)}`,
  };
}

/** An end that cannot be seen, which billwire refuses in a key: white space of Unicode, and marks without width. */
const BLANK_END = /^[\s\u0085\u200b\u2060]|[\s\u0085\u200b\u2060]$/;

/** A key of 1 to 300 characters. White space around a key is refused, so it has none. */
export function randomKey(random) {
  const length = random.integer(1, 300);
  for (;;) {
    const key = randomText(random, length);
    if (!BLANK_END.test(key)) return key;
  }
}

/** The zone of the digits: mostly UTC, as by default. */
export function randomOffset(random) {
  const minutes = random.chance(0.6) ? 0 : random.integer(-18 * 60, 18 * 60);
  return { text: offsetText(minutes), millis: minutes * MINUTE };
}

function randomText(random, length) {
  const mixed = random.chance(0.2);
  let alphabet = random.pick(ALPHABETS);
  let text = "";
  for (let i = 0; i < length; i++) {
    if (mixed) alphabet = random.pick(ALPHABETS);
    text += String.fromCodePoint(random.integer(...random.pick(alphabet)));
  }
  return text;
}

function randomLength(random) {
  if (random.chance(0.002)) return random.integer(1_000, 5_000);
  return random.chance(0.05) ? random.integer(25, 400) : random.integer(1, 24);
}

/** Each number of bits alike, up to 2^53 - 1, as number and as bigint. */
function randomAmount(random) {
  const bits = random.integer(0, 53);
  const amount = random.chance(0.02) ? Number.MAX_SAFE_INTEGER : random.integer(0, 2 ** bits - 1);
  return random.chance(0.2) ? BigInt(amount) : amount;
}

/** A date as a caller may give it, and the instant that it means. */
function randomDate(random, offset) {
  const fractionDigits = random.integer(0, 3);
  const step = 10 ** (3 - fractionDigits);
  const millis = Math.floor(randomInstant(random, offset) / step) * step;
  if (random.chance(0.2)) return { date: new Date(millis), millis };

  const isNearTheEnds = millis < YEAR_0 + DAY || millis >= YEAR_10000 - DAY;
  const minutes = isNearTheEnds || random.chance(0.3) ? 0 : randomMinutes(random);
  const local = new Date(millis + minutes * MINUTE).toISOString();
  const fraction = fractionDigits > 0 ? local.slice(19, 20 + fractionDigits) : "";
  const zone = minutes === 0 && random.chance(0.7) ? "Z" : offsetText(minutes);
  return { date: local.slice(0, 19) + fraction + zone, millis };
}

function randomInstant(random, offset) {
  const margin = Math.abs(offset.millis);
  const [first, last] = [YEAR_0 + margin, YEAR_10000 - 1 - margin];
  if (random.chance(0.01)) return random.pick([first, last]);
  if (random.chance(0.05)) return Date.UTC(random.integer(500, 2_400) * 4, 1, 28) + random.integer(0, 2 * DAY);
  return random.chance(0.5) ? random.integer(first, last) : Date.UTC(2000, 0, 1) + random.integer(0, 100 * 365 * DAY);
}

function randomMinutes(random) {
  return random.chance(0.5) ? 7 * 60 : random.integer(-(24 * 60 - 1), 24 * 60 - 1);
}

function offsetText(minutes) {
  const pair = (value) => String(value).padStart(2, "0");
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pair(Math.floor(distance / 60))}:${pair(distance % 60)}`;
}
