// Every vector of every file, on the packed package.
import assert from "node:assert/strict";
import * as billwire from "billwire";
import { Biller, BillwireError, WebhookReceiver, countParses, explainSignature, sign } from "billwire";
import type { Finding, OperationName, WebhookEvent, WebhookHeaders } from "billwire";
import { afterAll, expect, test } from "vitest";
import { BASE_URL, BILL, MINIMAL, bare, biller, errorOf, prepare, sent } from "./support/bills.ts";
import { type Vector, bodyOf, noteDown } from "./support/cases.ts";
import { passed, suite } from "./support/suite.ts";

suite("signing", ({ fields, key, signing_offset, hash }) => {
  assert.equal(sign(fields, key, { signingOffset: signing_offset }), hash);
  if (signing_offset === "+00:00") assert.equal(sign(fields, key), hash);
  const by = biller({ hashToken: key, profile: { signingOffset: signing_offset } });
  const bill = { ...BILL, ...fields, ...(fields.currency !== "KHR" && { total_amount_khr: 1 }) };
  assert.equal(sent(by.prepareSettlement(bill))["hash"], hash);
});

suite("requests", (one) => {
  const by = biller({ strict: one.strict ?? false, codeShapes: one.code_shapes, profile: one.profile });
  const given = structuredClone(one.request);
  const work = () => prepare(by, one.operation, one.request);
  if (one.violations) {
    const error = errorOf(work);
    assert.equal(error.kind, "invalid_request");
    assert.equal(error.operation, one.operation);
    assert.equal(error.nextStep, "fixRequest");
    assert.deepEqual(places(error.violations), one.violations);
    assert.equal(error.violationsOmitted, one.violations_omitted ?? 0);
  } else {
    const call = work();
    assert.equal(call.operation, one.operation);
    assert.equal(call.body, one.body);
    assert.equal(call.url, BASE_URL + one.path);
    assert.equal(call.method, one.method);
    assert.equal(call.redirect, "manual");
    assert.deepEqual([...call.headers], one.headers);
    assert.deepEqual(places(call.warnings), one.warnings);
  }
  assert.deepEqual(one.request, given, "the request was changed");
});

suite("responses", (one) => {
  const by = biller({ profile: one.profile });
  const call = prepare(by, one.operation, MINIMAL[one.operation as OperationName]);
  const body = bodyOf(one);
  const ways = [
    () => call.decode(one.status, body),
    () => decodeByName(by, one, new Uint8Array(body)),
    () => decodeByName(by, one, body.buffer.slice(body.byteOffset, body.byteOffset + body.length) as ArrayBuffer),
  ];
  if (isText(body)) ways.push(() => call.decode(one.status, body.toString()));
  for (const way of ways) {
    if (one.error) checkAnswerError(errorOf(way), one.error, one);
    else assert.deepEqual(bare(way()), one.outcome);
  }
});

suite("webhooks", (one) => {
  const receiver =
    one.variant === "checkout" ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy({ tokens: one.tokens ?? [] });
  const body = bodyOf(one);
  const bodies: (Uint8Array | ArrayBuffer | string)[] = [body, new Uint8Array(body), new Uint8Array(body).buffer];
  if (isText(body)) bodies.push(body.toString());
  for (const headers of formsOf(one)) {
    for (const form of bodies) {
      if (one.error) checkWebhookError(errorOf(() => receiver.receive(headers, form)), one.error);
      else checkEvent(receiver.receive(headers, form), one);
    }
  }
});

