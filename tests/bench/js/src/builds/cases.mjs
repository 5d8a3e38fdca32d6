// The jobs that two builds of the package run against each other: the same inputs for both, and the same answers.
import assert from "node:assert/strict";
import { bills, notices } from "../inputs.mjs";
import { preparing } from "../jobs/prepare.mjs";
import { receiving } from "../jobs/receive.mjs";
import { SETTINGS } from "../jobs/settings.mjs";
import { signing } from "../jobs/sign.mjs";
import { LATIN } from "../words.mjs";

const TRANSACTION = { ...notices(LATIN, 0)[0], tran_amount: 40_000, fee_amount: 0, total_amount: 40_000 };
const STATUSES = { bill: { status: "success", ref_id: "INV-2026-104217" }, payment: { status: "success" } };
const SETTLED = { code: "000", message: "ok", data: STATUSES };
/** Reference of a bill that is settled. */
const CONTROL = "INV-0";
const NOT_FOUND = Buffer.from('{"code":"NOT_FOUND","message":"Transaction not found"}');

/** @param before, after the modules of two packages */
export function cases(before, after) {
  const rare = [
    decoding("settled", "settlement", 200, SETTLED),
    decoding("refused", "settlement", 400, { code: "E-1", message: "no" }),
  ];
  rare.push(
    decoding("transaction", "verification", 200, { code: "SUCCESS", message: "ok", data: TRANSACTION }),
    explaining(),
    flowing(),
  );
  return [...signing(), ...preparing(), ...receiving(), ...rare].map(({ use, inputs, ...names }) => {
    const [run, peer] = [use(after), use(before)];
    return {
      ...names,
      inputs,
      ours: { name: "after", run },
      peer: { name: "before", run: peer },
      check: (ours, theirs) => assert.deepEqual(plain(ours), plain(theirs)),
    };
  });
}

function decoding(name, operation, status, answer) {
  return {
    job: "decode",
    case: name,
    script: "",
    inputs: [Buffer.from(JSON.stringify(answer))],
    use({ Biller }) {
      const biller = new Biller(SETTINGS);
      return (body) => outcome(() => biller.decode(operation, status, body));
    },
  };
}

/** An invalid bill, with all its violations. */
function explaining() {
  return {
    job: "prepare",
    case: "invalid",
    script: "Latin",
    inputs: bills(LATIN, 3).map((bill) => ({ ...bill, ref_id: "", total_amount: -1 })),
    use({ Biller }) {
      const biller = new Biller(SETTINGS);
      return (bill) => outcome(() => biller.prepareSettlement(bill));
    },
  };
}

/** The flow of a bill whose first answer is lost: it is looked up until it may be sent again, and settled. */
function flowing() {
  return {
    job: "flow",
    case: "one settlement",
    script: "Latin",
    inputs: bills(LATIN, 3),
    use({ Biller, SettlementFlow }) {
      const biller = new Biller(SETTINGS);
      return (bill) => {
        const control = { ...bill, ref_id: CONTROL };
        const data = { ...STATUSES, bill: { ...STATUSES.bill, ref_id: bill.ref_id } };
        const body = JSON.stringify({ ...SETTLED, data });
        let [now, attempts] = [0, 0];
        const flow = new SettlementFlow(biller, bill, { now: () => now, random: () => 1 });
        for (;;) {
          const { step, ...next } = flow.step();
          if (step === "finished") return next.ending;
          if (step === "load") flow.loaded(null);
          else if (step === "save") flow.saved(next.revision);
          else if (step === "control") flow.control(control);
          else if (step === "wait") now = next.until;
          else if (next.request.operation === "verification")
            flow.answered(next.request.number, 200, found(next.request, control));
          else if (attempts++ === 0) flow.noAnswer(next.request.number, { sent: "maybe" });
          else flow.answered(next.request.number, 200, body);
        }
      };
    },
  };
}

/** Answer to a lookup: the service has the control bill alone. */
function found({ body }, { ref_id, currency, total_amount }) {
  if (!body.includes(ref_id)) return NOT_FOUND;
  const references = { identity_code: ref_id, purpose_of_transaction: ref_id, currency };
  const data = { ...TRANSACTION, ...references, tran_amount: total_amount, total_amount };
  return JSON.stringify({ code: "SUCCESS", message: "ok", data });
}

function outcome(work) {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** The data of an answer: two packages have two classes of each name, and may explain an error in other words. */
function plain(answer) {
  return answer instanceof Error
    ? { code: answer.code, type: answer.type }
    : JSON.parse(JSON.stringify(answer));
}
