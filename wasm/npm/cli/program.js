// The commands of `npx billwire`, and their options.
import { readFileSync } from "node:fs";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "./commander.js";
import { DATABASES, FRAMEWORK_NAMES } from "./init.js";
import { Cancelled, Refused, fail, jsonOf, printable } from "./output.js";

const USAGE = 2;
const INTERRUPTED = 130;
// A reader such as `head` may close the pipe before the end.
process.stdout.on("error", () => {});
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const VARIANTS = ["merchant_proxy", "checkout"];
/** Options to which a newcomer gives their value as an argument, by command. */
const BY_OPTION = {
  sandbox: "the port is an option: --port 8080",
  trigger: "the address is an option: --to http://127.0.0.1:3000/webhook",
  events: "it lists them without an argument, and sends one again by --resend <id>",
  explain: "the bill's file is an option: --bill bill.json",
  "verify-webhook": "the headers' file is an option: --headers headers.txt",
  decode: "the status is an option: --status 200",
};
const variant = () =>
  new Option("--variant <variant>", "variant of the webhook").choices(VARIANTS).default(VARIANTS[0]);
const testCase = () =>
  new Option("--test-case <case>", "send the header that selects this case at the sample target").choices([
    "success",
    "fail",
  ]);

const program = new Command("billwire")
  .description(
    "Tools for one payment interface: a sandbox, test webhooks, and explanations. Nothing leaves " +
      "this machine unless you allow it.",
  )
  .usage("<command> [options]")
  .version(version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(lines(text)) })
  .showHelpAfterError("Run with --help for examples.")
  .addHelpText(
    "after",
    `
Settle and credit a first bill without a provider:
  $ npx billwire init              # writes a handler, tables and settings, and prints the next commands
  $ npx billwire sandbox --port 8080 --webhook-url http://127.0.0.1:3000/webhook

Secrets come from the environment, or from a prompt. They are no arguments, which other users of the machine
can read (trigger has --token, for tests):
  BILLWIRE_HASH_TOKEN, BILLWIRE_BEARER, BILLWIRE_VERIFICATION_TOKEN, BILLWIRE_WEBHOOK_TOKEN

Exit codes: 0 success, 1 the answer is no (a hash differs, a webhook is refused, an answer is an error), 2 wrong use.
With --json, an error is JSON too.

Examples:
  $ npx billwire trigger khqr --to http://127.0.0.1:3000/webhook
  $ npx billwire explain --bill bill.json --hash "$OBSERVED"
  $ npx billwire decode settlement --status 200 answer.json`,
  );

command(
  "init",
  "Write a merchant's first files: the webhook's handler, tables and settings for the sandbox.",
  async (...args) => (await import("./init.js")).init(...args),
  `
  $ npx billwire init                         # the framework of your package.json, or Node's own server
  $ npx billwire init express --database postgresql`,
)
  .addArgument(new Argument("[framework]", "framework of the webhook's handler").choices(FRAMEWORK_NAMES))
  .addOption(
    new Option("--database <database>", "database of the books").choices(DATABASES).default(DATABASES[0]),
  )
  .option("--dir <folder>", "folder of the files; existing files stay as they are", "billwire")
  .option("--json", "print JSON");

command(
  "sandbox",
  "Run the simulated service over HTTP, for this machine unless you allow more.",
  async (...args) => (await import("./sandbox.js")).sandbox(...args),
  `
  $ npx billwire sandbox --port 8080
  $ npx billwire sandbox --webhook-url http://127.0.0.1:3000/webhook --profile profile.json
  $ npx billwire sandbox --json               # {"url":"http://127.0.0.1:46127","bearer":"sandbox-bearer",...}
  $ npx billwire sandbox --host 0.0.0.0 --port 8080 --allow-remote \\
      --webhook-url http://app:3000/webhook   # in a container
  $ curl -X POST 127.0.0.1:8080/sandbox/faults -H "Content-Type: application/json" \\
      -d '{"settlement": [{"ref_id": "INV-1", "fault": {"kind": "drop_after"}}]}'`,
)
  .option("--port <port>", "port; 0 selects a free one", wholeNumber, 0)
  .option("--host <address>", "address to listen on; 0.0.0.0 is every address of this machine", "127.0.0.1")
  .option("--allow-remote", "answer to any server name, and send webhooks to other machines", false)
  .option("--webhook-url <url>", "address of your webhooks")
  .addOption(variant())
  .addOption(testCase())
  .addOption(
    new Option("--amounts <form>", "customers' amounts in the checkout variant")
      .choices(["text", "number"])
      .default("text"),
  )
  .addOption(
    new Option("--customers-key <key>", "key of the customers in the checkout variant")
      .choices(["customers", "Customer"])
      .default("customers"),
  )
  .option("--deliveries <count>", "deliveries of a webhook", wholeNumber, 8)
  .option("--first-retry-ms <ms>", "milliseconds before the second delivery", wholeNumber, 250)
  .option("--longest-retry-ms <ms>", "longest wait in milliseconds", wholeNumber, 5000)
  .option("--seed <text>", "text in the transaction ids; without it, the ids of each run differ")
  .option("--profile <file>", "profile of the provider: JSON")
  .option("--link-required", "refuse settlements to a sub biller that has linked no account of the currency")
  .option("--fee <amount>", "fee of each transaction, in whole units", wholeNumber, 0)
  .option("--json", "print the address, and the log on standard error, as lines of JSON");

