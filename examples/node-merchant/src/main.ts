// A merchant's backend in one run: onboards the sub billers, settles every bill, receives the webhooks, asks again at
// the end of the day, audits the books.
import { setTimeout as sleep } from "node:timers/promises";
import { compareBooks } from "./audit.ts";
import { readBills } from "./bills.ts";
import { openDatabase, type Database } from "./database.ts";
import { LATER_MS, planFaults } from "./faults.ts";
import { Jobs } from "./jobs.ts";
import { openMerchant } from "./merchant.ts";
import { onboardAll } from "./onboard.ts";
import { readOptions, type Options } from "./options.ts";
import { listenAsOtherOrigin } from "./other-origin.ts";
import { showProgress } from "./progress.ts";
import { printReport, writeSummary } from "./report.ts";
import { linkAccount, Sandbox, startSandbox } from "./sandbox.ts";
import { listenForWebhooks } from "./webhook.ts";
import { waitForJobs, waitForWebhooks } from "./wait.ts";

const options = readOptions(process.argv);
const own = options.sandbox ? undefined : await startSandbox(options.log && `${options.log}.sandbox`);
options.sandbox ||= own?.url ?? "";
const database = await openDatabase(process.env.DATABASE_URL);
try {
  process.exitCode = (await run(options, database)) ? 0 : 1;
} catch (error) {
  console.error(error); // credentials print nowhere, not even in errors
  process.exitCode = 1;
} finally {
  await database.close();
  own?.stop();
}

/** Runs everything. Returns true if nothing is wrong at the end. */
async function run(options: Options, database: Database): Promise<boolean> {
  const file = await readBills(options.bills);
  const merchant = await openMerchant(options, database, file.bills);
  const sandbox = new Sandbox(options.sandbox);
  const endpoint = await listenForWebhooks(merchant, options.port);
  const otherOrigin = await listenAsOtherOrigin();
  const jobs = await Jobs.open(merchant, database);
  const progress = showProgress(merchant.diary);
  try {
    await sandbox.sendWebhooksTo(endpoint.url, options.webhookToken);
    await onboardAll(merchant, file.sub_billers, linkAccount);

    const faults = options.faults ? planFaults(file.bills, merchant.patience, otherOrigin.url) : [];
    await sandbox.planFaults(faults);

    // One bill comes first, as in production: that a lookup finds it proves that the lookup works.
    await jobs.enter(file.bills.slice(0, 1), options);
    await jobs.work(options);
    await waitForJobs(jobs);
    await sleep(merchant.patience.blind);
    await jobs.enter(file.bills, options);
    await waitForJobs(jobs);
    // Payments are reversed after their webhooks.
    await Promise.all([waitForWebhooks(merchant, sandbox), sleep(options.faults ? LATER_MS : 0)]);
    await jobs.reconcile(new Date());
    await waitForJobs(jobs);
    progress.stop();

    const entries = await merchant.books.entries();
    const theirs = await sandbox.books();
    const differences = compareBooks(entries, theirs);
    const report = {
      diary: merchant.diary,
      entries,
      books: await merchant.payments.day(),
      theirs,
      differences,
      faults,
      strayRequests: otherOrigin.requests(),
    };
    await writeSummary(report);
    return printReport(report);
  } finally {
    progress.stop();
    await jobs.stop();
    await endpoint.close();
    await otherOrigin.close();
  }
}
