// The backend of the sample apps: settles the bills that they draft. It knows the sub billers of the file, and no bill.
import { readBills } from "./bills.ts";
import { openDatabase } from "./database.ts";
import { draftsApp } from "./drafts.ts";
import { openMerchant } from "./merchant.ts";
import { onboardAll } from "./onboard.ts";
import { readOptions } from "./options.ts";

const options = readOptions(process.argv);
const { sub_billers } = await readBills(options.bills);
const merchant = await openMerchant(options, await openDatabase(process.env.DATABASE_URL), []);
await onboardAll(merchant, sub_billers);
const app = draftsApp(merchant, process.env.APP_SESSION ?? "sandbox-session");
console.log(`listening on ${await app.listen({ host: "127.0.0.1", port: options.port })}`);
