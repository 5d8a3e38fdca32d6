// Settings of all jobs.
export const HASH_TOKEN = "a-hash-token-of-forty-characters-0123456";
export const TOKEN = "a-webhook-token-of-forty-characters-0123";
export const SETTINGS = {
  baseUrl: "https://billing.example",
  bearer: "a-bearer-token",
  verificationToken: "a-verification-token",
  hashToken: HASH_TOKEN,
  profile: {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
  },
};
