// Receives webhooks of 64 KB that consist of members that no field takes, against JSON.parse of the same bytes: at most
// three times as long is promised (docs/threats.md). Both sides take turns, and the best of many rounds counts.
import { WebhookReceiver } from "billwire";

const ROUNDS = 25;
const REPEATS = 12;
const HEADERS = { token: "bench" };
const KNOWN = '"tran_id":"T-1","tran_amount":40000,"currency":"KHR","status":"success"';
const decoder = new TextDecoder();

const BODIES = {
  "one text": `{${KNOWN},"x":"${"a".repeat(64_000)}"}`,
  "one text, Khmer": `{${KNOWN},"x":"${"ភ្នំពេញ".repeat(3_000)}"}`,
  "a list of digits": `{${KNOWN},"x":[${filled((i) => i % 10)}]}`,
  "a list of fractions": `{${KNOWN},"x":[${filled((i) => ((i * 37) % 1_000) + 0.25)}]}`,
  members: `{${KNOWN},${filled((i) => `"key${i}":${i}`)}}`,
  "an object of texts": `{${KNOWN},"x":{${filled((i) => `"key${i}":"value ${i}"`)}}}`,
  "a list of objects": `{${KNOWN},"x":[${filled((i) => `{"a":${i},"b":"c"}`)}]}`,
  "members of customers": `{${KNOWN},"customers":[${filled((i) => `{"bill_no":"B-${i}","x${i}":${i}}`)}]}`,
};

function filled(make) {
  const parts = [];
  for (let i = 0, length = 0; length < 64_000; i++) length += parts[parts.push(String(make(i))) - 1].length + 1;
  return parts.join(",");
}

function best(jobs) {
  const times = jobs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    jobs.forEach((job, at) => {
      const start = process.hrtime.bigint();
      for (let i = 0; i < REPEATS; i++) job();
      times[at] = Math.min(times[at], Number(process.hrtime.bigint() - start) / REPEATS / 1_000);
    });
  }
  return times;
}

const receiver = WebhookReceiver.merchantProxy({ tokens: ["bench"], limits: { bytes: 100_000, customers: 10_000 } });
for (const [name, text] of Object.entries(BODIES)) {
  const bytes = new TextEncoder().encode(text);
  const [ours, theirs] = best([() => receiver.receive(HEADERS, bytes), () => JSON.parse(decoder.decode(bytes))]);
  console.log(`${name.padEnd(24)} ${(ours / theirs).toFixed(2)} of JSON.parse (${ours.toFixed(0)} µs, ${theirs.toFixed(0)} µs)`);
}
