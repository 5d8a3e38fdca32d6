import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";

export interface Options {
  /** Empty for one of our own. */
  sandbox: string;
  faults: boolean;
  bills: string;
  bearer: string;
  verificationToken: string;
  hashToken: string;
  webhookToken: string;
  concurrency: number;
  port: number;
  reopen: boolean;
  hurried: boolean;
  fresh: boolean;
  reconcile: boolean;
  doubled: boolean;
  log?: string;
}

export function readOptions(argv: readonly string[]): Options {
  return new Command("node-merchant")
    .description("Settles a file of bills against a sandbox and balances the books.")
    .option(
      "--sandbox <url>",
      "address of a running sandbox, for example http://127.0.0.1:8080; without it, starts one",
      "",
    )
    .option("--faults", "inject a fault into about a third of the bills", false)
    .option("--bills <file>", "the bills", fileURLToPath(new URL("../bills.json", import.meta.url)))
    .addOption(credential("--bearer <token>", "BILLWIRE_BEARER", "sandbox-bearer"))
    .addOption(
      credential("--verification-token <token>", "BILLWIRE_VERIFICATION_TOKEN", "sandbox-verification"),
    )
    .addOption(credential("--hash-token <token>", "BILLWIRE_HASH_TOKEN", "sandbox-hash-token"))
    .addOption(credential("--webhook-token <token>", "BILLWIRE_WEBHOOK_TOKEN", "sandbox-webhook-token"))
    .option("--concurrency <n>", "settlements at the same time", atLeastOne, 8)
    .option("--port <n>", "port of the webhook endpoint; 0 selects a free one", wholeNumber, 0)
    .option("--reopen", "settle refused bills anew, with their corrected values and credentials", false)
    .option("--hurried", "use the short waits of a run with faults", false)
    .option("--reconcile", "ask about all bills of today, as at the end of the day", false)
    .option("--doubled", "for tests: enter the job of every tenth bill twice", false)
    .option("--fresh", "empty the tables of an earlier run", false)
    .option("--log <file>", "write events as JSON lines")
    .parse(argv)
    .opts<Options>();
}

// Prefer the environment variable: other users of the machine can read a command line.
function credential(flags: string, variable: string, fallback: string): Option {
  return new Option(flags, "credential").env(variable).default(fallback, "the sandbox's own");
}

function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError("1 or more");
  return number;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw new InvalidArgumentError("a whole number");
  return number;
}
