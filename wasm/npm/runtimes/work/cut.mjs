// Settles twice over a pooled connection, of which the service cuts the second answer. Prints the last result.
import { Biller, isBillwireError } from "billwire";
import { send } from "billwire/fetch";

const [baseUrl, by] = globalThis.Deno?.args ?? process.argv.slice(2);
const biller = new Biller({ baseUrl, allowLoopbackHttp: true, bearer: "test-bearer", hashToken: "test-hash-key" });
const call = biller.prepareSettlement({
  ref_id: "INV-0001",
  date: "2026-01-31T17:00:00.000Z",
  due_date: "2026-02-28T17:00:00.000Z",
  currency: "KHR",
  total_amount: 40000,
  customer_sync_code: "C-1",
  settlement_to: "S-1",
});

const plainly = async ({ url, method, headers, body }) => (await fetch(url, { method, headers, body })).text();
const attempt = () => (by === "send" ? send(call) : plainly(call)).then(() => "answered", (error) => (isBillwireError(error) ? error.code : "failed"));

await attempt();
await new Promise((resolve) => setTimeout(resolve, 100)); // until the pool has the connection back
console.log(await attempt());
