// The jobs that two builds of the package run against each other: the same inputs for both, and the same answers.
import assert from "node:assert/strict";
import { bills, notices } from "../inputs.mjs";
import { KHMER, LATIN } from "../words.mjs";

const HASH_TOKEN = "a-hash-token-of-forty-characters-0123456";
const TOKEN = "a-webhook-token-of-forty-characters-0123";
const SETTINGS = {
  baseUrl: "https://billing.example",
  bearer: "a-bearer-token",
  verificationToken: "a-verification-token",
  hashToken: HASH_TOKEN,
};
const TRANSACTION = { ...notices(LATIN, 0)[0], tran_amount: 40_000, fee_amount: 0, total_amount: 40_000 };

/** @param before, after the modules of two packages */
export function cases(before, after) {
  return [...inBothScripts(), ...answers()].map(({ use, inputs, ...names }) => {
    const [run, peer] = [use(after), use(before)];
    return {
      ...names,
      inputs,
      ours: { name: "after", run },
      peers: [{ name: "before", run: peer }],
      check: (ours, theirs) => assert.deepEqual(plain(ours), plain(theirs)),
    };
  });
}

function inBothScripts() {
  return [LATIN, KHMER].flatMap((words) => [
    signing(words),
    ...[0, 3, 50].map((lines) => preparing(words, lines)),
    ...[0, 1, 20].flatMap((customers) => [
      receiving(words, customers, "bytes", Buffer.from),
      receiving(words, customers, "text", (json) => json),
    ]),
  ]);
}

function signing(words) {
  return {
    job: "sign",
    case: "one hash",
    script: words.script,
    inputs: bills(words, 0).map(({ ref_id, date, currency, total_amount, customer_sync_code, settlement_to }) => {
      return { ref_id, date, currency, total_amount, customer_sync_code, settlement_to };
    }),
    use: ({ sign }) => (fields) => sign(fields, HASH_TOKEN),
  };
}

function preparing(words, lines) {
  return {
    job: "prepare",
    case: `${lines} lines`,
    script: words.script,
    inputs: bills(words, lines),
    use({ Biller }) {
      const biller = new Biller(SETTINGS);
      return (bill) => biller.prepareSettlement(bill);
    },
  };
}

function receiving(words, customers, form, encoded) {
  return {
    job: "receive",
    case: `${customers} customers, ${form}`,
    script: words.script,
    inputs: notices(words, customers).map((notice) => encoded(JSON.stringify(notice))),
    use({ WebhookReceiver }) {
      const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
      const headers = { "content-type": "application/json", token: TOKEN };
      return (body) => receiver.receive(headers, body).payload;
    },
  };
}

function answers() {
  const bill = { status: "success", ref_id: "INV-2026-104217" };
  return [
    decoding("settled", "settlement", 200, { code: "000", message: "ok", data: { bill, payment: { status: "success" } } }),
    decoding("transaction", "verification", 200, { code: "SUCCESS", message: "ok", data: TRANSACTION }),
    decoding("refused", "settlement", 400, { code: "E-1", message: "no" }),
  ];
}

function decoding(name, operation, status, answer) {
  const body = Buffer.from(JSON.stringify(answer));
  return {
    job: "decode",
    case: name,
    script: "",
    inputs: [body],
    use({ Biller }) {
      const biller = new Biller(SETTINGS);
      return (body) => outcome(() => biller.decode(operation, status, body));
    },
  };
}

function outcome(decode) {
  try {
    return decode();
  } catch (error) {
    return error;
  }
}

/** The data of an answer: two packages have two classes of each name, and may explain an error in other words. */
function plain(answer) {
  return answer instanceof Error ? { code: answer.code, type: answer.type } : JSON.parse(JSON.stringify(answer));
}
