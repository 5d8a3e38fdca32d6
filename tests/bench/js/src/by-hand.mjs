// What a backend writes without billwire, in its fastest form that we know of.
import * as crypto from "node:crypto";

/** The bill as JSON with its hash, by HMAC with a prepared key. Nothing is validated. */
export function jsonWithHash(bill, key) {
  return JSON.stringify({ ...bill, hash: hmac(bill, key) });
}

export function preparedKey(hashToken) {
  return crypto.createSecretKey(Buffer.from(hashToken, "utf8"));
}

export function hmac(bill, key) {
  return crypto.createHmac("sha512", key).update(signingString(bill)).digest("base64");
}

/** The dates of all inputs end in `Z`, so the digits can be cut out of the text. */
function signingString({ ref_id, date, currency, total_amount, customer_sync_code, settlement_to }) {
  return `${ref_id}${digits(date)}${currency}${total_amount}${customer_sync_code}${settlement_to}`;
}

function digits(date) {
  const day = date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10);
  return day + date.slice(11, 13) + date.slice(14, 16) + date.slice(17, 19);
}
