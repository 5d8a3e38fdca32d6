// One receiver process of several: the Node merchant's own endpoint, or the hand-written one.
import { openDatabase } from "../../../../examples/node-merchant/src/database.ts";
import { openMerchant } from "../../../../examples/node-merchant/src/merchant.ts";
import { readOptions } from "../../../../examples/node-merchant/src/options.ts";
import { webhookApp } from "../../../../examples/node-merchant/src/webhook.ts";
import { byHandApp } from "./by-hand.ts";

const [kind, sandbox = ""] = process.argv.slice(2);
const options = readOptions(["node", "process", "--sandbox", sandbox]);
const merchant = await openMerchant(options, await openDatabase(process.env.DATABASE_URL), []);
const app = kind === "billwire" ? webhookApp(merchant) : byHandApp(merchant.books, options);

// Each answer names its process, so that duplicates can go to different ones.
app.addHook("onSend", async (_request, reply) => void reply.header("X-Process", process.pid));
await app.listen({ host: "127.0.0.1", port: 0 }); // in a cluster all get the same
