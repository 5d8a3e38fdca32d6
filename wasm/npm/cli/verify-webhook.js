// `billwire verify-webhook`: receives a webhook from a file.
import { Biller, CreditFlow, WebhookReceiver, isBillwireError } from "billwire";
import { bytesFrom, jsonFrom, profileFrom, readFile, secret } from "./input.js";
import { Refused, errorOf, print, showError, table, title } from "./output.js";

export async function verifyWebhook(file, options) {
  const isCheckout = options.variant === "checkout";
  if (!isCheckout && options.headers === undefined)
    throw new Refused(
      "the merchant-proxy variant needs --headers with a file: one `Name: value` a line, or JSON",
    );
  const profile = profileFrom(options.profile);
  const headers = options.headers === undefined ? {} : headersOf(options.headers);
  const body = await bytesFrom(file, "pass the file of the raw body, or pipe the body in");
  try {
    const receiver = isCheckout
      ? WebhookReceiver.checkout()
      : WebhookReceiver.merchantProxy({ tokens: [await secret("BILLWIRE_WEBHOOK_TOKEN")] });
    const event = receiver.receive(headers, body);
    const { payload, authentication, warnings, dedupKey, fingerprint } = event;
    print(
      options,
      { authentication, payload, dedupKey, fingerprint, warnings, flow: flowOf(event, profile) },
      true,
      show,
    );
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    print(options, { ...errorOf(error), response: error.response }, false, showError);
  }
}

/** Headers of a file, as JSON or as the lines of an HTTP message. */
function headersOf(file) {
  const text = readFile(file).toString();
  if (text.trimStart().startsWith("{")) return jsonFrom(text, file);
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0));
    if (!/^\S+$/.test(name)) throw new Refused(`${file}, line ${index + 1}: expected \`Name: value\``);
    return [[name, withoutBlanks(line.slice(colon + 1))]];
  });
}

/** Value without the blanks around it. A regular expression would take quadratic time for a line of blanks. */
function withoutBlanks(text) {
  const isBlank = (at) => " \t\r".includes(text.charAt(at) || "-");
  let [start, end] = [0, text.length];
  while (isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** First step of a credit flow whose books have a bill as the event says. Nothing is sent. */
function flowOf(event, profile) {
  const biller = new Biller({
    baseUrl: "https://service.invalid",
    verificationToken: "not-sent",
    bearer: "not-sent",
    profile,
  });
  const { step, request, ending, reply } = firstStep(biller, event);
  if (step === "send") {
    const explanation =
      "asks the service, and credits only if the answer matches your bill; the webhook's own amount decides nothing";
    return { step: "verify", explanation, verification: JSON.parse(request.body) };
  }
  if (ending?.outcome === "nothingToCredit") {
    return {
      step: "acknowledge",
      explanation: "credits nothing, since the profile lists this status as pending or failed",
      reply: reply.status,
    };
  }
  return {
    step: "refuse",
    explanation: "credits nothing, since no bill can have this identity_code",
    reply: reply?.status,
  };
}

function firstStep(biller, event) {
  const { identity_code, purpose_of_transaction, currency } = event.payload;
  if (!identity_code) return CreditFlow.ofUnknownBill(biller, event).step();
  const bill = {
    identity_code,
    purpose_of_transaction: purpose_of_transaction || identity_code,
    currency: currency || "KHR",
    min_amount: 0,
  };
  try {
    return CreditFlow.ofEvent(biller, event, bill).step();
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    return CreditFlow.ofUnknownBill(biller, event).step();
  }
}

function show({ authentication, payload, dedupKey, warnings, flow }) {
  title(true, "the webhook is readable; confirm it before you credit anything");
  const fields = Object.entries(payload).filter(
    ([, value]) => value !== undefined && typeof value !== "object",
  );
  table([["authentication", authentication], ["dedup key", dedupKey], ...fields]);
  table(warnings.map(({ path, code, explanation }) => [path, code, explanation]));
  const { explanation, verification, reply } = flow;
  console.log();
  table([
    ["a flow", explanation],
    ...(verification ? [["verification", JSON.stringify(verification)]] : []),
    ...(reply ? [["reply", `HTTP ${reply}`]] : []),
  ]);
}
