// Pasted texts: a bill as JSON or a cURL line, and a hash.
import { type BillwireError, type Finding, type JsonValue, type WireProfile, draftFromJson } from "billwire";
import { attempt } from "../attempt.ts";
import { wordsOf } from "./shell.ts";

export type Value = JsonValue | bigint;

/** A pasted text that holds a bill. */
export interface PastedBill {
  readonly kind: "bill";
  /** Texts by field. A field that the bill does not have is empty. */
  readonly fields: Readonly<Record<string, string>>;
  readonly hash: string | undefined;
  /** Members without a field in the form, except secrets. */
  readonly others: Readonly<Record<string, Value>>;
  /** Whether a secret was left out. */
  readonly leftOut: boolean;
  /** billwire's findings about the text. */
  readonly findings: readonly Finding[];
}

/** The JSON body, or why there is none. */
export type Body =
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "open_quotation" | "no_data" | "file" };

export type Pasted =
  | PastedBill
  | Exclude<Body, { kind: "body" }>
  | { readonly kind: "no_bill" }
  | { readonly kind: "unreadable"; readonly error: BillwireError | undefined };

/** Member that is never shown and not signed. */
const SECRET = "payment_method_token";

/** Findings that the form cannot show, because it holds text. */
const HIDDEN_BY_TEXT = ["wrong_type", "duplicate_key", "conflicting_values", "inexact_number"];

/** Reads a pasted text. `names` are the fields of the form. */
export function read(text: string, names: readonly string[], profile: WireProfile): Pasted {
  const body = bodyIn(text);
  if (body.kind !== "body") return body;
  const { destinationKey, ...others } = profile;
  const members = membersOf(body.text);
  if (members === undefined) return { kind: "unreadable", error: errorOf(body.text, others) };
  const { hash, [SECRET]: secret, ...bill } = renamed(members, destinationKey ?? "settlement_to");
  if (!names.some((name) => Object.hasOwn(bill, name))) return { kind: "no_bill" };
  const violations = errorOf(body.text, others)?.violations ?? [];
  return {
    kind: "bill",
    fields: Object.fromEntries(names.map((name) => [name, textOf(bill[name])])),
    hash: typeof hash === "string" ? hash : undefined,
    others: Object.fromEntries(
      Object.entries(bill).filter(([name, value]) => !names.includes(name) && value !== null),
    ),
    leftOut: secret !== undefined && secret !== null,
    findings: violations.filter(({ code, path }) => HIDDEN_BY_TEXT.includes(code) && path !== "hash"),
  };
}

const DATA = /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)$/;

/** Finds the body in the body itself, or in a cURL line. */
export function bodyIn(pasted: string): Body {
  const text = pasted.trim();
  if (/^(?:\$ )?curl(?:\.exe)?\s/.test(text)) return bodyOfCurl(text);
  return { kind: "body", text };
}

function bodyOfCurl(line: string): Body {
  const words = wordsOf(line);
  if (words === undefined) return { kind: "open_quotation" };
  const data = words.flatMap((word, at) => {
    // `--data=x`, `-dx`, and `-d` with a word of its own.
    const [, flag = "", attached] = /^(--[\w-]+|-\w)=?([\s\S]+)?$/.exec(word) ?? [];
    return DATA.test(flag) ? [{ flag, value: attached ?? words[at + 1] ?? "" }] : [];
  });
  if (data.length === 0) return { kind: "no_data" };
  if (data.some(({ flag, value }) => flag !== "--data-raw" && value.startsWith("@"))) return { kind: "file" };
  return { kind: "body", text: data.map(({ value }) => value).join("") };
}

/** Returns the hash alone, without the space, the name, the quotation marks and the JSON escapes that came with it. */
export function hashIn(pasted: string): string {
  return trimmed(trimmed(pasted).replace(/^(["']?)hash\1\s*[:=]\s*(?=.)|[,;]$/gi, ""))
    .replace(/^(["'`“‘])([\s\S]*)["'`”’]$/, "$2")
    .replaceAll("\\/", "/")
    .replace(/\\u00(2b|2f|3d)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function trimmed(text: string): string {
  return text.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, "");
}

/** The form's name of the destination. */
function renamed(members: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: destination, ...rest } = members;
  return destination === undefined ? rest : { ...rest, settlement_to: destination };
}

function membersOf(text: string): Readonly<Record<string, Value>> | undefined {
  try {
    const value: unknown = JSON.parse(text, exact as (key: string, value: unknown) => unknown);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the digits that a JavaScript number would round, where the browser shows the source. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : source;
}

function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function errorOf(text: string, profile: WireProfile): BillwireError | undefined {
  const draft = attempt(() => draftFromJson("settlement", text, { profile }));
  return draft.done ? undefined : draft.error;
}
