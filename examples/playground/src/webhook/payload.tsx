// The fields of a webhook. Fields outside the interface are marked.
import type { Customer, WebhookEvent, WebhookPayload } from "billwire";
import { TEXTS, type TextName, say } from "../texts.ts";
import { Card } from "../ui.tsx";
import { received } from "./state.ts";

interface Row {
  name: string;
  value: string;
  note?: string;
  unknown?: boolean;
}

export function PayloadCard() {
  return (
    <Card name="payload" title={say("webhook.payload")} hidden={!received.value.done}>
      {received.value.done && <Payload event={received.value.value} />}
    </Card>
  );
}

function Payload({ event }: { event: WebhookEvent }) {
  const rows = rowsOf(event.payload, "");
  const dedupNote = say(event.dedupKey === null ? "webhook.noDedupKey" : "webhook.dedupKey");
  return (
    <>
      {rows.length > 0 ? <Rows rows={rows} /> : <p>{say("webhook.nothing")}</p>}
      <Rows
        rows={[
          { name: "dedupKey", value: event.dedupKey ?? "null", note: dedupNote },
          { name: "fingerprint", value: event.fingerprint, note: say("webhook.fingerprint") },
        ]}
      />
    </>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="payload">
      {rows.map(({ name, value, note, unknown }) => (
        <div data-unknown={unknown}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <span class="value" translate={false}>
              {value}
            </span>
            {note && <span class="hint">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields of the interface first, then the others. */
function rowsOf({ extra, ...fields }: WebhookPayload | Customer, at: string): Row[] {
  const known = Object.entries(fields).flatMap(([name, value]) => rowsOfField(`${at}${name}`, value));
  const unknown = Object.entries(extra).map(([name, value]) => {
    return {
      name: `${at}${name}`,
      value: JSON.stringify(value),
      note: say("webhook.unknownField"),
      unknown: true,
    };
  });
  return [...known, ...unknown];
}

function rowsOfField(name: string, value: string | readonly Customer[] | null | undefined): Row[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ name, value, ...meaningOf(name, value) }];
  if (value === null || value.length === 0) return [{ name, value: JSON.stringify(value) }];
  return value.flatMap((customer, at) => rowsOf(customer, `${name}[${at}].`));
}

/** Meaning of a value, in the two fields whose values the interface lists. */
function meaningOf(name: string, value: string): Partial<Row> {
  if (name !== "payment_service_type" && name !== "status") return {};
  const text = `${name}.${value}`;
  return Object.hasOwn(TEXTS.en, text)
    ? { note: say(text as TextName) }
    : { note: say("webhook.unknownValue"), unknown: true };
}
