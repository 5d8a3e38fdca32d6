// One receiver process of several: the Node merchant's own endpoint.
import { openDatabase } from "../../../../examples/node-merchant/src/database.ts";
import { openMerchant } from "../../../../examples/node-merchant/src/merchant.ts";
import { readOptions } from "../../../../examples/node-merchant/src/options.ts";
import { webhookApp } from "../../../../examples/node-merchant/src/webhook.ts";

const [sandbox = ""] = process.argv.slice(2);
const options = readOptions(["node", "process", "--sandbox", sandbox]);
const app = webhookApp(await openMerchant(options, await openDatabase(process.env.DATABASE_URL), []));

// Each answer names its process, so that duplicates can go to different ones.
app.addHook("onSend", async (_request, reply) => void reply.header("X-Process", process.pid));
await app.listen({ host: "127.0.0.1", port: 0 }); // in a cluster all get the same
