// A settlement that was refused for an expired token is reopened; one that stays unclear is cleared up by a person.
import assert from "node:assert/strict";
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, settings, shop } from "./shop.mjs";

const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-2", fault: { kind: "drop_after" } }] });
const options = { fetch: service.fetch }; // in production without it
await send(new Biller(settings).prepareOnboarding(shop), options);
const profile = { refusalCodes: { settlement: ["UNAUTHENTICATED"] } }; // as agreed with the provider
const expired = new Biller({ ...settings, bearer: "expired", profile });

/** Table `bills`; in production the statements of "Settle safely". */
const rows = new Map();
const load = (refId) => rows.get(refId)?.record;
const run = (flow, { ref_id }) =>
  flow.run({
    save({ record, revision, previous }) {
      if ((rows.get(ref_id)?.revision ?? 0) !== previous) return false;
      rows.set(ref_id, { record, revision });
      return true;
    },
    send: (request) => send(request, options),
  });

const refused = await run(new SettlementFlow(expired, bill), bill);
assert.equal(refused.outcome, "refused");
assert.equal(refused.answer.responseCode, "UNAUTHENTICATED");

// ANCHOR: reopen
const biller = expired.withBearer("test-bearer"); // the renewed token
const reopened = new SettlementFlow(biller, bill, { record: load(bill.ref_id), reopen: true });
const ending = await run(reopened, bill);
// ANCHOR_END: reopen
assert.equal(ending.outcome, "settled");

const lost = { ...bill, ref_id: "INV-2" };
assert.equal((await run(new SettlementFlow(biller, lost), lost)).outcome, "unclear"); // the profile has no lookup

// ANCHOR: resolved
const unclear = new SettlementFlow(biller, lost, { record: load(lost.ref_id) });
unclear.resolved("settled"); // or "nothingMoved"
const { outcome, proof } = await run(unclear, lost);
// ANCHOR_END: resolved
assert.deepEqual({ outcome, proof }, { outcome: "settled", proof: "person" });