command(
  "trigger",
  "Send a test webhook to your endpoint.",
  async (...args) => (await import("./trigger.js")).trigger(...args),
  `
  $ npx billwire trigger --list
  $ npx billwire trigger khqr --to http://127.0.0.1:3000/webhook                 # 409 is right: nobody has paid INV-2
  $ npx billwire trigger khqr --to http://127.0.0.1:3000/webhook --bill INV-1 --amount 40000 \\
      --sandbox http://127.0.0.1:8080
  $ npx billwire trigger wrong_amount --to http://127.0.0.1:3000/webhook --bill INV-1 --amount 39000
  $ npx billwire trigger khqr --to http://127.0.0.1:3000/webhook --set tran_id=TRAN-1 --set status=pending
  $ BILLWIRE_WEBHOOK_TOKEN=... npx billwire trigger forged --to http://127.0.0.1:3000/webhook --json`,
)
  .argument("[case]", "name of the webhook")
  .option("--to <url>", "address of your endpoint")
  .option("--sandbox <url>", "running sandbox, which then has the payment, so that a verification finds it")
  .option("--bill <ref-id>", "bill that the webhook names")
  .option("--amount <amount>", "amount in the webhook", amount)
  .option(
    "--set <key=value>",
    "field of the body, as text or JSON. With a tran_id, the service is taken to have the transaction",
    member,
  )
  .option(
    "--token <token>",
    "test token to send, which other users of the machine can read; BILLWIRE_WEBHOOK_TOKEN, or else " +
      "that of the sandbox, without it",
  )
  .addOption(variant())
  .addOption(testCase())
  .option("--list", "show the cases")
  .option("--allow-remote", "send to another machine too")
  .option("--json", "print JSON");

command(
  "events",
  "List the webhooks of a running sandbox, and send one again.",
  async (...args) => (await import("./events.js")).events(...args),
  `
  $ npx billwire events
  $ npx billwire events --resend 3`,
)
  .option("--sandbox <url>", "address that the sandbox printed", "http://127.0.0.1:8080")
  .option("--resend <id>", "send this webhook again", wholeNumber)
  .option("--json", "print JSON");

command(
  "explain",
  "Explain the signature of a bill, and why another hash differs.",
  async (...args) => (await import("./explain.js")).explain(...args),
  `
  $ npx billwire explain --bill bill.json
  $ npx billwire explain --bill bill.json --hash "$OBSERVED" --signing-offset +07:00
  $ pbpaste | npx billwire explain            # a body with its hash, or a cURL line
  $ npx billwire explain --ref-id INV-1 --date 2026-01-31T17:00:00Z --currency KHR --total-amount 40000 \\
      --customer-sync-code C-1 --settlement-to S-1`,
)
  .option("--bill <file>", "bill as JSON, or a cURL line; - is standard input")
  .option("--hash <hash>", "hash to compare")
  .option("--ref-id <text>", "field of the bill")
  .option("--date <date>", "field of the bill")
  .option("--currency <text>", "field of the bill")
  .option("--total-amount <amount>", "field of the bill")
  .option("--customer-sync-code <text>", "field of the bill")
  .option("--settlement-to <text>", "field of the bill")
  .option("--signing-offset <offset>", "zone of the date's digits, such as +07:00")
  .option("--json", "print JSON");

command(
  "verify-webhook",
  "Receive a webhook from a file, as your endpoint would.",
  async (...args) => (await import("./verify-webhook.js")).verifyWebhook(...args),
  `
  $ npx billwire verify-webhook body.json --headers headers.txt
  $ npx billwire verify-webhook --variant checkout < body.json`,
)
  .argument("[body]", "file of the raw body; standard input without it")
  .addOption(variant())
  .option("--headers <file>", "headers of the webhook: JSON, or one `Name: value` a line")
  .option("--profile <file>", "profile of the provider: JSON")
  .option("--json", "print JSON");

command(
  "decode",
  "Decode an answer of the service, and say what to do next.",
  async (...args) => (await import("./decode.js")).decodeAnswer(...args),
  `
  $ npx billwire decode settlement --status 200 answer.json
  $ curl ... | npx billwire decode verification --status 200 --profile profile.json --json`,
)
  .argument("<operation>", "onboarding, settlement or verification")
  .argument("[body]", "file of the body; standard input without it")
  .requiredOption("--status <status>", "HTTP status of the answer", wholeNumber)
  .option("--profile <file>", "profile of the provider: JSON")
  .option("--json", "print JSON");

await run();

function command(name, description, action, examples) {
  return program
    .command(name)
    .description(description)
    .addHelpText("after", `\nExamples:${examples}`)
    .action(action);
}

/** Text of commander, in which an argument may have any character. */
function lines(text) {
  return text.split("\n").map(printable).join("\n");
}

function wholeNumber(text) {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
}

function amount(text) {
  if (/^(?=[0-9.]{1,16}$)[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected an amount of at most 15 digits.");
}

function member(text, before = []) {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined) throw new InvalidArgumentError("Expected key=value.");
  return [...before, [key, value]];
}

function adviseArguments(isJson) {
  const advice = BY_OPTION[process.argv[2]];
  if (advice !== undefined && !isJson) console.error(advice);
}

async function run() {
  // Commander reports its errors before it knows the options.
  const isJson = process.argv.includes("--json");
  if (isJson) [program, ...program.commands].forEach((one) => one.configureOutput({ writeErr: () => {} }));
  const tell = (message) => (isJson ? console.log(jsonOf({ kind: "wrong_use", message }, 2)) : fail(message));
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === "commander.excessArguments") adviseArguments(isJson);
      if (isJson && error.exitCode !== 0) tell(error.message.replace(/^error: /, ""));
      process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    } else if (error instanceof Refused) {
      tell(error.message);
      process.exitCode = USAGE;
    } else if (error instanceof Cancelled) {
      process.exitCode = INTERRUPTED;
    } else {
      throw error;
    }
  }
}
