// Generated from the models in core/src by `cargo xtask generate`. Do not edit.
import type { Call, OnboardingOutcome, SettlementOutcome, VerificationOutcome } from "./index.js";
import type { Onboarding, Settlement, Verification } from "./models.js";

/** Methods of a `Biller`: two for each operation with documented fields. */
export interface OperationMethods {
  /**
   * Prepares the call that registers a sub biller (section 4.1). Throws `invalid_request` with all violations
   * at once.
   */
  prepareOnboarding(request: Onboarding): Call<OnboardingOutcome>;
  /**
   * Prepares the call that pushes a signed bill and settles it (section 4.2). Two calls of one bill pay
   * twice: settle by a `SettlementFlow`, which stores each attempt. Throws `invalid_request` with all
   * violations at once.
   */
  prepareSettlement(request: Settlement): Call<SettlementOutcome>;
  /**
   * Prepares the call that asks for the status of a transaction (section 4.3). Throws `invalid_request` with
   * all violations at once.
   */
  prepareVerification(request: Verification): Call<VerificationOutcome>;
  /**
   * Decodes an answer of Onboarding without its call. Pass the `body` of the call as `request`, so that an
   * answer about another subject is refused.
   */
  decode(
    operation: "onboarding",
    status: number,
    body: Uint8Array | ArrayBuffer | string,
    request?: string,
  ): OnboardingOutcome;
  /**
   * Decodes an answer of Settle Payment without its call. Pass the `body` of the call as `request`, so that
   * an answer about another subject is refused.
   */
  decode(
    operation: "settlement",
    status: number,
    body: Uint8Array | ArrayBuffer | string,
    request?: string,
  ): SettlementOutcome;
  /**
   * Decodes an answer of Transaction Verification without its call. Pass the `body` of the call as `request`,
   * so that an answer about another subject is refused.
   */
  decode(
    operation: "verification",
    status: number,
    body: Uint8Array | ArrayBuffer | string,
    request?: string,
  ): VerificationOutcome;
}
