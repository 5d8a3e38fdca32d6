// The books of both sides, bill by bill: transfers of the service, and your credits.
import { say } from "../texts.ts";
import { Card, Press, type Tone, Verdict } from "../ui.tsx";
import { type Bill, bills, lookUp, send } from "./merchant.tsx";
import { note } from "./record.ts";
import { books } from "./service.ts";

export function BooksCard() {
  return (
    <Card name="books" title={say("simulator.books")}>
      <Balance />
      <ul class="bills">
        {bills.value.map((bill) => (
          <BillRow bill={bill} />
        ))}
      </ul>
      {bills.value.length > 0 && <Press label={say("simulator.endDay")} onPress={endDay} />}
      <p class="hint">{say("simulator.counts", { ...books.value.webhooks })}</p>
    </Card>
  );
}

/** Asks the service about every bill, and names those of which the books differ. */
function endDay(): void {
  bills.value.forEach(lookUp);
  const refs = bills.value.filter((bill) => toneOf(bill) !== "good").map(({ request }) => request.ref_id);
  if (refs.length === 0) note("good", () => say("decision.dayBalanced"));
  else note("bad", () => say("decision.dayDiffers", { refs: refs.join(", ") }));
}

const STATES = { good: "simulator.even", open: "simulator.open", bad: "simulator.movedTwice" } as const;

function BillRow({ bill }: { bill: Bill }) {
  const { ref_id, total_amount, currency } = bill.request;
  const tone = toneOf(bill);
  return (
    <li data-tone={tone}>
      <p>
        <strong>{ref_id}</strong> {String(total_amount)} {currency}
      </p>
      <strong class="state">{say(STATES[tone])}</strong>
      <span class="hint">{say("simulator.sent", { count: bill.sent.value })}</span>
      <span class="hint">{say("simulator.moved", { count: movedTimes(bill) })}</span>
      <span class="hint">{say("simulator.paid", { count: bill.claims.value.length })}</span>
      <div>
        <Press kind="quiet" label={say("simulator.lookUp")} onPress={() => lookUp(bill)} />
        <Press kind="quiet" label={say("simulator.again")} onPress={() => send(bill)} />
      </div>
    </li>
  );
}

function toneOf(bill: Bill): Exclude<Tone, "calm"> {
  const moved = movedTimes(bill);
  if (moved > 1) return "bad";
  return moved === bill.claims.value.length ? "good" : "open";
}

function Balance() {
  const tones = bills.value.map(toneOf);
  if (tones.length === 0) return <Verdict tone="calm" title={say("simulator.noBills")} />;
  if (tones.includes("bad"))
    return (
      <Verdict
        tone="bad"
        title={say("simulator.unbalanced")}
        detail={say("simulator.unbalancedDetail", sums())}
      />
    );
  if (tones.includes("open"))
    return <Verdict tone="open" title={say("simulator.underway")} detail={say("simulator.underwayDetail")} />;
  return <Verdict tone="good" title={say("simulator.balanced")} />;
}

/** Each bill is credited once, however often it was paid. */
function sums(): { moved: string; credited: string } {
  const moved = Object.entries(books.value.totals).map(([currency, sum]) => `${sum} ${currency}`);
  const paid = bills.value.filter(({ claims }) => claims.value.length > 0);
  const credited = paid.reduce((sum, { request }) => sum + BigInt(request.total_amount), 0n);
  return { moved: moved.join(", "), credited: `${credited} KHR` };
}

function movedTimes({ request }: Bill): number {
  return books.value.bills.find(({ ref_id }) => ref_id === request.ref_id)?.settlements ?? 0;
}
