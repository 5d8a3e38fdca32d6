import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.EndReason
@_exported import enum BillwireBindings.SettlementEnding
@_exported import struct BillwireBindings.SettlementPolicy
@_exported import enum BillwireBindings.SettlementProof
@_exported import enum BillwireBindings.SettlementStep
@_exported import enum BillwireBindings.WaitReason

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Call ``run(save:send:sleep:now:random:isolation:)``. Or ask for a step, do it, tell the flow what happened, and ask
/// again. An attempt is stored before it is sent, and an attempt in doubt is looked up before anything is sent again.
public final class SettlementFlow: Sendable {
    private let core: BillwireBindings.SettlementFlow

    private init(_ core: BillwireBindings.SettlementFlow) {
        self.core = core
    }

    /// Starts to settle a bill of which no record is stored.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the settlement and its lookup.
    ///   - bill: The bill.
    ///   - policy: Attempts, pauses and limits.
    ///   - now: Time by your clock.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations of the bill;
    ///   ``BillwireError/invalidConfig(details:)`` for the policy or the profile;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the requests need.
    public static func start(
        biller: Biller, bill: Settlement, policy: SettlementPolicy? = nil, now: Date = Date()
    ) throws(BillwireError) -> SettlementFlow {
        try withBillwireErrors {
            try SettlementFlow(.start(biller: biller.core, bill: bill, now: now, policy: policy))
        }
    }

    /// Goes on from the stored record of a bill, for example after a crash.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the settlement and its lookup.
    ///   - bill: The same bill.
    ///   - record: The stored record.
    ///   - policy: Attempts, pauses and limits.
    /// - Throws: The errors of ``start(biller:bill:policy:now:)``, and ``BillwireError/invalidRequest(details:)`` for a
    ///   record that cannot be read, is of another bill, or was written by a later version.
    public static func resume(
        biller: Biller, bill: Settlement, record: String, policy: SettlementPolicy? = nil
    ) throws(BillwireError) -> SettlementFlow {
        try withBillwireErrors {
            try SettlementFlow(.resume(biller: biller.core, bill: bill, record: record, policy: policy))
        }
    }

    /// Returns the next thing to do.
    ///
    /// - Parameters:
    ///   - now: Time by your clock.
    ///   - random: Number from 0 to 1, by which pauses differ.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` while a request is under way: say
    ///   first what became of it.
    public func step(now: Date = Date(), random: Double = .random(in: 0...1)) throws(BillwireError) -> SettlementStep {
        try withBillwireErrors { try core.step(now: now, random: random) }
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow did not ask to store
    ///   this revision.
    public func saved(revision: Int64) throws(BillwireError) {
        try withBillwireErrors { try core.saved(revision: revision) }
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// - Throws: The error of ``saved(revision:)``.
    public func notSaved(revision: Int64) throws(BillwireError) {
        try withBillwireErrors { try core.notSaved(revision: revision) }
    }

    /// Says which answer a request brought.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow does not wait for the
    ///   request of this number. A late answer to an earlier request is refused in this way, and changes nothing.
    public func answered(number: Int64, status: Int, body: Data, now: Date = Date()) throws(BillwireError) {
        try withBillwireErrors { try core.answered(number: number, status: status, body: body, now: now) }
    }

    /// Says that a request brought no answer, and whether it may have reached the service.
    ///
    /// - Throws: The error of ``answered(number:status:body:now:)``.
    public func noAnswer(number: Int64, sent: Sent, now: Date = Date()) throws(BillwireError) {
        try withBillwireErrors { try core.noAnswer(number: number, sent: sent, now: now) }
    }

    /// Does every step until the bill has ended.
    ///
    /// A cancelled task sends nothing more, and stops at the next pause. An answer that arrives before is stored.
    ///
    /// - Parameters:
    ///   - save: Stores the record durably where the stored one has the revision ``StoredRecord/previous``. Returns false if
    ///     another one is stored. Throws if the database does not answer.
    ///   - send: Sends the request once, as it is, without redirects. An error counts as "perhaps sent", unless it is
    ///     ``NotSent``. Give it a time-out below the policy's `inFlightMs`.
    ///   - sleep: Waits for a number of seconds. The default is `Task.sleep`.
    ///   - now: Your clock.
    ///   - random: Numbers from 0 to 1, by which pauses differ.
    ///   - isolation: Actor of the caller, on which all of these run.
    /// - Returns: The end, or nil if another flow of the same bill goes on.
    /// - Throws: The errors of `save` and `sleep`, and `CancellationError`. Nothing more is sent then: resume from the
    ///   stored record.
    public func run(
        save: (StoredRecord) async throws -> Bool,
        send: (FlowRequest) async throws -> (status: Int, body: Data),
        sleep: ((TimeInterval) async throws -> Void)? = nil,
        now: () -> Date = { Date() },
        random: () -> Double = { .random(in: 0...1) },
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SettlementEnding? {
        while true {
            switch try step(now: now(), random: random()) {
            case .save(let record, let revision, let previous):
                let isStored = try await save(StoredRecord(record: record, revision: revision, previous: previous))
                try isStored ? saved(revision: revision) : notSaved(revision: revision)
            case .send(let request):
                switch await exchange(request, by: send) {
                case .answer(let status, let body):
                    try answered(number: request.number, status: status, body: body, now: now())
                case .nothing(let sent): try noAnswer(number: request.number, sent: sent, now: now())
                }
            case .wait(let until, _): try await pause(until.timeIntervalSince(now()), sleep)
            case .finished(let ending): return ending
            case .takenOver: return nil
            }
        }
    }
}

extension SettlementFlow: CustomDebugStringConvertible {
    /// The state of the bill, without credentials and body.
    public var debugDescription: String { core.debugDescription }
}
