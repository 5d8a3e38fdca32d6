// The books of both sides, bill by bill: transfers of the service, and your credits.
import { type Child, growing, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { simulator as t } from "../texts/simulator.ts";
import { type Tone, button, card, verdict } from "../ui/parts.ts";
import { type Bill, bills, lookUp, send } from "./merchant.ts";
import { books } from "./service.ts";

export function booksCard(): HTMLElement {
  return card(
    "books",
    () => say(t.books),
    verdict(
      () => balance().tone,
      () => balance().title,
      () => balance().detail,
    ),
    growing(bills, h("ul", { class: "bills" }), billRow),
    h("p", { class: "hint" }, () => say(t.counts, books.value.webhooks)),
  );
}

function billRow(bill: Bill): HTMLElement {
  const { ref_id, total_amount, currency } = bill.request;
  const state = () => stateOf(bill);
  return h(
    "li",
    { class: "bill", "data-tone": () => state().tone },
    h("p", { class: "bill-name" }, h("strong", {}, ref_id), " ", `${String(total_amount)} ${currency}`),
    h("p", { class: "bill-state" }, () => state().title),
    h(
      "p",
      { class: "bill-counts" },
      h("span", {}, () => say(t.sent, { count: bill.sent.value })),
      h("span", {}, () => say(t.moved, { count: movedTimes(bill) })),
      h("span", {}, () => say(t.paid, { count: bill.claims.value.length })),
    ),
    h(
      "div",
      { class: "row" },
      button(
        () => say(t.lookUp),
        () => lookUp(bill),
        "quiet",
      ),
      button(
        () => say(t.again),
        () => send(bill),
        "quiet",
      ),
    ),
  );
}

interface State {
  tone: Tone;
  title: string;
}

function stateOf(bill: Bill): State {
  const moved = movedTimes(bill);
  if (moved > 1) return { tone: "bad", title: say(t.movedTwice) };
  return moved === bill.claims.value.length
    ? { tone: "good", title: say(t.even) }
    : { tone: "open", title: say(t.open) };
}

function balance(): State & { detail: Child } {
  const tones = bills.value.map((bill) => stateOf(bill).tone);
  if (tones.length === 0) return { tone: "calm", title: say(t.noBills), detail: undefined };
  if (tones.includes("bad"))
    return { tone: "bad", title: say(t.unbalanced), detail: h("p", {}, say(t.unbalancedDetail, sums())) };
  if (tones.includes("open"))
    return { tone: "open", title: say(t.underway), detail: h("p", {}, say(t.underwayDetail)) };
  return { tone: "good", title: say(t.balanced), detail: undefined };
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
