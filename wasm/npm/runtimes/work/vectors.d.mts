import type { WebhookReceiver } from "billwire";

/** Runs a vector of each kind with the exports of the package. Throws a difference. */
export const RUNS: Readonly<Record<string, (billwire: object, vector: object) => void>>;

/** Body of a vector. */
export function bodyOf(vector: object): Uint8Array<ArrayBuffer>;

export const CREDENTIALS: {
  readonly bearer: string;
  readonly verificationToken: string;
  readonly hashToken: string;
};
export const BILL: {
  readonly ref_id: string;
  readonly date: string;
  readonly due_date: string;
  readonly currency: "KHR";
  readonly total_amount: number;
  readonly customer_sync_code: string;
  readonly settlement_to: string;
};
export const SHOP: { readonly supplier_sync_code: string; readonly name: string };
export const SEARCH: { readonly identity_code: string; readonly purpose_of_transaction: string };

/** Smallest request of each operation. */
export const MINIMAL: {
  readonly onboarding: typeof SHOP;
  readonly settlement: typeof BILL;
  readonly verification: typeof SEARCH;
};

/** Prepares a call by name. */
export function prepare(by: object, operation: string, request: unknown): unknown;

/** Receiver of a variant. */
export function receiverOf(billwire: object, variant: string, tokens: readonly string[]): WebhookReceiver;
