// Bills that the sandbox has settled, so that only their webhooks remain.
import { readBills, type Bill } from "../../../../examples/node-merchant/src/bills.ts";
import { openDatabase } from "../../../../examples/node-merchant/src/database.ts";
import { openMerchant } from "../../../../examples/node-merchant/src/merchant.ts";
import { onboardAll } from "../../../../examples/node-merchant/src/onboard.ts";
import { readOptions } from "../../../../examples/node-merchant/src/options.ts";
import { linkAccount } from "../../../../examples/node-merchant/src/sandbox.ts";
import { run } from "../programs.ts";
import { settleAll } from "../settle.ts";

/** Settles so many bills by the merchant's own code. */
export async function settleBills(
  count: number,
  file: string,
  sandbox: string,
  database: string,
): Promise<Bill[]> {
  await run(["scripts/make-bills.mjs", String(count), file]);
  const { sub_billers, bills } = await readBills(file);
  const options = readOptions(["node", "prepare", "--sandbox", sandbox, "--fresh"]);
  const books = await openDatabase(database);
  const merchant = await openMerchant(options, books, bills);
  await onboardAll(merchant, sub_billers, linkAccount);
  await settleAll(merchant, books, bills);
  await books.close();
  return bills;
}
