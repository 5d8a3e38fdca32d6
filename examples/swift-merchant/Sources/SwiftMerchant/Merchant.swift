import Billwire
import Foundation

/// What every part of this backend needs.
struct Merchant: Sendable {
    let biller: Biller
    let receiver: WebhookReceiver
    let books: Books
    let diary = Diary()
    let patience: Patience

    init(_ options: Options) throws {
        biller = try Biller(
            config: BillerConfig(
                baseUrl: options.sandbox,
                bearer: BearerToken(secret: options.bearer),
                verificationToken: VerificationToken(secret: options.verificationToken),
                hashToken: HashToken(secret: options.hashToken),
                allowLoopbackHttp: true,  // the sandbox speaks http on this machine; leave this out in production
                profile: Self.profile))
        receiver = try .merchantProxy(tokens: [WebhookToken(secret: options.webhookToken)])
        books = try Books(options.database)
        patience = options.faults == nil ? .attentive : .hurried
    }

    /// What this deployment of the service documents beyond the interface: a settlement is found again by verification
    /// under the bill's `ref_id`, in both required search fields, and `NOT_FOUND` says that there is none. Ask your service
    /// what holds for you; without these settings billwire cannot say how to look a settlement up, and its advice after a
    /// lost answer is `askService`.
    private static let profile = WireProfile(
        notFoundCodes: CodesByOperation(verification: ["NOT_FOUND"]),
        settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))
}

/// How long this merchant waits for what.
struct Patience: Sendable {
    /// For one answer.
    let answer: TimeInterval
    /// Before a request is sent again; doubled each time.
    let again: Duration
    /// How often one bill is sent, and one question asked.
    let tries: Int
    /// The pauses before each look for a settlement whose answer was lost.
    let looks: [Duration]
    /// For the last webhook.
    let webhooks: Duration
    /// For any webhook at all, before a settled bill is asked about that none has told us of.
    let silence: Duration

    static let attentive = Patience(
        answer: 15, again: .milliseconds(500), tries: 5, looks: [.milliseconds(500), .seconds(1), .seconds(2)],
        webhooks: .seconds(60), silence: .seconds(20))

    /// For runs with faults: a slow answer should be given up within the reader's patience, too.
    static let hurried = Patience(
        answer: 1, again: .milliseconds(100), tries: 5,
        looks: [.milliseconds(100), .milliseconds(200), .milliseconds(400)], webhooks: .seconds(60),
        silence: .seconds(3))

    /// Doubling, and never the same for two: those who were refused together should not come back together.
    func backoff(after failures: Int) -> Duration {
        again * Double(1 << failures) * Double.random(in: 0.5...1)
    }
}

/// What happened, for the table. Nothing is decided from it: that is what the books are for.
actor Diary {
    private(set) var lookUps = 0
    private(set) var strayRequests = 0
    private var endings: [Ending] = []
    private var notices: [Notice] = []

    func looked() { lookUps += 1 }

    func strayed() { strayRequests += 1 }

    func ended(_ ending: Ending) { endings.append(ending) }

    func noticed(_ notice: Notice) { notices.append(notice) }

    func count(_ state: Ending.State) -> Int { endings.count { $0.state == state } }

    func count(_ notice: Notice) -> Int { notices.count { $0 == notice } }

    /// The reasons of all that ended so, each with its number.
    func reasons(_ state: Ending.State) -> String {
        let reasons = Dictionary(grouping: endings.filter { $0.state == state }, by: \.reason)
        return reasons.map { "\($0) ×\($1.count)" }.sorted().joined(separator: "\n")
    }
}

/// An error in a few words that are ours: the service's own messages are for people, and stay where they are.
func describe(_ error: BillwireError) -> String {
    let details = error.details()
    let found = details.violations.map { "\($0.path) \($0.code.text())" }
    let answer = [details.httpStatus.map(String.init), details.responseCode].compactMap { $0 }
    return (["\(details.kind)/\(details.code.text())"] + answer + found).joined(separator: " ")
}
