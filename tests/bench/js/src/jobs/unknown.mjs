// A webhook of 64 kB whose members no field takes, against JSON.parse alone: no shape of them may be slow to skip.
import assert from "node:assert/strict";
import { TOKEN } from "./settings.mjs";

const KNOWN = '"tran_id":"T-1","tran_amount":40000,"currency":"KHR","status":"success"';
const LIMITS = { bytes: 100_000, customers: 10_000 };

const MEMBERS = {
  "one text": `"x":"${"a".repeat(64_000)}"`,
  "one Khmer text": `"x":"${"ភ្នំពេញ".repeat(3_000)}"`,
  digits: `"x":[${filled((i) => i % 10)}]`,
  fractions: `"x":[${filled((i) => ((i * 37) % 1_000) + 0.25)}]`,
  members: filled((i) => `"key${i}":${i}`),
  texts: `"x":{${filled((i) => `"key${i}":"value ${i}"`)}}`,
  objects: `"x":[${filled((i) => `{"a":${i},"b":"c"}`)}]`,
  "customers' members": `"customers":[${filled((i) => `{"bill_no":"B-${i}","x${i}":${i}}`)}]`,
};

export function unknown() {
  return Object.entries(MEMBERS).map(([name, members]) => ({
    job: "unknown",
    case: name,
    script: "",
    inputs: [Buffer.from(`{${KNOWN},${members}}`)],
    use({ WebhookReceiver }) {
      const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN], limits: LIMITS });
      return (body) => receiver.receive({ token: TOKEN }, body).payload;
    },
    peer: { name: "JSON.parse", run: (body) => JSON.parse(body.toString()) },
    check: (ours, theirs) => assert.equal(ours.tran_id, theirs.tran_id),
  }));
}

function filled(make) {
  const parts = [];
  for (let i = 0, length = 0; length < 64_000; i++)
    length += parts[parts.push(String(make(i))) - 1].length + 1;
  return parts.join(",");
}
