// Values that a framework hands from a server to a browser: React takes plain objects whose members are enumerable
// and none a symbol, and so does devalue, which SvelteKit and Nuxt use. Run under the condition `react-server`.
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { Biller } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import * as devalue from "devalue";
import { renderToReadableStream } from "react-server-dom-webpack/server.edge";
import { BILL, CREDENTIALS, SEARCH, SHOP } from "../work/vectors.mjs";

const service = new Simulator(CREDENTIALS);
const biller = new Biller({ ...CREDENTIALS, baseUrl: "https://service.example" });
const answered = (call) => send(call, { fetch: service.fetch });
const shop = { ...SHOP, bank_id: "B", return_url: "https://shop.example/" };
const onboarded = await answered(biller.prepareOnboarding(shop));
assert.match(onboarded.link, /^https:/);
const settled = await answered(biller.prepareSettlement(BILL));
const verified = await answered(biller.prepareVerification(SEARCH));
const values = { onboarded, settled, verified, warnings: biller.prepareSettlement(BILL).warnings };

const printed = [];
console.error = (...parts) => printed.push(parts.join(" "));
const onError = (error) => printed.push(error.message);
const rendered = await text(renderToReadableStream(values, {}, { onError }));
assert.deepEqual(printed, []);
for (const found of [onboarded.link, settled.response.data.payment.status, verified.data.tran_id])
  assert.ok(rendered.includes(JSON.stringify(found)), found);
assert.deepEqual(devalue.parse(devalue.stringify(values)), JSON.parse(JSON.stringify(values)));
