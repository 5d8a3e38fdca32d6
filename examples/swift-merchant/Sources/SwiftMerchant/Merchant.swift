import Billwire
import Foundation

/// Dependencies of every part of this backend.
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
                allowLoopbackHttp: true,  // the sandbox uses http on this machine; remove this in production
                profile: Self.profile))
        receiver = try .merchantProxy(tokens: [WebhookToken(secret: options.webhookToken)])
        books = try Books(options.database)
        patience = options.isHurried ? .hurried : .attentive
    }

    /// Settings that this provider documents beyond the interface. Verification finds a settlement by the bill's
    /// `ref_id`, in both required search fields, and `NOT_FOUND` means that there is none. Ask your provider for its
    /// own values. Without them billwire cannot look a settlement up, and after a lost answer its next step is
    /// `askService`.
    private static let profile = WireProfile(
        notFoundCodes: CodesByOperation(verification: ["NOT_FOUND"]),
        settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))
}

/// Waiting times of this merchant.
struct Patience: Sendable {
    /// For one answer.
    let answer: TimeInterval
    /// Attempts and pauses of a settlement. Agree with your service how long "not found" has to hold: the sandbox moves
    /// the money before it answers or drops the connection, so a short time suffices here.
    let settlement: SettlementPolicy
    /// Pauses of the verification of a payment.
    let credit: CreditPolicy
    /// For the last webhook.
    let webhooks: Duration
    /// Without any webhook, before the merchant asks about a settled bill.
    let silence: Duration

    static let attentive = Patience(
        answer: 15, settlement: SettlementPolicy(notFoundHoldsMs: 3_500, inFlightMs: 20_000),
        credit: CreditPolicy(inFlightMs: 20_000), webhooks: .seconds(60), silence: .seconds(20))

    /// For runs with faults, which should not try the reader's patience.
    static let hurried = Patience(
        answer: 1, settlement: SettlementPolicy(pauseMs: 100, notFoundHoldsMs: 700, inFlightMs: 2_000),
        credit: CreditPolicy(pauseMs: 100, inFlightMs: 2_000), webhooks: .seconds(60), silence: .seconds(3))
}

/// A record of events for the table. Decisions use the books instead.
actor Diary {
    private(set) var lookUps = 0
    private(set) var strayRequests = 0
    private var endings: [Ending] = []
    private var notices: [Notice: Int] = [:]

    func looked() { lookUps += 1 }

    func strayed() { strayRequests += 1 }

    func ended(_ ending: Ending) { endings.append(ending) }

    func noticed(_ notice: Notice) { notices[notice, default: 0] += 1 }

    func count(_ state: Ending.State) -> Int { endings.count { $0.state == state } }

    func count(_ notice: Notice) -> Int { notices[notice, default: 0] }

    /// Returns the reasons of all bills with this result, with their counts.
    func reasons(_ state: Ending.State) -> String {
        let reasons = Dictionary(grouping: endings.filter { $0.state == state }, by: \.reason)
        return reasons.map { "\($0 ?? "") ×\($1.count)" }.sorted().joined(separator: "\n")
    }
}

/// Describes an error in our own words. The service's messages are for people and are not logged.
func describe(_ details: ErrorDetails) -> String {
    let found = details.violations.map { "\($0.path) \($0.code.text)" }
    let answer = [details.httpStatus.map(String.init), details.responseCode].compactMap { $0 }
    return (["\(details.kind)/\(details.code.text)"] + answer + found).joined(separator: " ")
}
