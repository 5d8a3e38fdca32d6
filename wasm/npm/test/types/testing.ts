// billwire/testing: right use has to compile and to narrow types; wrong use must not compile.
import { Simulator, type WebhookTarget, webhookFixtures } from "billwire/testing";
import type { Books } from "billwire/testing";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

export const simulator = new Simulator({
  bearer: "b",
  verificationToken: "v",
  hashToken: "h",
  fee: 1n,
  now: new Date(0),
  repeatedBill: "refuse",
  profile: { verificationAuth: "bearer" },
  webhook: {
    url: "https://m.example",
    variant: "checkout",
    token: undefined,
    testCase: "fail",
    amounts: "number",
    customersKey: "Customer",
  },
});

export function uses(target: WebhookTarget): number {
  const answer = simulator.handle({ path: "/", headers: [["a", "b"]], body: new Uint8Array(1) });
  if (answer.transport.kind === "slow") proven<Equal<typeof answer.transport.delay_ms, number>>();
  const statuses = [{ status: "pending", webhook: false }];
  const transaction = { amount: 15, currency: "USD", statuses, found_ms: [] };
  simulator.script({
    settlement: [{ ref_id: "INV-1", attempt: 2, fault: { kind: "answer", status: 503 } }],
    payments: [{ ref_id: "INV-1", transactions: [transaction] }],
  });
  for (const due of simulator.dueWebhooks())
    simulator.delivered(due.id, target.receive(due.headers, due.body));
  return simulator.books().webhooks.pending + (simulator.nextDue ?? 0) + webhookFixtures.length;
}

export function wrong(books: Books): void {
  // @ts-expect-error a status alone acknowledges nothing
  simulator.delivered(1, 200);
  // @ts-expect-error no such fault
  simulator.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "explode" } }] });
  // @ts-expect-error no credentials
  new Simulator({ bearer: "b" });
  // @ts-expect-error it is not yours to change
  books.totals["KHR"] = "0";
  // @ts-expect-error the transport alone says how late
  simulator.handle({ path: "/" }).transport.delay_ms;
}
