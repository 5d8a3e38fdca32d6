// Real loggers, at a call, its headers and an error: none of them writes a secret. The control: each writes
// the body of `call.request()`.
import assert from "node:assert/strict";
import { Writable } from "node:stream";
import * as Sentry from "@sentry/node";
import bunyan from "bunyan";
import { Biller } from "billwire";
import pino from "pino";
import stringify from "safe-stable-stringify";
import winston from "winston";
import { BILL, CREDENTIALS } from "../work/work.mjs";

let text = "";
const stream = new Writable({ write: (chunk, _encoding, done) => ((text += chunk), done()) });
const json = winston.createLogger({
  format: winston.format.json(),
  transports: [new winston.transports.Stream({ stream })],
});
const simple = winston.createLogger({
  format: winston.format.prettyPrint(),
  transports: [new winston.transports.Stream({ stream })],
});
const beforeSend = (event) => ((text += JSON.stringify(event)), null);
// The lines of the program around a stack trace are no part of an object, and the same error comes many times.
Sentry.init({
  dsn: "https://key@sentry.example/1",
  beforeSend,
  integrations: (all) => all.filter(({ name }) => !["ContextLines", "Dedupe"].includes(name)),
});

const LOGGERS = {
  pino: (value) => pino(stream).info(value, "x"),
  bunyan: (value) => bunyan.createLogger({ name: "x", stream }).info(value, "x"),
  "winston, JSON": (value) => json.info("x", value),
  "winston, pretty": (value) => simple.info("x", value),
  "safe-stable-stringify": (value) => (text += stringify(value)),
  Sentry: (value) => Sentry.captureException(new Error("x"), { extra: { value } }),
};

const METHOD = "test-payment-method";
const SECRETS = [...Object.values(CREDENTIALS), METHOD];
const biller = new Biller({ baseUrl: "https://service.example", ...CREDENTIALS });
const call = biller.prepareSettlement({ ...BILL, payment_method_token: METHOD });
const error = call.noAnswer({
  sent: "maybe",
  cause: Object.assign(new Error("cut"), { config: call.request() }),
});

for (const [name, log] of Object.entries(LOGGERS)) {
  for (const value of [call, { call }, { headers: call.headers }, { biller }, error, { error }])
    assert.deepEqual(await secretsIn(log, value), [], name);
  assert.ok((await secretsIn(log, { value: call.request() })).includes(METHOD), `${name}, the control`);
}
process.exit(0);

async function secretsIn(log, value) {
  text = "";
  log(value);
  await Sentry.flush(1_000);
  await new Promise((resolve) => setTimeout(resolve, 5)); // streams write later
  assert.ok(text.length > 0, `${log} has written nothing`);
  return SECRETS.filter((secret) => text.includes(secret));
}
