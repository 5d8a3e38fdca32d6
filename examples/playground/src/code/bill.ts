// A bill as the languages write it: its fields in the order of the interface, each with a type.
import type { CodeShapes, Line, Settlement, WireProfile } from "billwire";

/** Type of a field in languages with types. */
export type Kind = "text" | "instant" | "whole" | "decimal";

/** Content of the code. It holds no credential. */
export interface Shown {
  readonly baseUrl: string;
  readonly bill: Settlement;
  readonly profile: WireProfile;
  readonly codeShapes: CodeShapes;
}

/** A field with its value as text. */
export interface Entry {
  readonly name: string;
  readonly kind: Kind;
  readonly text: string;
}

type Field = Exclude<keyof Settlement, "details" | "extra" | "payment_method_token">;
type LineField = Exclude<keyof Line, "extra">;

const FIELDS: Readonly<Record<Field, Kind>> = {
  ref_id: "text",
  date: "instant",
  due_date: "instant",
  currency: "text",
  total_amount: "whole",
  customer_sync_code: "text",
  total_tax: "whole",
  settlement_to: "text",
  description: "text",
  exchange_rate_khr: "decimal",
  total_amount_khr: "decimal",
};

const LINE_FIELDS: Readonly<Record<LineField, Kind>> = {
  item_name: "text",
  description: "text",
  quantity: "whole",
  price: "decimal",
  amount: "decimal",
  tax_amount: "decimal",
  tax_name: "text",
};

/** Fields of the bill that have a value, without its lines. */
export function entriesOf(bill: Settlement): Entry[] {
  return entries(FIELDS, bill);
}

/** Fields of each line; undefined without lines. */
export function linesOf({ details }: Settlement): Entry[][] | undefined {
  return details?.map((line) => entries(LINE_FIELDS, line));
}

export function extraOf({ extra }: Settlement): string | undefined {
  return extra === undefined || extra === null ? undefined : JSON.stringify(extra);
}

function entries<Name extends string>(
  kinds: Readonly<Record<Name, Kind>>,
  from: { readonly [Key in Name]?: unknown },
): Entry[] {
  return Object.entries<Kind>(kinds).flatMap(([name, kind]) => {
    const value = from[name as Name];
    return value === undefined || value === null ? [] : [{ name, kind, text: String(value) }];
  });
}

/** JSON text of the settings; undefined without any. */
export function profileJson({ profile }: Shown): string | undefined {
  return Object.keys(profile).length === 0 ? undefined : JSON.stringify(profile);
}

/** Declared patterns by code. */
export function patternsOf({ codeShapes }: Shown): [string, string][] {
  return Object.entries(codeShapes).flatMap(([name, shape]): [string, string][] =>
    typeof shape?.pattern === "string" ? [[name, shape.pattern]] : [],
  );
}

/** Milliseconds since 1970 of a date that billwire has accepted. */
export function millisOf(date: string): number {
  return Date.parse(date.toUpperCase());
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Escapes what a language cannot have in a text, as `\u{…}` or `\u…`. */
export function escaped(text: string, special: RegExp, unit: (code: string) => string): string {
  return text.replace(
    special,
    (one) => ESCAPES[one] ?? one.replace(/[\s\S]/g, (part) => unit(part.charCodeAt(0).toString(16).padStart(4, "0"))),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

export function indented(text: string, by: number): string {
  return text.replace(/\n(?=.)/g, `\n${" ".repeat(by)}`);
}
