import BillwireBindings
import Foundation

/// One thing to do for a ``CreditFlow``. Then tell the flow what happened, and ask for the next step.
public enum CreditStep: Sendable {
    /// Send the verification once, as it is. Then call ``CreditFlow/answered(number:status:body:retryAfterMs:now:)`` or
    /// ``CreditFlow/noAnswer(number:sent:retryAfterMs:now:)`` with its number.
    case send(request: FlowRequest)
    /// Claim the transaction and credit the bill in one database transaction. Then call ``CreditFlow/claimed(_:)``.
    ///
    /// The claim key has a unique constraint: one transaction pays once. A bill that is paid once has one for its
    /// reference, too. Credit ``Confirmed/amount`` where the bill takes more than one amount.
    case credit(confirmed: Confirmed)
    /// Wait until this time, then ask for the next step.
    case wait(until: Date, reason: CreditWait)
    /// The flow has ended. The reply is the response to the webhook; it is nil if the flow began without an event.
    case finished(ending: CreditEnding, reply: Reply?)
}

/// End of a ``CreditFlow``. Only ``credited(confirmed:)`` changed the books.
public enum CreditEnding: Sendable {
    /// The bill is credited.
    case credited(confirmed: Confirmed)
    /// The transaction had paid this bill before.
    case creditedBefore
    /// The status of the event is listed as failed or pending, so nothing was verified.
    case nothingToCredit
    /// The books have no such bill.
    case unknownBill
    /// The verification differs from what was billed in these fields, or the event is of another bill. The transaction is
    /// that of the service; it is nil if nothing was verified.
    case mismatch(mismatches: [Mismatch], transaction: Transaction?)
    /// The payment is real, and the bill needs none: another transaction has paid it, or this one has paid another bill. A
    /// person decides about the surplus.
    case paidTwice(confirmed: Confirmed)
    /// A transaction that paid this bill is declared failed. A person decides.
    case reversed(transaction: Transaction)
    /// The verification says that the transaction has failed. It paid nothing.
    case paymentFailed(transaction: Transaction)
    /// The verification does not decide yet. The event comes again, and unpaid bills are asked about.
    case pending(transaction: Transaction)
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    case ignored
    /// The verification has no result. Read its next step.
    case unconfirmed(error: ErrorDetails)
}

extension CreditStep {
    init(_ step: BillwireBindings.CreditStep) {
        self =
            switch step {
            case .send(let request): .send(request: request)
            case .credit(let confirmed): .credit(confirmed: Confirmed(confirmed))
            case .wait(let until, let reason): .wait(until: until, reason: reason)
            case .finished(let ending, let reply): .finished(ending: CreditEnding(ending), reply: reply)
            }
    }
}

extension CreditEnding {
    fileprivate init(_ ending: BillwireBindings.CreditEnding) {
        self =
            switch ending {
            case .credited(let confirmed): .credited(confirmed: Confirmed(confirmed))
            case .creditedBefore: .creditedBefore
            case .nothingToCredit: .nothingToCredit
            case .unknownBill: .unknownBill
            case .mismatch(let mismatches, let transaction):
                .mismatch(mismatches: mismatches, transaction: transaction)
            case .paidTwice(let confirmed): .paidTwice(confirmed: Confirmed(confirmed))
            case .reversed(let transaction): .reversed(transaction: transaction)
            case .paymentFailed(let transaction): .paymentFailed(transaction: transaction)
            case .pending(let transaction): .pending(transaction: transaction)
            case .ignored: .ignored
            case .unconfirmed(let error): .unconfirmed(error: error)
            }
    }
}
