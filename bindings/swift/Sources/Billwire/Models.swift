// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.

@_exported import struct BillwireBindings.AddLinkAccount
@_exported import struct BillwireBindings.BillStatus
@_exported import struct BillwireBindings.Line
@_exported import struct BillwireBindings.OnboardedSubBiller
@_exported import struct BillwireBindings.Onboarding
@_exported import struct BillwireBindings.OnboardingResponse
@_exported import struct BillwireBindings.PaymentStatus
@_exported import struct BillwireBindings.Settlement
@_exported import struct BillwireBindings.SettlementData
@_exported import enum BillwireBindings.SettlementOutcome
@_exported import struct BillwireBindings.SettlementResponse
@_exported import enum BillwireBindings.Status
@_exported import struct BillwireBindings.Transaction
@_exported import struct BillwireBindings.Verification
@_exported import struct BillwireBindings.VerificationResponse