suite("confirmations", (one) => {
  const event = WebhookReceiver.checkout().receive({}, JSON.stringify(one.payload));
  const confirmation = event.confirm(biller({ profile: one.profile }), one.expectation);
  assert.equal(confirmation.call.operation, "verification");
  assert.equal(confirmation.call.body, one.request_body);
  if (one.error) {
    const error = errorOf(() => confirmation.decide(one.status, bodyOf(one)));
    const { kind, code, nextStep } = error;
    assert.deepEqual({ kind, code, next_step: nextStep }, pick(one.error, ["kind", "code", "next_step"]));
    return;
  }
  const verdict = confirmation.decide(one.status, bodyOf(one));
  assert.deepEqual(verdict.warnings.map(({ path, code }) => ({ path, code })), one.warnings ?? []);
  if (verdict.confirmed) assert.equal(verdict.claimKey, one.claim_key);
  else if (verdict.verdict === "mismatch") assert.deepEqual(bare(verdict.mismatches), one.mismatches);
  else assert.equal(verdict.verdict, one.verdict);
});

suite("lookups", (one) => {
  const lookup = biller({ profile: one.profile }).prepareSettlementLookup(one.bill);
  assert.equal(lookup.call.operation, "verification");
  assert.equal(lookup.call.body, one.request_body);
  const body = bodyOf(one);
  const bodies: (Uint8Array | ArrayBuffer | string)[] = [body, new Uint8Array(body).buffer];
  if (isText(body)) bodies.push(body.toString());
  for (const form of bodies) {
    const told = lookup.decide(one.status, form);
    const error = told.verdict === "unclear" ? told.error : undefined;
    if (error !== undefined) assert.ok(error instanceof BillwireError);
    const found = {
      verdict: told.verdict,
      next_step: told.nextStep,
      mismatches: told.verdict === "different" ? told.mismatches : undefined,
      tran_id: told.verdict === "notFound" ? null : (told.transaction?.tran_id ?? null),
      error: error && pick(error, ["kind", "code"]),
    };
    assert.deepEqual(bare(found), one.expected);
    if (error !== undefined) assert.equal(error.nextStep, told.nextStep);
  }
});

suite("mistakes", ({ bill, key, signing_offset, candidates, observed_hash, ...expected }) => {
  const explanation = explainSignature(bill, { hashToken: key, signingOffset: signing_offset, candidates, observedHash: observed_hash });
  const { matches, trimmed, code, causes, explanation: sentence } = explanation.observed ?? assert.fail();
  const found = causes.map(({ mistake, with: given, setting }) => bare({ mistake, with: given, setting }));
  assert.deepEqual({ matches, trimmed, code, causes: found }, pick(expected, ["matches", "trimmed", "code", "causes"]));
  assert.equal(explanation.hash === observed_hash, matches && !trimmed);
  assert.equal(sentence, SENTENCES[code]);
  assert.equal(explanation.parts.map(({ text }) => text).join(""), explanation.signingString);
  assert.equal(explanation.parses, countParses(explanation.signingString));
});

const SENTENCES = {
  matches: "the observed hash is the right one",
  explained: "each of these mistakes produces the observed hash",
  unexplained: "no known mistake produces the observed hash: another key or other values",
  not_a_hash: "the observed hash is not 88 characters of Base64",
};

suite("parses", ({ signing_string, shapes, parses }) => {
  assert.equal(countParses(signing_string, shapes), parses);
});

suite("deliveries", ({ first, second, delivery }) => {
  const receiver = WebhookReceiver.checkout();
  const [one, other] = [first, second].map((body) => receiver.receive({}, JSON.stringify(body)));
  assert(one && other);
  for (const verdict of [other.compare(one.fingerprint), one.compare(other.fingerprint)]) {
    assert.equal(verdict.delivery, delivery);
    assert.equal(verdict.reply.status, delivery === "conflict" ? 409 : 200);
  }
  assert.equal(other.compare(null).delivery, "new");
});

test("a fingerprint exists at the greatest depth, and for amounts with more than 34 zeros", () => {
  const fingerprint = (body: string) => WebhookReceiver.checkout().receive({}, body).fingerprint;
  assert.equal(fingerprint(`{"tran_id":"T","x":${"[".repeat(31) + "]".repeat(31)}}`), fingerprint('{"tran_id":"T"}'));
  assert.equal(fingerprint(`{"customers":[{"x":${"[".repeat(29) + "]".repeat(29)}}]}`), fingerprint('{"customers":[{}]}'));
  assert.equal(fingerprint(`{"tran_amount":1${"0".repeat(67)}}`), fingerprint(`{"tran_amount":"1${"0".repeat(33)}e34"}`));
});

