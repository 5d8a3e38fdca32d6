// Generated from the models in core/src by `cargo xtask generate`. Do not edit.
import type { BillText } from "./index.js";

/**
 * Settings for what the interface does not show, or what a deployment does otherwise. The default is the
 * interface as it is written.
 */
export interface WireProfile {
  /** Key of a settlement's destination. Default `settlement_to`. */
  destinationKey?: string | null | undefined;
  /** Success codes in addition to those of section 7. */
  successCodes?: CodesByOperation | null | undefined;
  /** Codes that mean a refusal. Default none, because the interface documents none. */
  refusalCodes?: CodesByOperation | null | undefined;
  /** Codes that mean that nothing was found. Default none, because the interface documents none. */
  notFoundCodes?: CodesByOperation | null | undefined;
  /**
   * HTTP statuses, 200 to 299 or 400 to 499, under which a not-found code means that nothing was found.
   * Default 200.
   */
  notFoundStatuses?: readonly number[] | null | undefined;
  /**
   * Codes that mean that the bill or the sub biller exists already. After one, a bill is looked up and never
   * sent again. Default none, because the interface documents none.
   */
  existsAlreadyCodes?: CodesByOperation | null | undefined;
  /**
   * Whether an onboarding may be sent again after an answer that was lost, cut off or an HTTP status from 500
   * on: ask your provider. Default false.
   */
  onboardingMayRepeat?: boolean | null | undefined;
  /**
   * HTTP statuses, 400 to 499 or 503, that mean that nothing has happened. They apply only if the body has no
   * code, or a refusal code. Default 400, 401, 403, 422 and 429. The list may be empty.
   */
  nothingHappenedStatuses?: readonly number[] | null | undefined;
  /** Statuses that mean success, compared exactly. Default `success` for each. */
  successStatuses?: StatusesByObject | null | undefined;
  /**
   * Statuses that mean that the outcome is not decided yet, so that asking again is the next step. Default
   * none.
   */
  pendingStatuses?: StatusesByObject | null | undefined;
  /** Statuses that mean that no money moves. Default none. */
  failedStatuses?: StatusesByObject | null | undefined;
  /**
   * Fields of the bill that a verification sends to look it up. Default unset: a bill cannot be looked up.
   */
  settlementLookup?: SettlementLookup | null | undefined;
  /** Key of an item's name. Default `item_name`; the sample of section 2.3 spells it `item_mame`. */
  lineItemKey?: "item_name" | "item_mame" | null | undefined;
  /** Credential of a verification. Default `token` (section 5.2). */
  verificationAuth?: "token" | "bearer" | null | undefined;
  /** Id of a webhook that its verification sends as `tran_id`. Default `tran_id`. */
  verificationTranId?: "tran_id" | "tran_no" | "neither" | null | undefined;
  /**
   * Whether a confirmation requires `tran_amount` plus `fee_amount` to equal `total_amount`, as in the sample
   * of section 2.6. Default false.
   */
  compareTotals?: boolean | null | undefined;
  /** Amount of a transaction that pays the bill. Default `tran_amount`. */
  paidAmount?: "tran_amount" | "total_amount" | null | undefined;
  /**
   * Number of decimal places in which the service computes, by currency. A received amount within a
   * thousandth of the last place is rounded to it; any other keeps its digits. Default none: amounts are
   * exact.
   */
  amountPlaces?: { readonly [name: string]: number } | null | undefined;
  /**
   * Whether a confirmation accepts a `total_amount` below `tran_amount`, for a provider that takes its fee
   * from the payment. Default false.
   */
  allowLowerTotal?: boolean | null | undefined;
  /**
   * Format of dates. Default `millis`: UTC with `Z`. `offset_…` keeps the offset of the request; an instant
   * without an offset is written in UTC. `local_…` and `date` write no zone and use that of `dateOffset`.
   */
  dateStyle?:
    | "millis"
    | "seconds"
    | "offset_millis"
    | "offset_seconds"
    | "local_millis"
    | "local_seconds"
    | "date"
    | null
    | undefined;
  /**
   * Zone of dates that are written without one, such as `+07:00`. Required where a date is written without
   * its hour: for the style `date`, and for a lookup by such a date. Elsewhere the default is UTC.
   */
  dateOffset?: string | null | undefined;
  /** Zone of a received `tran_date` that names none, such as `+07:00`. Default unset: it may be any zone. */
  tranDateOffset?: string | null | undefined;
  /**
   * Whether a received `tran_date` may put the day first, such as `31/01/2026 09:00`. Default false: such a
   * date cannot be read, because its first number may be the month.
   */
  tranDateDayFirst?: boolean | null | undefined;
  /** Zone of the date's digits in the signing string, such as `+07:00`. Default UTC. */
  signingOffset?: string | null | undefined;
  /** Whether `total_amount_khr` is sent as text or as a number. Default `text`. */
  totalAmountKhrAs?: "text" | "number" | null | undefined;
  /** Unit to which a computed `total_amount_khr` is rounded, half up. Default `exact`: no rounding. */
  totalAmountKhrRounding?: "exact" | "riel" | "hundred_riel" | null | undefined;
  /**
   * Whether a text `""` is sent instead of refused, where a text is optional and in `purpose_of_transaction`.
   * Default false.
   */
  sendEmptyText?: boolean | null | undefined;
}

/** Response codes of the three operations that answer with one. */
export interface CodesByOperation {
  /** Codes of onboarding. */
  onboarding?: readonly string[] | null | undefined;
  /** Codes of settlement. */
  settlement?: readonly string[] | null | undefined;
  /** Codes of verification. */
  verification?: readonly string[] | null | undefined;
}

/** Statuses of the three objects that carry one (section 3). An object without a list keeps the default. */
export interface StatusesByObject {
  /** Statuses of a bill. */
  bill?: readonly string[] | null | undefined;
  /** Statuses of a payment. */
  payment?: readonly string[] | null | undefined;
  /** Statuses of a transaction. */
  transaction?: readonly string[] | null | undefined;
}

/** Fields of the bill that the verification request of a lookup carries. */
export interface SettlementLookup {
  /** The field that `identity_code` carries: a text field of section 2.3 that is no secret. */
  identity_code: BillText;
  /**
   * The field that `purpose_of_transaction` carries: a text field of section 2.3 that is no secret, or `date`
   * or `due_date`.
   */
  purpose_of_transaction: BillText | "date" | "due_date";
  /**
   * How a date is written: `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `/`, `.`, `:`, `_`, `T` or
   * spaces between them, in the zone of `dateOffset`, which is required without `HH`. Required for a date,
   * and for nothing else.
   */
  dateFormat?: string | null | undefined;
  /**
   * The field of the bill that a transaction's `customer_code` repeats: a text field of section 2.3 that is
   * no secret. Default unset: `customer_code` is not compared.
   */
  customer_code?: BillText | null | undefined;
}
