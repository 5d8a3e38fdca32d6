// `billwire trigger`: sends a test webhook to an endpoint.
import { webhookFixtures } from "billwire/testing";
import { isLoopback } from "./loopback.js";
import { Refused, print, table, title } from "./output.js";

/** Headers that select a case at the sample target (section 4.4 of the interface). */
const TEST_CASES = { success: { Success: "success" }, fail: { Fail: "fail" } };
const PATIENCE = 10_000;
const MOST_BYTES = 65_536;

export async function trigger(name, options) {
  const fixtures = webhookFixtures.filter(({ variant }) => variant === options.variant);
  if (options.list) return print(options, fixtures.map(({ name, error }) => ({ name, error })), true, (all) => table(all.map(({ name, error }) => [name, error ?? "accepted"])));
  const fixture = fixtures.find((one) => one.name === name);
  if (fixture === undefined) throw new Refused(`expected a case: ${fixtures.map((one) => one.name).join(", ")}`);
  const answer = await sent(fixture, addressOf(options), TEST_CASES[options.testCase]);
  const expected = fixture.error ?? (options.testCase === "fail" ? "failed, as the test case selects" : "accepted");
  const isExpected = answer !== null && (expected === "accepted" ? answer.status === 200 : answer.status >= 400);
  print(options, { case: name, expected, isExpected, answer }, isExpected, show);
}

function addressOf({ to, allowRemote }) {
  if (to === undefined || !URL.canParse(to)) throw new Refused("expected --to with the address of your endpoint");
  const url = new URL(to);
  if (!["http:", "https:"].includes(url.protocol)) throw new Refused("expected an address of http or https");
  if (!allowRemote && !isLoopback(url.hostname)) throw new Refused("the endpoint is on another machine: add --allow-remote if it is yours");
  return url;
}

async function sent({ token, headers, body }, url, selection) {
  const own = process.env.BILLWIRE_WEBHOOK_TOKEN;
  const entries = Object.entries(headers).map(([name, value]) => [name, own && value === token ? own : value]);
  const init = { method: "POST", headers: { ...Object.fromEntries(entries), ...selection }, body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
  try {
    const response = await fetch(url, init);
    return { status: response.status, body: await textOf(response) };
  } catch {
    return null;
  }
}

async function textOf(response) {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) break;
  }
  return text.slice(0, MOST_BYTES);
}

function show({ case: name, expected, isExpected, answer }) {
  title(isExpected, answer === null ? `${name}: no answer` : `${name}: HTTP ${answer.status}`);
  table([["expected", expected], ...(answer === null ? [] : [["body", answer.body]])]);
}
