// Express. The webhook's route comes before express.json(), which would consume the raw body.
import { createServer } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import rawBody from "raw-body";
import { BODY_LIMIT, openMerchant, TIMEOUTS } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";
import { answerWebhook } from "./merchant/webhook.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = express();

app.post("/webhook", async (request, response) => {
  // express.raw() uses raw-body too, but it refuses a large body only at its end.
  const length = request.headers["content-length"] ?? null; // refuses a body that is too large at once
  const body = await rawBody(request, { length, limit: BODY_LIMIT });
  // `headersDistinct`, because `headers` joins a second Token header into the first.
  const reply = await answerWebhook(merchant, request.headersDistinct, body);
  response.status(reply.status).set(reply.headers).end(reply.body);
});

app.use(express.json()); // for all other routes

// Express's own handler would send the error's stack.
const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  response.set("Connection", "close").sendStatus(error.status ?? 500); // 413 for a body that is too large
};
app.use(refuse);

createServer(TIMEOUTS, app).listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
