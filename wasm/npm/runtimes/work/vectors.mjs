// Runs a vector of each kind with the exports of the package. A difference is thrown. The tests run all
// vectors, and every runtime some.

const BASE_URL = "https://service.example";
export const CREDENTIALS = {
  bearer: "test-bearer",
  verificationToken: "test-verification",
  hashToken: "test-hash-key",
};
export const BILL = {
  ref_id: "INV-0001",
  date: "2026-01-31T17:00:00.000Z",
  due_date: "2026-02-28T17:00:00.000Z",
  currency: "KHR",
  total_amount: 40000,
  customer_sync_code: "C-1",
  settlement_to: "S-1",
};
export const SHOP = { supplier_sync_code: "S-1", name: "Sok Dara Store" };
export const SEARCH = { identity_code: "INV-0001", purpose_of_transaction: "INV-0001" };

/** Smallest request of each operation. */
export const MINIMAL = { onboarding: SHOP, settlement: BILL, verification: SEARCH };

export function prepare(by, operation, request) {
  const words = operation.split("_").map((word) => word[0].toUpperCase() + word.slice(1));
  return by[`prepare${words.join("")}`](request);
}

export const RUNS = {
  signing(billwire, { fields, key, signing_offset, hash }) {
    same(billwire.sign(fields, key, { signingOffset: signing_offset }), hash);
    if (signing_offset === "+00:00") same(billwire.sign(fields, key), hash);
    const by = biller(billwire, { hashToken: key, profile: { signingOffset: signing_offset } });
    const bill = { ...BILL, ...fields, ...(fields.currency !== "KHR" && { total_amount_khr: 1 }) };
    same(JSON.parse(by.prepareSettlement(bill).body).hash, hash);
  },

  requests(billwire, { operation, request, warnings, violations, violations_omitted = 0, ...one }) {
    const { strict, profile, code_shapes: codeShapes } = one;
    const by = biller(billwire, { strict, profile, codeShapes });
    const given = JSON.stringify(request);
    const prepared = () => prepare(by, operation, request);
    if (violations) {
      const error = errorOf(billwire, prepared);
      same([error.kind, error.operation, error.nextStep], ["invalid_request", operation, "fixRequest"]);
      same([places(error.violations), error.violationsOmitted], [violations, violations_omitted]);
    } else {
      const call = prepared();
      const address = [call.operation, call.method, call.url, call.redirect];
      same(address, [operation, one.method, BASE_URL + one.path, "manual"]);
      same([call.body, [...call.headers], places(call.warnings)], [one.body, one.headers, warnings]);
    }
    same(JSON.stringify(request), given);
  },

  responses(billwire, one) {
    const { operation, status, outcome, error } = one;
    const by = biller(billwire, { profile: one.profile });
    const call = prepare(by, operation, one.request ?? MINIMAL[operation]);
    const kept = one.request && call.body;
    for (const body of formsOf(bodyOf(one))) {
      const ways = [() => call.decode(status, body), () => by.decode(operation, status, body, kept)];
      for (const decode of ways) {
        if (error) {
          failed(errorOf(billwire, decode), operation, status, error);
          continue;
        }
        const { warnings, link, ...decoded } = decode();
        same({ ...decoded, warnings: places(warnings) }, outcome);
        if (operation === "onboarding") same(link, one.link ?? undefined);
      }
    }
  },

  webhooks(billwire, one) {
    const receiver = receiverOf(billwire, one.variant, one.tokens ?? []);
    for (const headers of headersOf(one.headers)) {
      for (const body of formsOf(bodyOf(one))) {
        const receive = () => receiver.receive(headers, body);
        if (one.error) refused(errorOf(billwire, receive), one.error);
        else received(receive(), one.event);
      }
    }
  },

  confirmations(billwire, one) {
    const event = billwire.WebhookReceiver.checkout().receive({}, JSON.stringify(one.payload));
    const confirmation = event.confirm(biller(billwire, { profile: one.profile }), one.expectation);
    const { operation, body } = confirmation.call;
    same([operation, body], ["verification", one.request_body]);
    const decide = () => confirmation.decide(one.status, bodyOf(one));
    if (one.error) {
      const { kind, code, nextStep } = errorOf(billwire, decide);
      return same([kind, code, nextStep], [one.error.kind, one.error.code, one.error.next_step]);
    }
    const verdict = decide();
    same(places(verdict.warnings), one.warnings ?? []);
    const { claimKey, mismatches } = verdict;
    same(claimKey ?? mismatches ?? verdict.verdict, one.claim_key ?? one.mismatches ?? one.verdict);
  },

  lookups(billwire, one) {
    const lookup = biller(billwire, { profile: one.profile }).prepareSettlementLookup(one.bill);
    same([lookup.call.operation, lookup.call.body], ["verification", one.request_body]);
    const firstAttempt = one.first_attempt && new Date(one.first_attempt);
    for (const body of formsOf(bodyOf(one))) {
      const told = lookup.decide(one.status, body, { firstAttempt });
      const { verdict, nextStep, mismatches, transaction, error } = told;
      if (error) same([billwire.isBillwireError(error), error.nextStep], [true, nextStep]);
      const found = { verdict, next_step: nextStep, mismatches, tran_id: transaction?.tran_id ?? null };
      same({ ...found, error: error && { kind: error.kind, code: error.code } }, one.expected);
    }
  },

  dates({ readTranDate }, { text, assumed_offset, day_first, unix_ms }) {
    const date = readTranDate(text, assumed_offset, { dayFirst: day_first });
    same(date?.getTime() ?? null, unix_ms);
  },

  mistakes(billwire, { bill, key, candidates, matches, trimmed, code, causes, ...one }) {
    const given = { signingOffset: one.signing_offset, observedHash: one.observed_hash };
    const explained = billwire.explainSignature(bill, { hashToken: key, candidates, ...given });
    const { observed, hash, parts, signingString, parses } = explained;
    const found = observed.causes.map(({ mistake, setting, with: value }) => ({
      mistake,
      with: value,
      setting,
    }));
    same([observed.matches, observed.trimmed, observed.code, found], [matches, trimmed, code, causes]);
    same([hash === one.observed_hash, observed.explanation], [matches && !trimmed, SENTENCES[code]]);
    const text = parts.map((part) => part.text).join("");
    same([text, parses], [signingString, billwire.countParses(signingString)]);
  },

  parses({ countParses }, { signing_string, shapes, parses }) {
    same(countParses(signing_string, shapes), parses);
  },

  deliveries({ WebhookReceiver }, { first, second, delivery }) {
    const [one, other] = [first, second].map((body) =>
      WebhookReceiver.checkout().receive({}, JSON.stringify(body)),
    );
    for (const verdict of [other.compare(one.fingerprint), one.compare(other.fingerprint)]) {
      same([verdict.delivery, verdict.reply.status], [delivery, delivery === "conflict" ? 409 : 200]);
    }
    same(other.compare(null).delivery, "new");
  },
};

