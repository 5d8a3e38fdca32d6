// Writes the verdicts of the npm package on each input. `cargo xtask prove fuzz` compares them with those of the native library.
//
//   node verdicts.mjs PACKAGE FILE [--decoded] FOLDER...
//
// `--decoded` is the control: bodies are wrongly decoded before they are passed.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [entry, file, ...rest] = process.argv.slice(2);
const isDecoded = rest[0] === "--decoded";
const folders = isDecoded ? rest.slice(1) : rest;
const { Biller, BillwireError, WebhookReceiver } = await import(pathToFileURL(entry).href);

const OPERATIONS = ["onboarding", "settlement", "verification"];
const receiver = WebhookReceiver.checkout();
const biller = new Biller({
  baseUrl: "https://service.example",
  bearer: "bearer",
  verificationToken: "verification",
  hashToken: "a key",
});

const verdicts = { answers: {}, webhooks: {} };
for (const folder of folders) {
  for (const name of readdirSync(folder)) {
    const id = `${basename(folder)}/${name}`;
    const input = readFileSync(join(folder, name));
    verdicts.webhooks[id] = verdict(() => {
      const { dedupKey, fingerprint } = receiver.receive({}, given(input));
      return `accepted: ${dedupKey ?? ""} ${fingerprint}`;
    });
    verdicts.answers[id] = input.length < 4 ? "skipped: too short" : verdict(() => {
      const operation = OPERATIONS[input[1] % OPERATIONS.length];
      biller.decode(operation, input.readUInt16BE(2), given(input.subarray(4)));
      return "accepted";
    });
  }
}
writeFileSync(file, JSON.stringify({ fuzz: verdicts }));

function given(bytes) {
  return isDecoded ? bytes.toString("latin1") : bytes;
}

function verdict(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BillwireError)) throw error;
    const { kind, code, violations, nextStep } = error;
    return `refused: ${kind} ${code} at ${violations[0]?.offset ?? "none"}, ${nextStep}`;
  }
}
