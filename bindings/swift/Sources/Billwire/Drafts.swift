// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.

import BillwireBindings

@_exported import struct BillwireBindings.DraftSettings
@_exported import struct BillwireBindings.Validation

/// Validates a draft of Onboarding without credentials, and returns all findings at once.
///
/// - Throws: ``BillwireError/invalidConfig(details:)`` for the settings.
public func validate(draft: Onboarding, settings: DraftSettings = DraftSettings()) throws(BillwireError) -> Validation {
    try withBillwireErrors { try BillwireBindings.validateOnboarding(draft: draft, settings: settings) }
}

/// Returns a valid draft of Onboarding as JSON text, such as an app sends to its server.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations; ``BillwireError/invalidConfig(details:)``
///   for the settings.
public func draftToJson(draft: Onboarding, settings: DraftSettings = DraftSettings()) throws(BillwireError) -> String {
    try withBillwireErrors { try BillwireBindings.onboardingToJson(draft: draft, settings: settings) }
}

/// Reads a draft of Onboarding from JSON text.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, unknown keys included;
///   ``BillwireError/invalidConfig(details:)`` for the settings.
public func onboardingFromJson(
    json: String, settings: DraftSettings = DraftSettings()
) throws(BillwireError) -> Onboarding {
    try withBillwireErrors { try BillwireBindings.onboardingFromJson(json: json, settings: settings) }
}

/// Validates a draft of Settle Payment without credentials, and returns all findings at once.
///
/// - Throws: ``BillwireError/invalidConfig(details:)`` for the settings.
public func validate(draft: Settlement, settings: DraftSettings = DraftSettings()) throws(BillwireError) -> Validation {
    try withBillwireErrors { try BillwireBindings.validateSettlement(draft: draft, settings: settings) }
}

/// Returns a valid draft of Settle Payment as JSON text, such as an app sends to its server.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations; ``BillwireError/invalidConfig(details:)``
///   for the settings.
public func draftToJson(draft: Settlement, settings: DraftSettings = DraftSettings()) throws(BillwireError) -> String {
    try withBillwireErrors { try BillwireBindings.settlementToJson(draft: draft, settings: settings) }
}

/// Reads a draft of Settle Payment from JSON text.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, unknown keys included;
///   ``BillwireError/invalidConfig(details:)`` for the settings.
public func settlementFromJson(
    json: String, settings: DraftSettings = DraftSettings()
) throws(BillwireError) -> Settlement {
    try withBillwireErrors { try BillwireBindings.settlementFromJson(json: json, settings: settings) }
}

/// Validates a draft of Transaction Verification without credentials, and returns all findings at once.
///
/// - Throws: ``BillwireError/invalidConfig(details:)`` for the settings.
public func validate(
    draft: Verification, settings: DraftSettings = DraftSettings()
) throws(BillwireError) -> Validation {
    try withBillwireErrors { try BillwireBindings.validateVerification(draft: draft, settings: settings) }
}

/// Returns a valid draft of Transaction Verification as JSON text, such as an app sends to its server.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations; ``BillwireError/invalidConfig(details:)``
///   for the settings.
public func draftToJson(
    draft: Verification, settings: DraftSettings = DraftSettings()
) throws(BillwireError) -> String {
    try withBillwireErrors { try BillwireBindings.verificationToJson(draft: draft, settings: settings) }
}

/// Reads a draft of Transaction Verification from JSON text.
///
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, unknown keys included;
///   ``BillwireError/invalidConfig(details:)`` for the settings.
public func verificationFromJson(
    json: String, settings: DraftSettings = DraftSettings()
) throws(BillwireError) -> Verification {
    try withBillwireErrors { try BillwireBindings.verificationFromJson(json: json, settings: settings) }
}
