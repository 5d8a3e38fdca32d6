// The available faults, by the names of their texts.
import { signal } from "@preact/signals-core";
import type { AnswerFault, WebhookFault } from "billwire/testing";
import type { answerFaults, webhookFaults } from "../texts/simulator.ts";

export type AnswerFaultName = keyof typeof answerFaults;
export type WebhookFaultName = keyof typeof webhookFaults;

export const ANSWER_FAULTS: Readonly<Record<Exclude<AnswerFaultName, "none">, AnswerFault>> = {
  slow: { kind: "slow", delay_ms: 3000 },
  drop_before: { kind: "drop_before" },
  drop_after: { kind: "drop_after" },
  error_before: { kind: "answer", status: 503 },
  error_after: { kind: "answer", status: 503, moves_money: true },
  unreadable: { kind: "unreadable", moves_money: true },
  redirect: { kind: "redirect", status: 302, location: "https://elsewhere.example/" },
  code: { kind: "code", code: "310" },
  statuses: { kind: "statuses", bill: "pending", payment: "pending", moves_money: true },
};

export const WEBHOOK_FAULTS: Readonly<Record<Exclude<WebhookFaultName, "none">, WebhookFault>> = {
  twice: { kind: "twice" },
  late: { kind: "late", delay_ms: 5000 },
  out_of_order: { kind: "out_of_order" },
  pending_first: { kind: "pending_first" },
  forged: { kind: "forged" },
  wrong_amount: { kind: "wrong_amount" },
  failed: { kind: "failed" },
};

/** The faults chosen for the next answer and the next webhook. */
export const nextAnswer = signal<AnswerFaultName>("none");
export const nextWebhook = signal<WebhookFaultName>("none");
