// Plan of the faults. It is the same for the same bills, affects about a third of them, and uses each fault several
// times.
import type { ScriptedTransaction } from "billwire/testing";
import type { Bill } from "./bills.ts";
import type { Patience } from "./patience.ts";

export type SettlementFault =
  | { kind: "slow"; delay_ms: number }
  | { kind: "drop_before" }
  | { kind: "drop_after" }
  | { kind: "answer"; status: number; body: string; headers: Record<string, string>; moves_money: boolean }
  | { kind: "redirect"; status: number; location: string }
  | { kind: "unreadable"; moves_money: boolean }
  | { kind: "http_status"; status: number }
  | { kind: "code"; code: string; message: string; message_kh: string; moves_money: boolean };

export type WebhookFault =
  | { kind: "twice" }
  | { kind: "late"; delay_ms: number }
  | { kind: "out_of_order" }
  | { kind: "pending_first" }
  | { kind: "forged" }
  | { kind: "wrong_amount" }
  | { kind: "failed" };

/** Fate of the payments of a bill, and the ending by which it must be in our books at the end of the day. */
export interface PaymentFault {
  kind: "transactions";
  transactions: readonly ScriptedTransaction[];
  ending: PaymentEnding;
}

type PaymentEnding = "paidTwice" | "reversed" | "pending" | "paymentFailed";

/** `found_ms`: milliseconds after the settlement at which lookups begin to find it, stop, begin again, and so on. */
export type PlannedFault = { ref_id: string; label: string } & (
  | { where: "settlement"; attempt: number; fault: SettlementFault; found_ms?: readonly number[] | undefined }
  | { where: "webhook"; fault: WebhookFault }
  | { where: "payment"; fault: PaymentFault }
);

/**
 * The faults of one bill: those of its first, second, ... attempt, and at most one of its webhook or of its
 * payments.
 */
interface Trouble {
  attempts?: (readonly [label: string, fault: SettlementFault, found_ms?: readonly number[]])[];
  webhook?: readonly [label: string, fault: WebhookFault];
  payment?: readonly [label: string, ending: PaymentEnding, ...transactions: ScriptedTransaction[]];
}

/** Milliseconds after which a payment is reversed: long enough for its webhook. */
export const LATER_MS = 6_000;

export function planFaults(
  bills: readonly Bill[],
  patience: Patience,
  otherOrigin: string,
  laterMs = LATER_MS,
): PlannedFault[] {
  const troubles = troublesOf(patience, otherOrigin, laterMs);
  return bills
    .filter((_, index) => index % 3 === 1)
    .flatMap(({ ref_id }, index) => planned(ref_id, troubles[index % troubles.length] ?? {}));
}

function planned(ref_id: string, { attempts = [], webhook, payment }: Trouble): PlannedFault[] {
  const planned = attempts.map(([label, fault, found_ms], index): PlannedFault => {
    return { where: "settlement", ref_id, attempt: index + 1, label, fault, found_ms };
  });
  if (webhook) planned.push({ where: "webhook", ref_id, label: webhook[0], fault: webhook[1] });
  if (payment) {
    const [label, ending, ...transactions] = payment;
    planned.push({ where: "payment", ref_id, label, fault: { kind: "transactions", transactions, ending } });
  }
  return planned;
}

/** Changes after the credit, or without a webhook. Only the end of the day finds the first three. */
function paymentsOf(laterMs: number): NonNullable<Trouble["payment"]>[] {
  const silent = { status: "success", webhook: false };
  const reversed = { status: "failed", after_ms: laterMs, webhook: false };
  return [
    ["payment reversed, no webhook", "reversed", { statuses: [{ status: "success" }, reversed] }],
    ["paid twice, one webhook lost", "paidTwice", {}, { statuses: [silent] }],
    [
      "settlement reversed after success",
      "paymentFailed",
      { statuses: [silent, { ...reversed, after_ms: 1_000 }] },
    ],
    [
      "refund in an unlisted word",
      "pending",
      { statuses: [{ status: "success" }, { status: "refunded", after_ms: laterMs }] },
    ],
  ];
}

function troublesOf(patience: Patience, otherOrigin: string, laterMs: number): Trouble[] {
  const slow = ["answered too late", { kind: "slow", delay_ms: patience.answer * 3 }] as const;
  const dropBefore = ["dropped before the money moved", { kind: "drop_before" }] as const;
  const dropAfter = ["dropped after the money moved", { kind: "drop_after" }] as const;
  const lags = ["dropped, found late", { kind: "drop_after" }, [300]] as const;
  const failed = ["500 and garbage, no money moved", rubbish(false)] as const;
  const failedAfter = ["500 and garbage, money moved", rubbish(true)] as const;
  const unreadable = ["200 and an unreadable body", { kind: "unreadable", moves_money: true }] as const;
  // Under HTTP 200, an unknown code without a transaction would need a person.
  const code = [
    "503 and an unknown code, no money moved",
    { ...rubbish(false), status: 503, body: '{"code":"777"}' },
  ] as const;
  const codeAfter = [
    "unknown code, money moved",
    { kind: "code", code: "777", message: "Something else", message_kh: "ផ្សេងទៀត", moves_money: true },
  ] as const;
  const redirect = [
    "redirect to another origin",
    { kind: "redirect", status: 307, location: `${otherOrigin}/bills` },
  ] as const;
  // The body says that the money has moved, and the status denies it. A merchant that trusts the status pays twice.
  const denied = [429, 400, 401, 422].map(
    (status) => [`${status} with a success, money moved`, { kind: "http_status", status }] as const,
  );
  // A gateway accepts, and lookups find the transaction longer than "not found" would hold, or by turns.
  const gateway = [[2_500], [0, 150, 1_500]].map(
    (found_ms) =>
      [
        `202 by a gateway, found ${found_ms.length === 1 ? "late" : "by turns"}`,
        { kind: "http_status", status: 202 },
        found_ms,
      ] as const,
  );
  const busy = ["429, come again", { ...rubbish(false), status: 429, body: "" }] as const;

  const twice = ["webhook twice", { kind: "twice" }] as const;
  const late = ["webhook late", { kind: "late", delay_ms: 1_500 }] as const;
  const outOfOrder = ["webhooks out of order", { kind: "out_of_order" }] as const;
  const pendingFirst = ["webhook pending, then success", { kind: "pending_first" }] as const;
  const forged = ["webhook forged", { kind: "forged" }] as const;
  const wrongAmount = ["webhook with a wrong amount", { kind: "wrong_amount" }] as const;

  return [
    ...[
      slow,
      dropBefore,
      dropAfter,
      lags,
      failed,
      failedAfter,
      unreadable,
      code,
      codeAfter,
      redirect,
      busy,
      ...denied,
      ...gateway,
    ].map((each) => ({ attempts: [[...each]] satisfies Trouble["attempts"] })),
    ...[twice, late, outOfOrder, pendingFirst, forged, wrongAmount].map((each) => ({ webhook: each })),
    ...paymentsOf(laterMs).map((payment) => ({ payment })),
    { attempts: [dropBefore, dropAfter] },
    { attempts: [busy, codeAfter], webhook: twice },
  ];
}

function rubbish(moves_money: boolean) {
  return {
    kind: "answer",
    status: 500,
    body: "<html>Oops",
    headers: { "Content-Type": "text/html" },
    moves_money,
  } as const;
}
