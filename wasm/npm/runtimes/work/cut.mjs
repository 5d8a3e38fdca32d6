// Settles twice over a pooled connection, of which the service cuts the second answer. Prints the last result.
import { Biller, isBillwireError } from "billwire";
import { send } from "billwire/fetch";
import { BILL, CREDENTIALS } from "./work.mjs";

const [baseUrl, by] = globalThis.Deno?.args ?? process.argv.slice(2);
const call = new Biller({ baseUrl, allowLoopbackHttp: true, ...CREDENTIALS }).prepareSettlement(BILL);

const plainly = async ({ url, method, headers, body }) => (await fetch(url, { method, headers, body })).text();
const attempt = () => (by === "send" ? send(call) : plainly(call)).then(() => "answered", (error) => (isBillwireError(error) ? error.code : "failed"));

await attempt();
await new Promise((resolve) => setTimeout(resolve, 100)); // until the pool has the connection back
console.log(await attempt());
