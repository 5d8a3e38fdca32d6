// billwire/testing: right use has to compile and to narrow types; wrong use must not compile.
import type { Code } from "billwire";
import type { Reply, WebhookReceiver } from "billwire";
import { Simulator, WebhookTarget, webhookFixtures } from "billwire/testing";
import type { AnswerFault, Books, DueWebhook, SimulatedAnswer, WebhookFault, WebhookFixture, WebhookVariant } from "billwire/testing";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

proven<Equal<WebhookVariant, "merchant_proxy" | "checkout">>();
proven<Equal<SimulatedAnswer["transport"]["kind"], "send" | "drop_before" | "drop_after" | "slow">>();
proven<
  Equal<AnswerFault["kind"], "slow" | "drop_before" | "drop_after" | "answer" | "redirect" | "unreadable" | "code" | "http_status" | "statuses">
>();
proven<
  Equal<WebhookFault["kind"], "twice" | "out_of_order" | "pending_first" | "forged" | "wrong_amount" | "failed" | "late" | "status">
>();
proven<Equal<WebhookFixture["error"], Code | null>>();
proven<Equal<typeof webhookFixtures, readonly WebhookFixture[]>>();

export const simulator = new Simulator({
  ...{ bearer: "b", verificationToken: "v", hashToken: "h", fee: 1n, now: new Date(0), repeatedBill: "refuse" },
  profile: { verificationAuth: "bearer" },
  webhook: { url: "https://m.example", variant: "checkout", token: undefined, testCase: "fail", amounts: "number", customersKey: "Customer" },
  retries: { deliveries: 3 },
});

export function step(): number {
  const answer = simulator.handle({ path: "/", headers: [["a", "b"]], body: new Uint8Array(1) });
  if (answer.transport.kind === "slow") proven<Equal<typeof answer.transport.delay_ms, number>>();
  simulator.now = new Date(0);
  proven<Equal<typeof simulator.now, number>>();
  const next: number | null = simulator.nextDue;
  const books: Books = simulator.books();
  return books.webhooks.pending + (next ?? 0);
}

export function target(receiver: WebhookReceiver, due: DueWebhook): void {
  const sample = new WebhookTarget(receiver);
  const reply: Reply = sample.receive(due.headers, due.body);
  simulator.delivered(due.id, reply);
  simulator.delivered(due.id, null);
  // @ts-expect-error a status alone acknowledges nothing
  simulator.delivered(due.id, reply.status);
}

export function script(): void {
  simulator.script({
    settlement: [{ ref_id: "INV-1", attempt: 2, fault: { kind: "answer", status: 503 } }],
    webhooks: [{ ref_id: "INV-1", fault: { kind: "late", delay_ms: 10 } }],
    payments: [{ ref_id: "INV-1", transactions: [{ amount: 15, currency: "USD", statuses: [{ status: "pending", webhook: false }], found_ms: [] }] }],
  });
  // @ts-expect-error no such fault
  simulator.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "explode" } }] });
  // @ts-expect-error a late webhook says how late
  simulator.script({ webhooks: [{ ref_id: "INV-1", fault: { kind: "late" } }] });
}

export function wrong(books: Books): void {
  // @ts-expect-error no credentials
  new Simulator({ bearer: "b" });
  // @ts-expect-error no such way
  new Simulator({ bearer: "b", verificationToken: "v", hashToken: "h", repeatedBill: "ignore" });
  // @ts-expect-error the time is a number or a Date
  simulator.now = "2026-01-31";
  // @ts-expect-error it is not yours to change
  books.totals["KHR"] = "0";
  // @ts-expect-error the transport alone says how late
  simulator.handle({ path: "/" }).transport.delay_ms;
}
