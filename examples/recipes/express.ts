// Express. express.json() would take the bytes and leave an object, so the webhook's route stands before it.
import { createServer } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import rawBody from "raw-body";
import { BODY_LIMIT, openMerchant, TIMEOUTS } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";
import { answerWebhook } from "./merchant/webhook.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = express();

app.post("/webhook", async (request, response) => {
  // What express.raw() is made of; that one would refuse a large body only after it has come to its end.
  const length = request.headers["content-length"] ?? null; // refused at once, if it is too large
  const body = await rawBody(request, { length, limit: BODY_LIMIT });
  // `headersDistinct`, since `headers` joins a second Token header into the first.
  const reply = await answerWebhook(merchant, request.headersDistinct, body);
  response.status(reply.status).set(reply.headers).end(reply.body);
});

app.use(express.json()); // for all other routes

// Express's own handler would answer with the error's stack.
const refuse: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  response.set("Connection", "close").sendStatus(error.status ?? 500); // 413 for too large a body
};
app.use(refuse);

createServer(TIMEOUTS, app).listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
