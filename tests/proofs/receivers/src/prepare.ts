// Settles every bill with the sandbox, and enters the bills as settled in each database. Only the webhooks remain.
import { Command } from "commander";
import { readBills } from "../../../../examples/node-merchant/src/bills.ts";
import { openDatabase } from "../../../../examples/node-merchant/src/database.ts";
import { openMerchant } from "../../../../examples/node-merchant/src/merchant.ts";
import { onboardAll } from "../../../../examples/node-merchant/src/onboard.ts";
import { readOptions } from "../../../../examples/node-merchant/src/options.ts";
import { settleAll } from "../../../../examples/node-merchant/src/settle.ts";

const {
  sandbox,
  bills: file,
  databases,
} = new Command("prepare")
  .requiredOption("--sandbox <url>", "address of the sandbox")
  .requiredOption("--bills <file>", "the bills")
  .requiredOption("--databases <url...>", "where they are entered")
  .parse()
  .opts<{ sandbox: string; bills: string; databases: string[] }>();

const options = readOptions(["node", "prepare", "--sandbox", sandbox, "--fresh"]);
const { sub_billers, bills } = await readBills(file);

for (const [index, url] of databases.entries()) {
  const database = await openDatabase(url);
  const merchant = await openMerchant(options, database, bills);
  if (index === 0) {
    await onboardAll(merchant, sub_billers);
    await settleAll(merchant, bills, 16);
  }
  await database.query("UPDATE bills SET state = 'settled'");
  await database.close();
}
