// `billwire trigger`: sends a test webhook to an endpoint.
import { webhookFixtures } from "billwire/testing";
import { nearest } from "../arguments.js";
import { CREDENTIALS, warnOf } from "./credentials.js";
import { answerOf } from "./delivery.js";
import { isLoopback } from "./loopback.js";
import { Refused, print, printable, table, title } from "./output.js";
import { sandboxAt } from "./sandbox-client.js";
import { verdictOf } from "./verdict.js";

/** Headers that select a case at the sample target (section 4.4 of the interface). */
const TEST_CASES = { success: { Success: "success" }, fail: { Fail: "fail" } };
/** Refusals of the token. All others are of the body. */
const OF_TOKEN = ["wrong_token", "missing_token"];

export async function trigger(name, options) {
  const fixtures = webhookFixtures.filter(({ variant }) => variant === options.variant);
  if (options.list)
    return print(
      options,
      fixtures.map(({ name, error }) => ({ name, error })),
      true,
      (all) => table(all.map(({ name, error }) => [name, error ?? "readable"])),
    );
  const fixture = fixtures.find((one) => one.name === name);
  if (fixture === undefined) throw new Refused(unknownCase(name, fixtures));
  const url = addressOf(options);
  for (const flag of ["bill", "token"]) refuseEmpty(flag, options[flag]);
  warnOfUnknown(options.set, fixtures);
  const body = await paid(fixture, bodyOf(fixture, options), options);
  const webhook = { url, headers: headersOf(fixture, options), body };
  const { reason, status, body: answered } = await answerOf(webhook);
  const answer = reason === undefined ? { status, body: answered.toString() } : null;
  const verdict = answer
    ? verdictOf(answer, expectationOf(fixture, webhook.body, options))
    : { isExpected: false, meaning: `no answer: ${reason}` };
  print(options, { case: name, ...verdict, answer }, verdict.isExpected, show);
}

function unknownCase(name, fixtures) {
  const names = fixtures.map((one) => one.name);
  const meant = name === undefined ? undefined : nearest(name, names);
  if (meant !== undefined) return `no case is called ${name}: did you mean ${meant}?`;
  return `expected a case: ${names.join(", ")}`;
}

/** Refuses an empty value, which is mostly that of a variable of the shell that is not set. */
function refuseEmpty(flag, value) {
  if (value === "") throw new Refused(`--${flag} is empty: if it comes from a variable, that one is not set`);
}

/** Warns of fields that no webhook has. They are sent, since a service may add fields. */
function warnOfUnknown(set = [], fixtures) {
  const known = [...new Set(fixtures.flatMap(({ body }) => Object.keys(objectOf(body) ?? {})))];
  for (const [key] of set) {
    if (known.includes(key)) continue;
    const meant =
      nearest(key, known) ?? known.find((name) => nearest(key, [name.replace(/^[a-z]+_/, "")]) !== undefined);
    const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
    console.error(printable(`warning: a webhook has no field ${key}, which is sent all the same${advice}`));
  }
}

function addressOf({ to, allowRemote }) {
  if (to === undefined) throw new Refused("expected --to with the address of your endpoint");
  const isHttp = (address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isHttp(to))
    throw new Refused(
      /^[\w.-]+(?::\d+)?(?:\/|$)/.test(to) && isHttp(`http://${to}`)
        ? `expected --to with http:// before it: --to http://${to}`
        : "expected --to with an address that begins with http:// or https:// and a server's name",
    );
  const url = new URL(to);
  if (!allowRemote && !isLoopback(url.hostname))
    throw new Refused("the endpoint is on another machine: add --allow-remote if it is yours");
  return url.href;
}

/** The case's body with another bill, amount and fields. */
function bodyOf({ name, body }, { bill, amount, set = [] }) {
  if (bill === undefined && amount === undefined && set.length === 0) return body;
  const payload = objectOf(body);
  if (payload === undefined)
    throw new Refused(`--bill, --amount and --set do not fit ${name}, whose body is not valid`);
  const changes = {
    ...(bill !== undefined && { identity_code: bill, purpose_of_transaction: bill }),
    ...(amount !== undefined && { tran_amount: amount }),
    ...Object.fromEntries(set.map(([key, value]) => [key, parsedLike(value, payload[key])])),
  };
  for (const key of ["customers", "Customer"]) {
    if (!Array.isArray(payload[key])) continue;
    changes[key] ??= payload[key].map((customer) => ({
      ...customer,
      ...(bill !== undefined && { bill_no: bill }),
      ...(amount !== undefined && { amount: typeof customer.amount === "string" ? String(amount) : amount }),
    }));
  }
  return JSON.stringify({ ...payload, ...changes });
}

/** Body with the ids of a payment that the running sandbox now has, so that a verification finds it. */
async function paid({ name }, body, { sandbox }) {
  if (sandbox === undefined) return body;
  const payload = objectOf(body);
  if (payload?.identity_code === undefined)
    throw new Refused(`--sandbox does not fit ${name}, which names no bill`);
  const { identity_code, purpose_of_transaction, tran_amount, currency } = payload;
  const payment = {
    identity_code,
    purpose_of_transaction,
    amount: Number(tran_amount),
    currency,
    webhook: false,
  };
  const { tran_id, tran_no, bank_ref, tran_date } = await sandboxAt(sandbox).post(
    "/sandbox/payments",
    payment,
  );
  return JSON.stringify({ ...payload, tran_id, tran_no, bank_ref, tran_date });
}

/** Text where the case has text, so that digits stay text; otherwise JSON, if it is. */
function parsedLike(text, before) {
  if (typeof before === "string" && text !== "null") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Members of a valid body. A duplicate key would be lost. */
function objectOf(body) {
  try {
    const payload = JSON.parse(body);
    return JSON.stringify(payload) === body && !Array.isArray(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

function expectationOf({ error }, body, { testCase, sandbox, set = [] }) {
  const refusal = error ? (OF_TOKEN.includes(error) ? 401 : 400) : undefined;
  const isReal = sandbox !== undefined || set.some(([key]) => key === "tran_id");
  return { refusal, testCase, payload: objectOf(body), isReal };
}

/** Headers of the case with the own token, where it has the right one. */
function headersOf({ token, headers }, options) {
  const [variable, usual] = CREDENTIALS.webhookToken;
  const own = options.token ?? (process.env[variable] || usual);
  warnOf(variable, own);
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    token !== null && value === token ? own : value,
  ]);
  return { ...Object.fromEntries(entries), ...TEST_CASES[options.testCase] };
}

function show({ case: name, isExpected, meaning, answer }) {
  title(isExpected, answer === null ? `${name}: ${meaning}` : `${name}: HTTP ${answer.status}: ${meaning}`);
  if (answer?.body) table([["body", answer.body]]);
}
