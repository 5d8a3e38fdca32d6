// The available faults, by the names of their texts.
import { signal } from "@preact/signals";
import type { AnswerFault, FaultScript, WebhookFault } from "billwire/testing";

export const ANSWER_FAULTS = {
  none: undefined,
  slow: { kind: "slow", delay_ms: 3000 },
  drop_before: { kind: "drop_before" },
  drop_after: { kind: "drop_after" },
  error_before: { kind: "answer", status: 503 },
  error_after: { kind: "answer", status: 503, moves_money: true },
  unreadable: { kind: "unreadable", moves_money: true },
  redirect: { kind: "redirect", status: 302, location: "https://elsewhere.example/" },
  code: { kind: "code", code: "310" },
  statuses: { kind: "statuses", bill: "pending", payment: "pending", moves_money: true },
} as const satisfies Readonly<Record<string, AnswerFault | undefined>>;

export const WEBHOOK_FAULTS = {
  none: undefined,
  twice: { kind: "twice" },
  late: { kind: "late", delay_ms: 5000 },
  out_of_order: { kind: "out_of_order" },
  pending_first: { kind: "pending_first" },
  forged: { kind: "forged" },
  wrong_amount: { kind: "wrong_amount" },
  failed: { kind: "failed" },
} as const satisfies Readonly<Record<string, WebhookFault | undefined>>;

/** The faults chosen for the next answer and the next webhook. */
export const nextAnswer = signal<keyof typeof ANSWER_FAULTS>("none");
export const nextWebhook = signal<keyof typeof WEBHOOK_FAULTS>("none");

/** Scripts the chosen fault for one request about a reference. */
export function scriptOf(operation: string, reference: string, attempt: number): FaultScript {
  const fault = ANSWER_FAULTS[nextAnswer.value];
  if (fault === undefined) return {};
  if (operation === "onboarding") return { onboarding: [{ supplier_sync_code: reference, attempt, fault }] };
  if (operation === "settlement") return { settlement: [{ ref_id: reference, attempt, fault }] };
  return { verification: [{ identity_code: reference, attempt, fault }] };
}