test("no id is used twice", () => expect(new Set(passed).size).toBe(passed.length));

test("the project tests its own entry", () => {
  expect("FILE" in billwire).toBe(process.env["VECTORS"] === "slim"); // of support/slim.ts, in whose place it is
});

afterAll(() => noteDown("vectors", passed));

function decodeByName(by: Biller, one: Vector, body: Uint8Array | ArrayBuffer): unknown {
  const decode = by.decode as (operation: OperationName, status: number, body: Uint8Array | ArrayBuffer) => unknown;
  return decode.call(by, one.operation, one.status, body);
}

/** Headers in every form that can hold them. */
function formsOf({ headers }: Vector): WebhookHeaders[] {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const known = record[name];
    record[name] = known === undefined ? value : [known, value].flat();
  }
  const forms: WebhookHeaders[] = [headers, { [Symbol.iterator]: () => headers.values() }, record];
  const joined = headersOf(headers);
  return joined === undefined ? forms : [...forms, joined];
}

/** `Headers` of the pairs; undefined if it cannot hold a repeated name or a value. */
function headersOf(pairs: readonly (readonly [string, string])[]): Headers | undefined {
  try {
    const headers = new Headers(pairs.map(([name, value]): [string, string] => [name, value]));
    const held = [...headers].map(([name, value]) => `${name}:${value}`).sort();
    const given = pairs.map(([name, value]) => `${name.toLowerCase()}:${value}`).sort();
    return held.join("\n") === given.join("\n") ? headers : undefined;
  } catch {
    return undefined;
  }
}

function checkEvent(event: WebhookEvent, one: Vector): void {
  const { authentication, payload, dedupKey } = event;
  const { warnings = [], ...expected } = one.event ?? {};
  assert.deepEqual({ authentication, payload: bare(payload), dedup_key: dedupKey }, expected);
  assert.deepEqual(places(event.warnings), warnings);
  assert(Object.isFrozen(event.warnings) && event.warnings.every(Object.isFrozen));
  assert.deepEqual(bare(event.acknowledge()), {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: '{"status":"success","message":"success"}',
  });
}

function checkWebhookError(error: BillwireError, expected: Vector["error"]): void {
  const { kind, code, operation } = error;
  assert.deepEqual({ kind, code, operation }, { kind: expected.kind, code: expected.code, operation: "webhook" });
  assert.equal(error.response?.status, expected.status);
  if (error.violations.length > 0) checkPlaces(error.violations, [expected]);
  else assert.equal(expected.path, "");
}

function checkAnswerError(error: BillwireError, expected: Vector["error"], one: Vector): void {
  assert.deepEqual(
    bare({
      kind: error.kind,
      code: error.code,
      next_step: error.nextStep,
      response_code: error.responseCode,
      message_en: error.messageEn,
      message_kh: error.messageKh,
    }),
    bare({ ...expected, violations: undefined }),
  );
  assert.equal(error.operation, one.operation);
  assert.equal(error.httpStatus, one.status);
  checkPlaces(error.violations, expected.violations ?? []);
}

type Place = Pick<Finding, "path" | "offset"> & { readonly code: string };

/** Compares an offset only if the vector states one. */
function checkPlaces(findings: readonly Finding[], expected: readonly Place[]): void {
  const found = findings.map(({ path, code, offset }, index) => ({
    path,
    code,
    offset: expected[index]?.offset === undefined ? undefined : offset,
  }));
  assert.deepEqual(found, expected.map(({ path, code, offset }) => ({ path, code, offset })));
}

function places(findings: readonly Finding[]): Place[] {
  return findings.map(({ path, code }) => ({ path, code }));
}

function pick<T extends object>(value: T, keys: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Partial<T>;
}

function isText(body: Buffer): boolean {
  return Buffer.from(body.toString()).equals(body);
}
