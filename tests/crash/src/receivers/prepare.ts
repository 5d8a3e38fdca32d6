// Bills that the sandbox has settled, so that only their webhooks remain.
import { readBills, type Bill } from "../../../../examples/node-merchant/src/bills.ts";
import { openDatabase } from "../../../../examples/node-merchant/src/database.ts";
import { run } from "../programs.ts";
import { openOnboarded, settleAll } from "../settle.ts";

/** Settles so many bills by the merchant's own code. */
export async function settleBills(
  count: number,
  file: string,
  sandbox: string,
  database: string,
): Promise<Bill[]> {
  await run(["scripts/make-bills.mjs", String(count), file]);
  const issued = await readBills(file);
  const books = await openDatabase(database);
  const merchant = await openOnboarded(sandbox, books, issued, "--fresh");
  await settleAll(merchant, books, issued.bills);
  await books.close();
  return issued.bills;
}
