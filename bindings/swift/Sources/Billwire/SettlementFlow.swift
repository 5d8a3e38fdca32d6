import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.EndReason
@_exported import struct BillwireBindings.LastAnswer
@_exported import enum BillwireBindings.Resolution
@_exported import enum BillwireBindings.SettlementEnding
@_exported import struct BillwireBindings.SettlementPolicy
@_exported import enum BillwireBindings.SettlementProof
@_exported import enum BillwireBindings.SettlementStep
@_exported import enum BillwireBindings.WaitReason

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Call ``run(load:save:send:maxWaitMs:sleep:now:random:isolation:)``. Or ask for a step, do it, tell the flow what
/// happened, and ask again. An attempt is stored before it is sent. What the service has said is never forgotten: once it
/// has taken the bill, the settlement is never sent again.
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

    /// Goes on from the stored record of a bill, for example after a crash. A flow of an unclear record looks the bill up,
    /// and sends nothing else.
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

    /// Starts anew from the stored record of a refused bill. The revisions of the record go on.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the settlement and its lookup. Its credentials may be renewed.
    ///   - bill: The same bill, which may be corrected. It keeps its `refId`.
    ///   - record: The stored record.
    ///   - policy: Attempts, pauses and limits.
    ///   - now: Time by your clock.
    /// - Throws: The errors of ``resume(biller:bill:record:policy:)``, and ``BillwireError/invalidRequest(details:)`` with
    ///   the code `not_refused` for a record that ended otherwise or has not ended.
    public static func reopen(
        biller: Biller, bill: Settlement, record: String, policy: SettlementPolicy? = nil, now: Date = Date()
    ) throws(BillwireError) -> SettlementFlow {
        try withBillwireErrors {
            try SettlementFlow(.reopen(biller: biller.core, bill: bill, record: record, now: now, policy: policy))
        }
    }

    /// Findings about the bill, to read before it is sent.
    public var warnings: [Finding] { core.warnings() }

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
    /// - Throws: The error of ``saved(revision:)``, and ``BillwireError/invalidRequest(details:)`` with the code
    ///   `record_stored` if the flow was started without the record that is stored: load it, and resume.
    public func notSaved(revision: Int64) throws(BillwireError) {
        try withBillwireErrors { try core.notSaved(revision: revision) }
    }

    /// Says that the store did not answer, so that the record may be stored. Then call ``stored(record:)``, or store the
    /// same record again.
    ///
    /// - Throws: The error of ``saved(revision:)``.
    public func maybeSaved(revision: Int64) throws(BillwireError) {
        try withBillwireErrors { try core.maybeSaved(revision: revision) }
    }

    /// Says which record is stored, after a store that did not answer. The flow goes on from it.
    ///
    /// - Parameter record: The stored record, of this flow or another one; nil if none is stored.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow did not ask to store
    ///   anything, and the errors of ``resume(biller:bill:record:policy:)``.
    public func stored(record: String?) throws(BillwireError) {
        try withBillwireErrors { try core.stored(record: record) }
    }

    /// Says which answer a request brought.
    ///
    /// - Parameters:
    ///   - number: Number of the request.
    ///   - status: HTTP status.
    ///   - body: Raw body.
    ///   - retryAfterMs: Time that the service asked to wait, if it did.
    ///   - now: Time by your clock.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow does not wait for the
    ///   request of this number. A late answer to an earlier request is refused in this way, and changes nothing.
    public func answered(
        number: Int64, status: Int, body: Data, retryAfterMs: Int64? = nil, now: Date = Date()
    ) throws(BillwireError) {
        try withBillwireErrors {
            try core.answered(number: number, status: status, body: body, now: now, retryAfterMs: retryAfterMs)
        }
    }

    /// Says that a request brought no answer, and whether it may have reached the service.
    ///
    /// - Parameters:
    ///   - number: Number of the request.
    ///   - sent: Whether it may have reached the service.
    ///   - retryAfterMs: Time to wait, if you know one.
    ///   - now: Time by your clock.
    /// - Throws: The error of ``answered(number:status:body:retryAfterMs:now:)``.
    public func noAnswer(
        number: Int64, sent: Sent, retryAfterMs: Int64? = nil, now: Date = Date()
    ) throws(BillwireError) {
        try withBillwireErrors { try core.noAnswer(number: number, sent: sent, now: now, retryAfterMs: retryAfterMs) }
    }

    /// Says what a person found out from the service about an unclear bill, before the first step. The record keeps it as
    /// the proof. After ``Resolution/nothingMoved`` the bill is refused, and can be reopened.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `not_refused` if the record is not unclear, and
    ///   `out_of_turn` while a request is under way.
    public func resolved(_ resolution: Resolution) throws(BillwireError) {
        try withBillwireErrors { try core.resolved(resolution: resolution) }
    }

    /// Does every step until the bill has ended, or until the first wait that is too long.
    ///
    /// A cancelled task sends nothing more, and stops at the next pause. An answer that arrives before is stored.
    ///
    /// - Parameters:
    ///   - load: Returns the stored record, or nil if none is stored. The run calls it first if an earlier `save` threw.
    ///   - save: Stores the record durably where the stored one has the revision ``StoredRecord/previous``. Returns false if
    ///     another one is stored. Throws if the database does not answer.
    ///   - send: Sends the request once, as it is, without redirects, and not once it ``FlowRequest/isLate(now:)``. An error
    ///     counts as "perhaps sent", unless it is ``NotSent``. Give it a time-out below the policy's `inFlightMs`.
    ///   - maxWaitMs: Longest wait. Without it, the run waits as long as the flow asks.
    ///   - sleep: Waits for a number of seconds. The default is `Task.sleep`.
    ///   - now: Your clock.
    ///   - random: Numbers from 0 to 1, by which pauses differ.
    ///   - isolation: Actor of the caller, on which all of these run.
    /// - Throws: The errors of `load`, `save` and `sleep`, and `CancellationError`. Nothing more is sent then: run the flow
    ///   again with `load`, or resume from the stored record. ``BillwireError/invalidRequest(details:)`` with the code
    ///   `record_stored` if a record is stored that the flow was started without: load it, and resume.
    public func run(
        load: (() async throws -> String?)? = nil,
        save: (StoredRecord) async throws -> Bool,
        send: (FlowRequest) async throws -> HttpAnswer,
        maxWaitMs: Int64? = nil,
        sleep: ((TimeInterval) async throws -> Void)? = nil,
        now: () -> Date = { Date() },
        random: () -> Double = { .random(in: 0...1) },
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SettlementRun {
        // Without a record to store, this throws. Otherwise it changes nothing.
        if let load, (try? stored(record: nil)) != nil { try await stored(record: load()) }
        while true {
            switch try step(now: now(), random: random()) {
            case .save(let record, let revision, let previous):
                try await store(StoredRecord(record: record, revision: revision, previous: previous), by: save)
            case .send(let request):
                switch await exchange(request, by: send) {
                case .answer(let answer):
                    try answered(
                        number: request.number, status: answer.status, body: answer.body,
                        retryAfterMs: answer.retryAfterMs, now: now())
                case .nothing(let sent): try noAnswer(number: request.number, sent: sent, now: now())
                }
            case .wait(let until, _):
                let seconds = until.timeIntervalSince(now())
                // A `Date` holds milliseconds with an error, so it is rounded as core does.
                if let maxWaitMs, (seconds * 1000).rounded() > Double(maxWaitMs) { return .waiting(until: until) }
                try await pause(seconds, sleep)
            case .finished(let ending): return .ended(ending)
            case .takenOver: return .takenOver
            }
        }
    }

    private func store(
        _ record: StoredRecord, by save: (StoredRecord) async throws -> Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let isStored: Bool
        do {
            isStored = try await save(record)
        } catch {
            try maybeSaved(revision: record.revision)
            throw error
        }
        try isStored ? saved(revision: record.revision) : notSaved(revision: record.revision)
    }
}

/// End of one run of a ``SettlementFlow``.
public enum SettlementRun: Hashable, Sendable {
    /// The bill has ended.
    case ended(SettlementEnding)
    /// Another flow of the bill goes on.
    case takenOver
    /// The flow waits longer than `maxWaitMs`. Resume it from the stored record at this time, such as by a queue.
    case waiting(until: Date)
}

extension SettlementFlow: CustomDebugStringConvertible {
    /// The state of the bill, without credentials and body.
    public var debugDescription: String { core.debugDescription }
}
