// Examples, made of the steps that a person can take.
import { bills, onboard, send, settle, startOver } from "./merchant.ts";
import { nextAnswer, nextWebhook } from "./script.ts";
import { nextDue, now } from "./service.ts";
import { deliver } from "./webhooks.ts";

export const STORIES = ["calm", "blindRetry", "duplicate", "forged"] as const;

export function play(story: (typeof STORIES)[number]): void {
  startOver();
  onboard();
  if (story === "blindRetry") nextAnswer.value = "drop_after";
  if (story === "duplicate") nextWebhook.value = "twice";
  if (story === "forged") nextWebhook.value = "forged";
  settle();
  if (story === "blindRetry") bills.value.forEach(send);
  while (nextDue.value !== null && nextDue.value <= now.value) deliver();
}
