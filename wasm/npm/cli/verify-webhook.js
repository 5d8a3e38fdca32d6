// `billwire verify-webhook`: receives a webhook from a file.
import { WebhookReceiver, isBillwireError } from "billwire";
import { bytesFrom, jsonFrom, readFile, secret } from "./input.js";
import { Refused, errorOf, print, showError, table, title } from "./output.js";

export async function verifyWebhook(file, options) {
  const isCheckout = options.variant === "checkout";
  if (!isCheckout && options.headers === undefined) throw new Refused("the merchant-proxy variant needs --headers");
  const headers = options.headers === undefined ? {} : headersOf(readFile(options.headers).toString());
  const body = await bytesFrom(file);
  const receiver = isCheckout ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy({ tokens: [await secret("BILLWIRE_WEBHOOK_TOKEN")] });
  try {
    const { payload, authentication, warnings, dedupKey, fingerprint } = receiver.receive(headers, body);
    print(options, { authentication, payload, dedupKey, fingerprint, warnings }, true, show);
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

function show({ authentication, payload, dedupKey, warnings }) {
  title(true, "the webhook is readable; confirm it before you credit anything");
  const fields = Object.entries(payload).filter(([, value]) => value !== undefined && typeof value !== "object");
  table([["authentication", authentication], ["dedup key", dedupKey], ...fields]);
  table(warnings.map(({ path, code, explanation }) => [path, code, explanation]));
}
