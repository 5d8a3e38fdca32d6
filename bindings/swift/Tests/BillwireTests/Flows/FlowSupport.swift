import Billwire
import Foundation
import Testing

/// Values of the kept records in tests/records.
enum Kept {
    static let bill = Settlement(
        refId: "INV-1", date: at(0), dueDate: at(0), currency: "KHR", totalAmount: 40_000, customerSyncCode: "C-1",
        settlementTo: "SUB-1")
    static let policy = SettlementPolicy(
        attempts: 2, pauseMs: 10, longestPauseMs: 10, notFoundHoldsMs: 100, inFlightMs: 50, deadlineMs: 1_000)
    static let secrets = ["secret-bearer", "secret-verification", "secret-hash"]
    static let settled = Data(
        #"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.utf8)
    static let notFound = Data(#"{"code":"404"}"#.utf8)
    /// It is of a later time than every attempt of these tests, as a settlement's transaction is.
    static let found = transaction()
    static let pending = transaction(status: "pending")

    static func transaction(
        _ tranId: String = "T-1", of refId: String = "INV-1", status: String = "success", amount: String = "40000"
    ) -> Data {
        Data(
            """
            {"code":"SUCCESS","message":"","data":{"tran_id":"\(tranId)","tran_date":"2999-01-31T09:00:00.000",
            "tran_amount":\(amount),"fee_amount":0,"total_amount":\(amount),"currency":"KHR","identity_code":"\(refId)",
            "bank_code":"B","bank_ref":"R","purpose_of_transaction":"\(refId)","status":"\(status)"}}
            """.utf8)
    }

    static func biller() throws -> Biller {
        try Biller(
            config: BillerConfig(
                baseUrl: baseUrl, bearer: BearerToken(secret: secrets[0]),
                verificationToken: VerificationToken(secret: secrets[1]), hashToken: HashToken(secret: secrets[2]),
                profile: WireProfile(
                    notFoundCodes: CodesByOperation(verification: ["404"]),
                    pendingStatuses: StatusesByObject(transaction: ["pending"]),
                    failedStatuses: StatusesByObject(transaction: ["failed"]),
                    settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"),
                    sendEmptyText: true)))
    }

    /// Text of a record in tests/records.
    static func record(_ name: String) throws -> String {
        let file = records.appendingPathComponent("\(name).json")
        return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    private static let records = project.appendingPathComponent("tests/records")
}

/// Time at milliseconds since 1970.
func at(_ millis: Int) -> Date { Date(timeIntervalSince1970: Double(millis) / 1000) }

/// A database, a service and a clock of one program.
final class Caller: @unchecked Sendable {
    typealias Answers = (FlowRequest) throws -> HttpAnswer

    private(set) var now = at(0)
    private(set) var records: [String] = []
    private(set) var sent: [FlowRequest] = []
    /// Pauses in milliseconds.
    private(set) var slept: [Int] = []
    private var answers: [Answers]

    convenience init(_ answers: Answers...) { self.init(answers) }

    init(_ answers: [Answers]) {
        self.answers = answers
    }

    /// States of the stored records.
    var states: [String] {
        get throws { try records.map { try Json(parsing: $0.utf8)["state"].text ?? "" } }
    }

    func load() -> String? { records.last }

    func save(_ step: StoredRecord) -> Bool {
        guard step.previous == records.count, step.revision == step.previous + 1 else { return false }
        records.append(step.record)
        return true
    }

    func send(_ request: FlowRequest) throws -> HttpAnswer {
        sent.append(request)
        return try answers.removeFirst()(request)
    }

    func sleep(_ seconds: TimeInterval) {
        slept.append(Int((seconds * 1000).rounded()))
        now += seconds
    }

    func run(_ flow: SettlementFlow, maxWaitMs: Int64? = nil) async throws -> SettlementRun {
        try await flow.run(
            load: load, save: save, send: send, maxWaitMs: maxWaitMs, sleep: sleep, now: { self.now }, random: { 1 })
    }
}

func answer(_ body: Data, _ status: Int = 200) -> HttpAnswer { HttpAnswer(status: status, body: body) }

/// Code of the error that `work` throws.
func code(_ work: () throws -> some Any) throws -> Code { try thrown(work).details.code }
