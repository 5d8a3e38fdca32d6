// Reads the vectors of tests/vectors.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { CodeShapes, ErrorKind, Expectation, ExplainOptions, OperationName, Settlement, SignedFields, WireProfile } from "billwire";

export const ROOT = new URL("../../../../", import.meta.url);

export type Fields = Readonly<Record<string, unknown>>;
export type Pairs = readonly (readonly [string, string])[];
export interface FindingCase {
  readonly path: string;
  readonly code: string;
  readonly offset?: number;
}

export interface SigningCase {
  readonly id: string;
  readonly fields: SignedFields;
  readonly signing_offset: string;
  readonly key: string;
  readonly hash: string;
}

export interface RequestCase {
  readonly id: string;
  readonly operation: OperationName;
  readonly strict?: boolean;
  readonly code_shapes?: CodeShapes;
  readonly profile?: WireProfile;
  readonly request: Fields;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Pairs;
  readonly body?: string;
  readonly warnings?: readonly FindingCase[];
  readonly violations?: readonly FindingCase[];
  readonly violations_omitted?: number;
}

/** Body in one of three forms. */
export interface Bodied {
  readonly body?: string;
  readonly body_base64?: string;
  readonly body_repeat?: { prefix: string; unit: string; count: number; suffix: string };
}

export interface AnswerError {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly next_step: string;
  readonly response_code?: string;
  readonly message_en?: string;
  readonly message_kh?: string;
  readonly violations?: readonly FindingCase[];
}

export interface ResponseCase extends Bodied {
  readonly id: string;
  readonly operation: OperationName;
  readonly profile?: WireProfile;
  readonly status: number;
  readonly outcome?: Fields;
  readonly error?: AnswerError;
}

export interface WebhookCase extends Bodied {
  readonly id: string;
  readonly variant: "merchant_proxy" | "checkout";
  readonly tokens?: readonly string[];
  readonly headers: Pairs;
  readonly event?: { authentication: string; payload: Fields; dedup_key: string | null; warnings?: readonly FindingCase[] };
  readonly error?: FindingCase & { kind: ErrorKind; status: number };
}

export interface ConfirmationCase extends Bodied {
  readonly id: string;
  readonly profile?: WireProfile;
  readonly payload: Fields;
  readonly expectation: Expectation;
  readonly request_body: string;
  readonly status: number;
  readonly claim_key?: string;
  readonly verdict?: "pending" | "failed";
  readonly mismatches?: readonly { field: string; code: string }[];
  readonly warnings?: readonly { path: string; code: string }[];
  readonly error?: AnswerError;
}

export interface LookupCase extends Bodied {
  readonly id: string;
  readonly profile: WireProfile;
  readonly bill: Settlement;
  readonly request_body: string;
  readonly status: number;
  readonly expected: {
    verdict: string;
    next_step: string | null;
    mismatches?: readonly { field: string; code: string }[];
    tran_id: string | null;
    error?: { kind: ErrorKind; code: string };
  };
}

export interface MistakeCase {
  readonly id: string;
  readonly bill: Omit<Settlement, "due_date"> & Partial<Settlement>;
  readonly key: string;
  readonly signing_offset: string;
  readonly candidates?: NonNullable<ExplainOptions["candidates"]>;
  readonly observed_hash: string;
  readonly trimmed: boolean;
  readonly matches: boolean;
  readonly code: string;
  readonly causes: readonly { mistake: string; with?: string; setting?: string }[];
}

export interface ParsesCase {
  readonly id: string;
  readonly signing_string: string;
  readonly shapes: CodeShapes;
  readonly parses: number;
}

export interface DeliveryCase {
  readonly id: string;
  readonly first: Fields;
  readonly second: Fields;
  readonly delivery: "replay" | "conflict";
}

interface Files {
  signing: SigningCase;
  requests: RequestCase;
  responses: ResponseCase;
  webhooks: WebhookCase;
  confirmations: ConfirmationCase;
  lookups: LookupCase;
}

export function cases<Name extends keyof Files>(name: Name): readonly Files[Name][] {
  return readVectors(name);
}

/** Reads a file of vectors. Throws for a file without any. */
export function readVectors<Case>(name: string): readonly Case[] {
  const file: { cases: readonly Case[] } = JSON.parse(readFileSync(new URL(`tests/vectors/${name}.json`, ROOT), "utf8"));
  if (file.cases.length === 0) throw new Error(`no vectors in ${name}.json`);
  return file.cases;
}

export function bodyOf(one: Bodied): Buffer {
  if (one.body_repeat) {
    const { prefix, unit, count, suffix } = one.body_repeat;
    return Buffer.from(prefix + unit.repeat(count) + suffix);
  }
  return one.body_base64 === undefined ? Buffer.from(one.body ?? "") : Buffer.from(one.body_base64, "base64");
}

/** Writes the ids of the passed vectors, which a suite compares between languages. */
export function noteDown(file: string, ids: readonly string[]): void {
  const folder = new URL(`target/vectors/${process.env["VECTORS"]}/`, ROOT);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(file, folder), ids.toSorted().map((id) => `${id}\n`).join(""));
}
