// A webhook read, against JSON.parse alone. billwire also checks the token.
import assert from "node:assert/strict";
import { notices } from "../inputs.mjs";
import { KHMER, LATIN } from "../words.mjs";
import { TOKEN } from "./settings.mjs";

export function receiving() {
  const cases = [LATIN, KHMER].flatMap((words) => [0, 1, 20].map((customers) => ({ words, customers })));
  return [...cases.map(fromBytes), ...cases.map(fromText)];
}

function fromBytes({ words, customers }) {
  return {
    job: "receive",
    case: `${customers} ${customers === 1 ? "customer" : "customers"}`,
    script: words.script,
    inputs: requests(words, customers, (json) => Buffer.from(json)),
    use({ WebhookReceiver }) {
      const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
      return ({ headers, body }) => receiver.receive(headers, body).payload;
    },
    peer: { name: "JSON.parse", run: ({ body }) => JSON.parse(body.toString()) },
    check: samePayload,
  };
}

/** For frameworks that hand the body over as text. */
function fromText({ words, customers }) {
  const shape = fromBytes({ words, customers });
  return {
    ...shape,
    case: `${shape.case}, from text`,
    inputs: requests(words, customers, (json) => json),
    peer: { name: "JSON.parse", run: ({ body }) => JSON.parse(body) },
  };
}

function requests(words, customers, encoded) {
  return notices(words, customers).map((notice) => {
    const json = JSON.stringify(notice);
    const headers = {
      host: "merchant.example",
      accept: "application/json",
      "content-type": "application/json",
      token: TOKEN,
    };
    return { headers, body: encoded(json) };
  });
}

/** Equal but for two things: decimals are text, so no digit is lost, and unknown fields have a place of their own. */
function samePayload(ours, theirs) {
  assert.deepEqual(withoutExtra(ours), withDecimalsAsText(theirs));
}

function withoutExtra({ extra, ...payload }) {
  assert.deepEqual(extra, {});
  const customers = payload.customers?.map(
    ({ extra, ...customer }) => (assert.deepEqual(extra, {}), customer),
  );
  return { ...payload, customers: customers ?? payload.customers };
}

function withDecimalsAsText(payload) {
  const customers = payload.customers?.map((customer) => ({ ...customer, amount: String(customer.amount) }));
  return { ...payload, tran_amount: String(payload.tran_amount), customers: customers ?? payload.customers };
}
