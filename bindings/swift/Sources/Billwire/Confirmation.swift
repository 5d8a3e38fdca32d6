import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.Mismatch
@_exported import enum BillwireBindings.MismatchCode

/// Confirmation of a webhook by verification (section 4.3): send its call, then decide by the response.
public final class Confirmation: Sendable {
    private let core: BillwireBindings.Confirmation

    init(_ core: BillwireBindings.Confirmation) {
        self.core = core
    }

    /// The verification to send.
    public var call: VerificationCall {
        VerificationCall(core.call())
    }

    /// Compares the response with the expectation.
    ///
    /// - Throws: The errors of ``VerificationCall/decode(status:body:)``. Nothing is known then.
    public func decide(status: Int, body: Data) throws(BillwireError) -> Verdict {
        try withBillwireErrors {
            switch try core.decide(status: status, body: body) {
            case .confirmed(let confirmed, let warnings):
                .confirmed(confirmed: Confirmed(confirmed), warnings: warnings)
            case .pending(let transaction, let warnings): .pending(transaction: transaction, warnings: warnings)
            case .failed(let transaction, let warnings): .failed(transaction: transaction, warnings: warnings)
            case .mismatch(let mismatches, let transaction, let warnings):
                .mismatch(mismatches: mismatches, transaction: transaction, warnings: warnings)
            }
        }
    }
}

/// Result of a ``Confirmation``. Its warnings are the fields that section 2.6 requires and the service left out; no decision
/// depends on one.
public enum Verdict: Sendable {
    /// The transaction matches the expectation, and its status means success. It has the key under which it pays one bill.
    case confirmed(confirmed: Confirmed, warnings: [Finding])
    /// The transaction matches the expectation, and its status does not decide: verify again later.
    case pending(transaction: Transaction, warnings: [Finding])
    /// The transaction matches the expectation, and its status means that it has failed.
    case failed(transaction: Transaction, warnings: [Finding])
    /// The transaction differs in these fields. Credit nothing for this bill. The transaction is that of the service, to
    /// credit in part, to refund or to ask about.
    case mismatch(mismatches: [Mismatch], transaction: Transaction, warnings: [Finding])
}

/// Transaction that matches what was billed. Only a verification creates one.
public final class Confirmed: Sendable {
    private let core: BillwireBindings.Confirmed

    init(_ core: BillwireBindings.Confirmed) {
        self.core = core
    }

    /// The key under which the transaction pays one bill, once: the `tran_id` of the verification.
    ///
    /// Store it under a unique constraint, in the database transaction that credits the bill.
    public var claimKey: String { core.claimKey() }

    /// The verified amount to credit, without the fee. It matters where the bill takes more than one amount.
    public var amount: Decimal { core.amount() }

    /// The transaction as the service has it (section 2.6).
    public var transaction: Transaction { core.transaction() }
}
