// The webhook's endpoint, on Express. Its route comes before express.json(), which would consume the raw body.
import { webhook } from "billwire/express";
import express from "express";
import { options, port } from "./merchant.mjs";

const app = express();
app.post("/webhook", webhook(options));
app.use(express.json()); // for all other routes
app.listen(port, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${port}/webhook`)); // behind your proxy
