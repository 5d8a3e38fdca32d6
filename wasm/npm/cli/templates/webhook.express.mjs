// The webhook's endpoint, on Express. Its route comes before express.json(), which would consume the raw body.
import { webhook } from "billwire/express";
import express from "express";
import { options } from "./merchant.mjs";

const app = express();
app.post("/webhook", webhook(options));
app.use(express.json()); // for all other routes
app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
