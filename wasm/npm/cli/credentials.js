// The four credentials: their variables, and those of the sandbox without them.
import { Biller, isBillwireError } from "billwire";

export const CREDENTIALS = {
  bearer: ["BILLWIRE_BEARER", "sandbox-bearer"],
  verificationToken: ["BILLWIRE_VERIFICATION_TOKEN", "sandbox-verification"],
  hashToken: ["BILLWIRE_HASH_TOKEN", "sandbox-hash-token"],
  webhookToken: ["BILLWIRE_WEBHOOK_TOKEN", "sandbox-webhook-token"],
};

/** Warns of a credential that looks like a variable that was not set. */
export function warnOf(variable, value) {
  if (typeof value === "string" && value !== value.trim())
    console.error(`warning: ${variable}: there is white space at an end, such as a file's line end: trim it`);
  try {
    const biller = new Biller({
      baseUrl: "https://service.invalid",
      verificationToken: "not-sent",
      hashToken: value,
    });
    const { warnings } = biller.prepareVerification({ identity_code: "-", purpose_of_transaction: "-" });
    for (const { explanation } of warnings) console.error(`warning: ${variable}: ${explanation}`);
  } catch (error) {
    // The command itself reports a value that it cannot use.
    if (!isBillwireError(error)) throw error;
  }
}