const SENTENCES = {
  matches: "the observed hash is the right one",
  explained: "each of these mistakes produces the observed hash",
  unexplained: "no known mistake produces the observed hash: another key or other values",
  not_a_hash: "the observed hash is not 88 characters of Base64",
};

/** Compares the error of an answer. */
function failed(thrown, operation, status, { violations = [], data, ...expected }) {
  if (data !== "in its own way") same(thrown.data, data);
  const { kind, code, nextStep, responseCode, messageEn, messageKh } = thrown;
  const texts = { response_code: responseCode, message_en: messageEn, message_kh: messageKh };
  same({ kind, code, next_step: nextStep, ...texts }, expected);
  same([thrown.operation, thrown.httpStatus], [operation, status]);
  same(located(thrown.violations, violations), violations);
}

function received(event, { warnings = [], ...expected }) {
  const { authentication, payload, dedupKey } = event;
  same({ authentication, payload, dedup_key: dedupKey }, expected);
  same(
    [places(event.warnings), [event.warnings, ...event.warnings].every(Object.isFrozen)],
    [warnings, true],
  );
  const body = '{"status":"success","message":"success"}';
  same(event.acknowledge(), { status: 200, headers: { "Content-Type": "application/json" }, body });
}

function refused({ kind, code, operation, response, violations }, expected) {
  same([kind, code, operation, response.status], [expected.kind, expected.code, "webhook", expected.status]);
  const place = { path: expected.path, code: expected.code, offset: expected.offset };
  const isPlace = violations.length > 0 || place.path !== "";
  same(located(violations, [expected]), isPlace ? [place] : []);
}

/** A biller with the option that a runtime with a window requires for credentials. */
export function biller({ Biller }, options = {}) {
  return new Biller({ baseUrl: BASE_URL, ...CREDENTIALS, dangerouslyAllowBrowser: true, ...options });
}

export function receiverOf({ WebhookReceiver }, variant, tokens) {
  return variant === "checkout" ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy({ tokens });
}

/** Body of a vector, which has it in one of three forms. */
export function bodyOf({ body = "", body_base64, body_repeat }) {
  if (body_base64 !== undefined) return Uint8Array.from(atob(body_base64), (letter) => letter.charCodeAt(0));
  if (body_repeat === undefined) return new TextEncoder().encode(body);
  const { prefix, unit, count, suffix } = body_repeat;
  return new TextEncoder().encode(prefix + unit.repeat(count) + suffix);
}

/** Bytes, a part of a longer buffer, a buffer, and text if they are UTF-8. */
function formsOf(bytes) {
  const longer = new Uint8Array(bytes.length + 8);
  longer.set(bytes, 3);
  const forms = [bytes, longer.subarray(3, 3 + bytes.length), bytes.slice().buffer];
  try {
    return [...forms, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch {
    return forms;
  }
}

/** Headers in every form that can hold them. */
function headersOf(pairs) {
  const record = {};
  for (const [name, value] of pairs)
    record[name] = record[name] === undefined ? value : [record[name], value].flat();
  return [pairs, { [Symbol.iterator]: () => pairs.values() }, record, ...webHeadersOf(pairs)];
}

/** `Headers` of the pairs; none if it cannot hold a repeated name or a value. */
function webHeadersOf(pairs) {
  const text = (list) =>
    JSON.stringify(Array.from(list, ([name, value]) => `${name.toLowerCase()}:${value}`).sort());
  try {
    const headers = new Headers(pairs);
    return text(headers) === text(pairs) ? [headers] : [];
  } catch {
    return [];
  }
}

export function errorOf({ isBillwireError }, work) {
  try {
    work();
  } catch (error) {
    if (isBillwireError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function places(findings) {
  return findings.map(({ path, code }) => ({ path, code }));
}

/** Places with their offsets, where the vector states one. */
function located(findings, expected) {
  return findings.map(({ path, code, offset }, index) => ({
    path,
    code,
    offset: expected[index]?.offset === undefined ? undefined : offset,
  }));
}

export function same(found, expected) {
  const [one, other] = [plain(found), plain(expected)].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`found ${one} instead of ${other}`);
}

/** Sorted members without undefined ones, and without calling `toJSON`. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)]),
  );
}
