// `billwire verify-webhook`: receives a webhook from a file.
import { Biller, CreditFlow, WebhookReceiver, isBillwireError } from "billwire";
import { bytesFrom, jsonFrom, profileFrom, readFile, secret } from "./input.js";
import { Refused, errorOf, print, showError, table, title } from "./output.js";

export async function verifyWebhook(file, options) {
  const isCheckout = options.variant === "checkout";
  if (!isCheckout && options.headers === undefined)
    throw new Refused("the merchant-proxy variant needs --headers");
  const profile = profileFrom(options.profile);
  const headers = options.headers === undefined ? {} : headersOf(readFile(options.headers).toString());
  const body = await bytesFrom(file);
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

/** Headers as JSON, or as the lines of an HTTP message. */
function headersOf(text) {
  if (text.trimStart().startsWith("{")) return jsonFrom(text, "the file of the headers");
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, name, value] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) throw new Refused("expected `Name: value` in each line of the headers");
    return [name, value];
  });
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
