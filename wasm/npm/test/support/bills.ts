// Valid requests, and helpers for the errors of invalid ones.
import { Biller, BillwireError } from "billwire";
import type { BillerOptions, Call } from "billwire";
import { CREDENTIALS, prepare as prepareByName } from "../../runtimes/work/vectors.mjs";

export { BILL, CREDENTIALS, MINIMAL, SEARCH, SHOP } from "../../runtimes/work/vectors.mjs";

export const BASE_URL = "https://service.example";

export function biller(options: Partial<BillerOptions> = {}): Biller {
  return new Biller({ baseUrl: BASE_URL, ...CREDENTIALS, ...options });
}

/** What was billed, in the tests of confirmations. */
export const EXPECTATION = {
  identity_code: "I",
  purpose_of_transaction: "P",
  currency: "KHR",
  amount: 1,
} as const;

/** Answer that a bill is settled. */
export const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';

/** Credentials that no text may hold. */
export const CANARIES = {
  bearer: "canary-bearer",
  verificationToken: "canary-verification",
  hashToken: "canary-hash",
} as const;

/** Lookup of a bill by its reference. */
export const BY_REF_ID = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
} as const;

/** Biller of a server of this machine. With a lookup, an unknown settlement is told from one that was never sent. */
export function billerAt(baseUrl: string, options: Partial<BillerOptions> = {}): Biller {
  return biller({ ...CANARIES, baseUrl, allowLoopbackHttp: true, profile: BY_REF_ID, ...options });
}

/** Prepares by name from a request of any type, as JavaScript without types allows. */
export function prepare(by: Biller, operation: string, request: unknown): Call<unknown> {
  return prepareByName(by, operation, request) as Call<unknown>;
}

export function settle(request: unknown, by: Biller = biller()): Call<unknown> {
  return prepare(by, "settlement", request);
}

/** Parsed body of a call. */
export function sent(call: Call<unknown>): Readonly<Record<string, unknown>> {
  return JSON.parse(call.body ?? "");
}

/** The BillwireError that `work` throws. Other errors are thrown again. */
export function errorOf(work: () => unknown): BillwireError {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    if (error instanceof BillwireError) return error;
    throw error;
  }
  throw new Error(`nothing was thrown, but ${typeof result} returned`);
}

/** The BillwireError with which a promise rejects. */
export async function failureOf(work: Promise<unknown>): Promise<BillwireError> {
  return work.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => (error instanceof BillwireError ? error : Promise.reject(error)),
  );
}

/** Paths and codes of all violations. */
export function faultsOf(work: () => unknown): string[] {
  return errorOf(work).violations.map(({ path, code }) => `${path} ${code}`);
}

/** Value without undefined members, with plain objects, as JSON.parse returns it. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.map(([key, inner]) => [key, bare(inner)]));
}
