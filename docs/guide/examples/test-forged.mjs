// A test of a merchant: a forged webhook credits nothing.
import assert from "node:assert/strict";
import { isBillwireError, WebhookReceiver } from "billwire";

const receiver = WebhookReceiver.merchantProxy({ tokens: ["my-token"] });

// ANCHOR: forged
const forged = { headers: { Token: "guessed" }, body: new TextEncoder().encode('{"status":"success"}') };
try {
  receiver.receive(forged.headers, forged.body);
  assert.fail("a forged webhook was received");
} catch (error) {
  assert.ok(isBillwireError(error));
  assert.equal(error.code, "wrong_token");
  assert.equal(error.response.status, 401); // the reply to send
}
// ANCHOR_END: forged
