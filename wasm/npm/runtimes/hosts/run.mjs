// Plays the webhooks of a paid bill with a host: `node run.mjs HOST.mjs [ARGUMENT]`. The host's module
// exports `serve`, which returns the address of its route, or `deliver`, which hands a request to a function
// and returns its answer.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as requestOf } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { Simulator } from "billwire/testing";
import { BILL, CREDENTIALS } from "../work/work.mjs";

const [host, argument] = process.argv.slice(2);
const { due, verifications } = await startService();
const { serve, deliver = over(await serve(argument)) } = await import(new URL(host, import.meta.url));
const post = (headers, body) =>
  deliver({ method: "POST", headers: { ...due.headers, ...headers }, body: Buffer.from(body) });

await expectStatus("a wrong token is refused", 401, post({ Token: "a guess" }, due.body));
await expectStatus("a paid bill is credited", 200, post({}, due.body));
await expectStatus("a repeated delivery is acknowledged", 200, post({}, due.body));
await expectStatus("gzip is inflated", 200, post({ "Content-Encoding": "gzip" }, gzipSync(due.body)));
await expectStatus(
  "a changed body is read as it is",
  400,
  post({}, due.body.replace("{", '{"tran_id":"T",')),
);
await expectStatus("the refusal of a long body reaches its sender", 413, post({}, due.body.padEnd(100_000)));
if (serve)
  await expectStatus(
    "also where no length is announced",
    413,
    post({ "Transfer-Encoding": "chunked" }, due.body.padEnd(200_000)),
  );
assert.equal(verifications(), 1, "verifications");
console.log(`${host} ${argument ?? ""}: all as it has to be`);
process.exit(0);

async function expectStatus(what, expected, answer) {
  const { status } = await answer;
  assert.equal(status, expected, what);
}

/** Delivers by HTTP. An error after the answer does not matter: the rest of the body may be unread. */
function over(url) {
  return async ({ method, headers, body }) => {
    const length = headers["Transfer-Encoding"] ? {} : { "Content-Length": body.length };
    const outgoing = requestOf(url, { method, headers: { ...headers, ...length }, agent: false });
    const answer = once(outgoing, "response");
    outgoing.on("error", () => {});
    outgoing.end(body);
    const [response] = await answer;
    response.resume();
    return { status: response.statusCode };
  };
}

/** The service: the simulator over HTTP, with a payment whose webhook is due. */
async function startService() {
  const simulator = new Simulator({
    ...CREDENTIALS,
    webhook: { url: "https://merchant.example/hook", variant: "merchant_proxy", token: "test-webhook" },
  });
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const { url, method, headers } = request;
    const answer = await simulator.fetch(`https://service.example${url}`, {
      method,
      headers,
      body: await text(request),
    });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.SERVICE = `http://127.0.0.1:${server.address().port}`;
  simulator.pay({ identity_code: BILL.ref_id, currency: BILL.currency, amount: BILL.total_amount });
  return { due: simulator.dueWebhooks()[0], verifications: () => asked };
}
