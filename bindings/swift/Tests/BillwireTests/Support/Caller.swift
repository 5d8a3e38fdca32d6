import Billwire
import Foundation
import Testing

/// A biller that settles by a flow, and answers of the service.
enum Sample {
    static let policy = SettlementPolicy(
        attempts: 2, pauseMs: 10, longestPauseMs: 10, notFoundHoldsMs: 100, inFlightMs: 50, deadlineMs: 1_000)
    static let settled = Data(
        #"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.utf8)
    static let notFound = Data(#"{"code":"404"}"#.utf8)
    /// It is of a later time than every attempt of these tests, as a settlement's transaction is.
    static let found = Data(
        """
        {"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2999-01-31T09:00:00.000",
        "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
        "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}
        """.utf8)

    static func biller(_ url: String = baseUrl) throws -> Biller {
        let lookup = SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id")
        let notFound = CodesByOperation(verification: ["404"])
        return try BillwireTests.biller(
            url, profile: WireProfile(notFoundCodes: notFound, settlementLookup: lookup))
    }

    static func flow(_ mode: SettlementMode? = nil) throws -> SettlementFlow {
        try SettlementFlow(biller: biller(), bill: bill, policy: policy, mode: mode)
    }
}

/// A database, a service and a clock of one program.
final class Caller: @unchecked Sendable {
    typealias Answers = (FlowRequest) throws -> HttpAnswer

    private(set) var now = at(0)
    private(set) var records: [StoredRecord] = []
    private(set) var sent: [FlowRequest] = []
    /// Pauses in milliseconds.
    private(set) var slept: [Int] = []
    var answers: [Answers]

    init(_ answers: Answers...) { self.answers = answers }

    init(_ answers: [Answers]) { self.answers = answers }

    /// States of the stored records.
    var states: [SettlementState] { records.map(\.state) }

    func load() -> String? { records.last?.record }

    func save(_ step: StoredRecord) -> Bool {
        guard step.previous == records.last?.revision ?? 0 else { return false }
        records.append(step)
        return true
    }

    /// The books have no settled bill.
    func control() -> Settlement? { nil }

    func send(_ request: FlowRequest) throws -> HttpAnswer {
        sent.append(request)
        return try answers.removeFirst()(request)
    }

    func sleep(_ seconds: TimeInterval) {
        slept.append(Int((seconds * 1000).rounded()))
        now += seconds
    }

    /// Runs a flow; without closures of their own, with the members of this caller.
    func run(
        _ flow: SettlementFlow, maxWaitMs: Int64? = nil,
        save: ((StoredRecord) async throws -> Bool)? = nil, control: (() async throws -> Settlement?)? = nil,
        biller: (() async throws -> Biller)? = nil
    ) async throws -> SettlementRun {
        try await flow.run(
            load: load, save: save ?? self.save, send: send, control: control ?? self.control,
            biller: biller, maxWaitMs: maxWaitMs, sleep: sleep, now: { self.now }, random: { 1 })
    }
}

func answer(_ body: Data, _ status: Int = 200) -> HttpAnswer { HttpAnswer(status: status, body: body) }
