import type { Shown } from "./bill.ts";

/** Program for Node, Deno and Bun. */
export function javascript({ baseUrl, bill, profile, codeShapes }: Shown): string {
  const settings = {
    baseUrl,
    bearer: new Source("process.env.BILLWIRE_BEARER"),
    hashToken: new Source("process.env.BILLWIRE_HASH_TOKEN"),
    ...(Object.keys(codeShapes).length > 0 && { codeShapes }),
    ...(Object.keys(profile).length > 0 && { profile }),
  };
  return `import { Biller } from "billwire";
import { send } from "billwire/fetch";

const biller = new Biller(${literal(settings, "")});

const call = biller.prepareSettlement(${literal(bill, "")});

// Sends once. If the answer is lost, look the bill up before you send it again.
const { outcome } = await send(call);
console.log(outcome);
`;
}

/** An expression, written as it is. */
class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function literal(value: unknown, indent: string): string {
  if (value instanceof Source) return value.text;
  if (typeof value === "bigint") return value <= Number.MAX_SAFE_INTEGER ? String(value) : `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

function key(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
