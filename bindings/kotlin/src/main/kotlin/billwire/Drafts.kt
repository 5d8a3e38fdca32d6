// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

import io.github.billwire.ffi.onboardingFromJson as ffiOnboardingFromJson
import io.github.billwire.ffi.onboardingToJson as ffiOnboardingToJson
import io.github.billwire.ffi.settlementFromJson as ffiSettlementFromJson
import io.github.billwire.ffi.settlementToJson as ffiSettlementToJson
import io.github.billwire.ffi.validateOnboarding as ffiValidateOnboarding
import io.github.billwire.ffi.validateSettlement as ffiValidateSettlement
import io.github.billwire.ffi.validateVerification as ffiValidateVerification
import io.github.billwire.ffi.verificationFromJson as ffiVerificationFromJson
import io.github.billwire.ffi.verificationToJson as ffiVerificationToJson

/**
 * Validates a draft of Onboarding without credentials, and returns all findings at once.
 *
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun validate(draft: Onboarding, settings: DraftSettings = DraftSettings()): Validation =
    native { ffiValidateOnboarding(draft.lower(), settings.lower()) }.lift()

/**
 * Returns a valid draft of Onboarding as JSON text, such as an app sends to its server.
 *
 * @throws BillwireException.InvalidRequest with all violations
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun draftToJson(draft: Onboarding, settings: DraftSettings = DraftSettings()): String =
    native { ffiOnboardingToJson(draft.lower(), settings.lower()) }

/**
 * Reads a draft of Onboarding from JSON text.
 *
 * @throws BillwireException.InvalidRequest with all violations, unknown keys included
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun onboardingFromJson(json: String, settings: DraftSettings = DraftSettings()): Onboarding =
    native { ffiOnboardingFromJson(json.wellFormed(), settings.lower()) }.lift()

/**
 * Validates a draft of Settle Payment without credentials, and returns all findings at once.
 *
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun validate(draft: Settlement, settings: DraftSettings = DraftSettings()): Validation =
    native { ffiValidateSettlement(draft.lower(), settings.lower()) }.lift()

/**
 * Returns a valid draft of Settle Payment as JSON text, such as an app sends to its server.
 *
 * @throws BillwireException.InvalidRequest with all violations
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun draftToJson(draft: Settlement, settings: DraftSettings = DraftSettings()): String =
    native { ffiSettlementToJson(draft.lower(), settings.lower()) }

/**
 * Reads a draft of Settle Payment from JSON text.
 *
 * @throws BillwireException.InvalidRequest with all violations, unknown keys included
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun settlementFromJson(json: String, settings: DraftSettings = DraftSettings()): Settlement =
    native { ffiSettlementFromJson(json.wellFormed(), settings.lower()) }.lift()

/**
 * Validates a draft of Transaction Verification without credentials, and returns all findings at once.
 *
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun validate(draft: Verification, settings: DraftSettings = DraftSettings()): Validation =
    native { ffiValidateVerification(draft.lower(), settings.lower()) }.lift()

/**
 * Returns a valid draft of Transaction Verification as JSON text, such as an app sends to its server.
 *
 * @throws BillwireException.InvalidRequest with all violations
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun draftToJson(draft: Verification, settings: DraftSettings = DraftSettings()): String =
    native { ffiVerificationToJson(draft.lower(), settings.lower()) }

/**
 * Reads a draft of Transaction Verification from JSON text.
 *
 * @throws BillwireException.InvalidRequest with all violations, unknown keys included
 * @throws BillwireException.InvalidConfig for the settings
 */
public fun verificationFromJson(json: String, settings: DraftSettings = DraftSettings()): Verification =
    native { ffiVerificationFromJson(json.wellFormed(), settings.lower()) }.lift()
