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
    static let found = transaction(of: "INV-1")

    static func transaction(of refId: String) -> Data {
        Data(
            """
            {"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
            "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"\(refId)",
            "bank_code":"B","bank_ref":"R","purpose_of_transaction":"\(refId)","status":"success"}}
            """.utf8)
    }

    static func biller() throws -> Biller {
        try Biller(
            config: BillerConfig(
                baseUrl: baseUrl, bearer: BearerToken(secret: secrets[0]),
                verificationToken: VerificationToken(secret: secrets[1]), hashToken: HashToken(secret: secrets[2]),
                profile: WireProfile(
                    notFoundCodes: CodesByOperation(verification: ["404"]),
                    settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))))
    }

    /// Text of a record in tests/records.
    static func record(_ name: String) throws -> String {
        let file = records.appendingPathComponent("\(name).json")
        return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// Names of the records with a prefix, without it.
    static func names(_ prefix: String) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: records.path)
        let kept = files.filter { $0.hasPrefix(prefix) }
        return Set(kept.map { String($0.dropFirst(prefix.count).dropLast(".json".count)) })
    }

    private static let records = project.appendingPathComponent("tests/records")
}

/// Time at milliseconds since 1970.
func at(_ millis: Int) -> Date { Date(timeIntervalSince1970: Double(millis) / 1000) }

/// A database, a service and a clock of one program.
final class Caller: @unchecked Sendable {
    typealias Answers = (FlowRequest) throws -> (status: Int, body: Data)

    private(set) var now = at(0)
    private(set) var records: [String] = []
    private(set) var sent: [FlowRequest] = []
    /// Pauses in milliseconds.
    private(set) var slept: [Int] = []
    private var answers: [Answers]

    init(_ answers: Answers...) {
        self.answers = answers
    }

    func save(_ step: StoredRecord) -> Bool {
        guard step.previous == records.count, step.revision == step.previous + 1 else { return false }
        records.append(step.record)
        return true
    }

    func send(_ request: FlowRequest) throws -> (status: Int, body: Data) {
        sent.append(request)
        return try answers.removeFirst()(request)
    }

    func sleep(_ seconds: TimeInterval) {
        slept.append(Int((seconds * 1000).rounded()))
        now += seconds
    }

    func run(_ flow: SettlementFlow) async throws -> SettlementEnding? {
        try await flow.run(save: save, send: send, sleep: sleep, now: { self.now }, random: { 1 })
    }
}

/// Code of the error that `work` throws.
func code(_ work: () throws -> some Any) throws -> Code { try thrown(work).details.code }
