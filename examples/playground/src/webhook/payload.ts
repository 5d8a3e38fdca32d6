// The fields of a webhook. Fields outside the interface are listed separately.
import type { Customer, JsonValue, WebhookEvent, WebhookPayload } from "billwire";
import { type Child, h, live } from "../dom.ts";
import { type Text, say } from "../texts/language.ts";
import { channels, statuses, webhook as t } from "../texts/webhook.ts";
import { card } from "../ui/parts.ts";
import { received } from "./state.ts";

export function payloadCard(): HTMLElement {
  const drawn = card(
    "payload",
    () => say(t.payload),
    () => received.value.done && said(received.value.value),
  );
  live(() => {
    drawn.hidden = !received.value.done;
  });
  return drawn;
}

function said(event: WebhookEvent): Child {
  const rows = rowsOf(event.payload, "");
  return [
    rows.length > 0 ? h("dl", { class: "payload" }, rows) : h("p", {}, say(t.nothing)),
    h("dl", { class: "payload keys" }, [
      row("dedupKey", event.dedupKey ?? "null", say(event.dedupKey === null ? t.noDedupKey : t.dedupKey)),
      row("fingerprint", event.fingerprint, say(t.fingerprint)),
    ]),
  ];
}

/** Fields of the interface first, then the others. */
function rowsOf({ extra, ...fields }: WebhookPayload | Customer, at: string): HTMLElement[] {
  const known = Object.entries(fields).flatMap(([name, value]) => rowsOfField(`${at}${name}`, value));
  const unknown = Object.entries(extra).map(([name, value]) =>
    row(`${at}${name}`, jsonText(value), say(t.unknownField), true),
  );
  return [...known, ...unknown];
}

function rowsOfField(name: string, value: string | readonly Customer[] | null | undefined): HTMLElement[] {
  if (value === undefined) return [];
  if (value === null) return [row(name, "null")];
  if (typeof value === "string") return [valueRow(name, value)];
  return value.length === 0 ? [row(name, "[]")] : value.flatMap((customer, at) => rowsOf(customer, `${name}[${at}].`));
}

/** Fields whose values the interface lists. */
const NAMED: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  payment_service_type: channels,
  status: statuses,
};

function valueRow(name: string, value: string): HTMLElement {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (named === undefined) return row(name, value);
  const meaning = Object.hasOwn(named, value) ? named[value] : undefined;
  return meaning === undefined ? row(name, value, say(t.unknownValue), true) : row(name, value, say(meaning));
}

function row(name: string, value: string, note = "", unknown = false): HTMLElement {
  return h(
    "div",
    { "data-unknown": unknown },
    h("dt", {}, h("code", {}, name)),
    h(
      "dd",
      {},
      h("span", { class: "value", translate: "no" }, value),
      note !== "" && h("span", { class: "note" }, note),
    ),
  );
}

function jsonText(value: JsonValue): string {
  return JSON.stringify(value);
}
