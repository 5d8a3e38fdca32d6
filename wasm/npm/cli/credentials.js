// The four credentials: their variables, and those of the sandbox without them.

export const CREDENTIALS = {
  bearer: ["BILLWIRE_BEARER", "sandbox-bearer"],
  verificationToken: ["BILLWIRE_VERIFICATION_TOKEN", "sandbox-verification"],
  hashToken: ["BILLWIRE_HASH_TOKEN", "sandbox-hash-token"],
  webhookToken: ["BILLWIRE_WEBHOOK_TOKEN", "sandbox-webhook-token"],
};
