// The backend of the sample apps: settles the bills that they draft. It knows the sub billers of the file, and no bill.
// A program after `--` runs with its address in BILLWIRE_BACKEND, and ends it.
import { spawn } from "node:child_process";
import { readBills } from "./bills.ts";
import { openDatabase } from "./database.ts";
import { draftsApp } from "./drafts.ts";
import { openMerchant } from "./merchant.ts";
import { onboardAll } from "./onboard.ts";
import { readOptions } from "./options.ts";
import { linkAccount, startSandbox } from "./sandbox.ts";

const [own, [program, ...args]] = splitAt(process.argv, "--");
const options = readOptions(own);
options.sandbox ||= (await startSandbox()).url;
const { sub_billers } = await readBills(options.bills);
const merchant = await openMerchant(options, await openDatabase(process.env.DATABASE_URL), []);
await onboardAll(merchant, sub_billers, linkAccount);
const app = draftsApp(merchant, process.env.APP_SESSION ?? "sandbox-session");
const url = await app.listen({ host: "127.0.0.1", port: options.port });
console.log(`listening on ${url}`);
if (program !== undefined) {
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, BILLWIRE_BACKEND: url } });
  child.once("error", (error) => (console.error(error), process.exit(1)));
  child.once("exit", (code) => process.exit(code ?? 1));
}

function splitAt(words: readonly string[], mark: string): [string[], string[]] {
  const at = words.includes(mark) ? words.indexOf(mark) : words.length;
  return [words.slice(0, at), words.slice(at + 1)];
}
