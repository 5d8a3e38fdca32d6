import Foundation

/// Options from the command line and the environment.
struct Options {
    let sandbox: String
    let bills: URL
    /// Faults for the sandbox to serve, as JSON.
    let faults: URL?
    /// A file for the books. Without it they are lost at the end.
    let database: String
    let concurrency: Int
    /// Whether to run until something ends it, and to continue from the books at the next start.
    let isService: Bool
    /// Port of the webhook endpoint; 0 selects a free one.
    let port: UInt16
    /// Whether to use the short waits of a run with faults.
    let isHurried: Bool
    let bearer: String
    let verificationToken: String
    let hashToken: String
    let webhookToken: String
    /// A file for the result, as one line of JSON.
    let summary: URL?

    /// Errors of the command line.
    struct Usage: Error, CustomStringConvertible {
        let description = """
            usage: SwiftMerchant --sandbox URL --bills FILE [--faults FILE | --service] [--database FILE]
                                 [--concurrency N] [--port N] [--hurried]
            A service needs a database: it continues from it after a crash.
            """
    }

    init(_ arguments: [String]) throws {
        var given: [String: String] = [:]
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            guard name.hasPrefix("--"), let value = Self.flags.contains(name) ? "" : rest.popFirst() else {
                throw Usage()
            }
            given[String(name.dropFirst(2))] = value
        }
        guard let sandbox = given.removeValue(forKey: "sandbox"), let bills = given.removeValue(forKey: "bills"),
            let concurrency = Int(given.removeValue(forKey: "concurrency") ?? "8"), concurrency > 0,
            let port = UInt16(given.removeValue(forKey: "port") ?? "0")
        else { throw Usage() }
        self.sandbox = sandbox
        self.bills = URL(fileURLWithPath: bills)
        (self.concurrency, self.port) = (concurrency, port)
        faults = given.removeValue(forKey: "faults").map { URL(fileURLWithPath: $0) }
        let file = given.removeValue(forKey: "database")
        database = file ?? ":memory:"
        isService = given.removeValue(forKey: "service") != nil
        isHurried = given.removeValue(forKey: "hurried") != nil || faults != nil
        guard given.isEmpty, !isService || (file != nil && faults == nil) else { throw Usage() }

        // Credentials come from the environment: other users of the machine can read a command line.
        let environment = ProcessInfo.processInfo.environment
        bearer = environment["BILLWIRE_BEARER"] ?? "sandbox-bearer"
        verificationToken = environment["BILLWIRE_VERIFICATION_TOKEN"] ?? "sandbox-verification"
        hashToken = environment["BILLWIRE_HASH_TOKEN"] ?? "sandbox-hash-token"
        webhookToken = environment["BILLWIRE_WEBHOOK_TOKEN"] ?? "sandbox-webhook-token"
        summary = environment["BILLWIRE_SUMMARY"].map { URL(fileURLWithPath: $0) }
    }

    /// Options without a value.
    private static let flags: Set = ["--service", "--hurried"]
}
