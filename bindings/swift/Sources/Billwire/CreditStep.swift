import BillwireBindings
import Foundation

/// One thing to do for a ``CreditFlow``. Then tell the flow what happened, and ask for the next step.
public enum CreditStep: Sendable {
    /// Store the record durably, then call ``CreditFlow/saved(revision:)``.
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it has
    /// another, another flow of this bill went on: call ``CreditFlow/notSaved(revision:)``.
    case save(record: String, revision: Int64, previous: Int64)
    /// Send the verification once, as it is. Then call ``CreditFlow/answered(number:status:body:now:)`` or
    /// ``CreditFlow/noAnswer(number:sent:now:)`` with its number.
    case send(request: FlowRequest)
    /// Claim the transaction and credit the bill in one database transaction. Then call ``CreditFlow/claimed(_:)``.
    ///
    /// The claim key and the bill's reference have a unique constraint each: one transaction pays one bill, and one bill
    /// is paid once. Store the record in the same database transaction, where the stored one has the revision `previous`;
    /// it does not matter if it has another.
    case credit(confirmed: Confirmed, record: String, revision: Int64, previous: Int64)
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
    /// The status of the event is no success. A success arrives as an event of its own.
    case nothingToCredit
    /// The books have no such bill.
    case unknownBill
    /// The event or the verification differs from what was billed, in these fields.
    case mismatch(mismatches: [Mismatch])
    /// The payment is real, but the transaction has paid another bill, or another transaction has paid this one. A person
    /// decides.
    case paidOtherwise(confirmed: Confirmed)
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    case ignored
    /// Another flow verifies this bill, or the pause after a verification is not over. The bill is verified again from
    /// this time.
    case busy(until: Date)
    /// The verification has no result. Read its next step.
    case unconfirmed(error: ErrorDetails)
}

extension CreditStep {
    init(_ step: BillwireBindings.CreditStep) {
        self =
            switch step {
            case .save(let record, let revision, let previous):
                .save(record: record, revision: revision, previous: previous)
            case .send(let request): .send(request: request)
            case .credit(let confirmed, let record, let revision, let previous):
                .credit(confirmed: Confirmed(confirmed), record: record, revision: revision, previous: previous)
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
            case .mismatch(let mismatches): .mismatch(mismatches: mismatches)
            case .paidOtherwise(let confirmed): .paidOtherwise(confirmed: Confirmed(confirmed))
            case .ignored: .ignored
            case .busy(let until): .busy(until: until)
            case .unconfirmed(let error): .unconfirmed(error: error)
            }
    }
}
