// Parts of the guide's pages. They are compiled with the quickstart.
import Billwire
import Foundation

// Functions of the rest of the program, which the parts call.
private let verificationToken: VerificationToken = ofYourProgram()
private let hashToken: HashToken = ofYourProgram()
private let clientId: String = ofYourProgram()
private let clientSecret: String = ofYourProgram()
private let biller: Biller = ofYourProgram()
private let bill: Settlement = ofYourProgram()
private let bills: any Bills = ofYourProgram()
private let shops: any Shops = ofYourProgram()
private let accounts: any Accounts = ofYourProgram()
private let claims: any Claims = ofYourProgram()
private let contracts: [String: Contract] = ofYourProgram()
private let http = HttpSender()

private func ofYourProgram<Value>() -> Value { fatalError("your program has it") }

private protocol Shops: Sendable {
    func save(_ supplierSyncCode: String, _ state: String, _ link: SensitiveText?) async throws
}

private struct LinkAnswer: Decodable {
    let data: Linked

    struct Linked: Decodable {
        let supplier_sync_code: String
        let linked: Bool
    }
}

private func report(_ refId: String, _ what: Any) { fatalError("to a person: \(refId) \(what)") }

private func findBill(_ contract: String, _ refId: String) async throws -> Billed? { ofYourProgram() }

private func credit(_ refId: String, _ confirmed: Confirmed) async throws -> Claim { ofYourProgram() }
private func store(_ refId: String, _ review: CreditReview) async throws -> Bool { ofYourProgram() }
private func store(_ contract: String, _ refId: String, _ review: CreditReview) async throws -> Bool { ofYourProgram() }

// ANCHOR: request
/// The answer of your provider.
struct TokenAnswer: Decodable {
    let accessToken: String
    let expiresIn: TimeInterval
}

/// `base` has no bearer. Its profile lists the provider's code for an expired one in `refusalCodes`.
func base() throws -> Biller {
    let codes = ["UNAUTHENTICATED"]
    return try Biller(
        config: BillerConfig(
            baseUrl: "https://service.example", verificationToken: verificationToken, hashToken: hashToken,
            profile: WireProfile(refusalCodes: CodesByOperation(onboarding: codes, settlement: codes))))
}

/// Asks for a bearer. Path, body and names of the answer are your provider's.
func requestBearer(_ base: Biller) async throws -> (bearer: BearerToken, until: Date) {
    let client = try JSONEncoder().encode(["client_id": clientId, "client_secret": clientSecret])
    let request = UntypedRequest(path: "/oauth/token", json: String(decoding: client, as: UTF8.self))
    let answer = try await http.send(base.prepareOperation(operation: .authorization, request: request))
    guard answer.status == 200, let json = answer.json else { throw NoBearer(status: answer.status) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let token = try decoder.decode(TokenAnswer.self, from: Data(json.utf8))
    return (BearerToken(secret: token.accessToken), Date() + token.expiresIn)
}

struct NoBearer: Error {
    let status: Int
}
// ANCHOR_END: request

// ANCHOR: renew
actor Bearers {
    private let early: TimeInterval = 60  // renew before the end: longer than a request takes
    private let base: Biller
    private var current: (biller: Biller, until: Date)?
    private var renewal: Task<Biller, any Error>?

    init(base: Biller) { self.base = base }

    /// Returns a biller with a valid bearer. Simultaneous callers share one renewal.
    func billerNow() async throws -> Biller {
        if let current, Date() < current.until - early { return current.biller }
        if let renewal { return try await renewal.value }
        let task = Task { try await renew() }
        renewal = task
        defer { renewal = nil }
        return try await task.value
    }

    private func renew() async throws -> Biller {
        let (bearer, until) = try await requestBearer(base)
        let biller = try base.withBearer(bearer: bearer)
        current = (biller, until)
        return biller
    }

    /// Forgets a refused bearer, unless another caller has renewed it.
    func forget(_ biller: Biller) {
        if current?.biller === biller { current = nil }
    }
}
// ANCHOR_END: renew

// ANCHOR: refused
extension Bearers {
    /// Sends a request, and once more with a new bearer if the service has refused this one.
    nonisolated func sendAuthorized<Outcome>(
        _ send: (Biller) async throws -> Outcome  // { try await http.send($0.prepareOnboarding(request: shop)) }
    ) async throws -> Outcome {
        let biller = try await billerNow()
        do {
            return try await send(biller)
        } catch let error as BillwireError where refusesBearer(error) {
            await forget(biller)
            return try await send(billerNow())
        }
    }
}

/// Whether the service refused the bearer, so that nothing has happened.
func refusesBearer(_ error: BillwireError) -> Bool {
    if case .Rejected = error { return error.httpStatus() == 401 }
    return error.nextStep() == .fixCredentials
}
// ANCHOR_END: refused

// ANCHOR: onboard
/// Registers a shop. The row says "onboarding" until the service has answered.
func onboard(_ shop: Onboarding) async throws {
    try await shops.save(shop.supplierSyncCode, "onboarding", nil)
    for attempt in 1...3 {
        do {
            let answer = try await http.send(biller.prepareOnboarding(request: shop))
            for warning in answer.warnings { report(shop.supplierSyncCode, warning) }
            return try await shops.save(shop.supplierSyncCode, "onboarded", answer.link)
        } catch let error as BillwireError where error.nextStep() == .sendAgain && attempt < 3 {
            continue  // with onboardingMayRepeat, also a lost answer says sendAgain
        }
    }
}
// ANCHOR_END: onboard

// ANCHOR: linked
/// Asks whether a shop is linked. Path, body and names of the answer are your provider's.
func isLinked(_ supplierSyncCode: String) async throws -> Bool {
    let json = try JSONEncoder().encode(["supplier_sync_code": supplierSyncCode])
    let request = UntypedRequest(
        path: "/verify_linked_bank_account", json: String(decoding: json, as: UTF8.self), authentication: .bearer)
    let call = try biller.prepareOperation(operation: .verifyLinkedBankAccount, request: request)
    let answer = try await http.send(call)
    guard answer.status == 200, let text = answer.json else { return false }
    let told = try JSONDecoder().decode(LinkAnswer.self, from: Data(text.utf8)).data
    return told.supplier_sync_code == supplierSyncCode && told.linked
}
// ANCHOR_END: linked

// ANCHOR: profile
let profile = WireProfile(
    notFoundCodes: CodesByOperation(verification: ["NOT_FOUND"]),  // the code of a verification for "not found"
    settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))  // how it finds a bill
// ANCHOR_END: profile

// ANCHOR: settle
/// Settles a bill, or goes on with it. With `maxWaitMs: 0`, the next run of a job goes on after a wait.
func settle(_ bill: Settlement, maxWaitMs: Int64? = nil) async throws -> SettlementRun {
    try await run(SettlementFlow(biller: biller, bill: bill), bill.refId, maxWaitMs: maxWaitMs)
}

/// `http` is an `HttpSender`. It sends a request once, and no later than the flow allows.
func run(_ flow: SettlementFlow, _ refId: String, maxWaitMs: Int64? = nil) async throws -> SettlementRun {
    try await flow.run(
        load: { try await bills.load(refId) }, save: { try await bills.save(refId, $0) }, send: http.send,
        control: bills.control, maxWaitMs: maxWaitMs)
}
// ANCHOR_END: settle

// ANCHOR: reopen
func reopen(_ corrected: Settlement, by renewed: Biller) async throws -> SettlementRun {
    try await run(SettlementFlow(biller: renewed, bill: corrected, mode: .reopen), corrected.refId)
}
// ANCHOR_END: reopen

// ANCHOR: resolved
func resolve(_ bill: Settlement, as resolution: Resolution) async throws -> SettlementRun {
    let flow = try SettlementFlow(biller: biller, bill: bill)
    try flow.resolved(resolution: resolution)  // .settled or .nothingMoved; or flow.notThisBill(tranId: "T-77")
    return try await run(flow, bill.refId)
}
// ANCHOR_END: resolved

// ANCHOR: bills
/// Your table of bills, by the statements of `npx billwire init`.
protocol Bills: Sendable {
    func take() async throws -> [Settlement]  // those whose time has come, for two minutes
    func load(_ refId: String) async throws -> String?  // the record
    func save(_ refId: String, _ record: StoredRecord) async throws -> Bool  // with the state; true if a row changed
    func control() async throws -> Settlement?  // the last settled one, which is older than notFoundHoldsMs
    func enterReason(_ refId: String, _ code: String?) async throws  // why it is refused or unclear
    func unpaid() async throws -> [Billed]  // without a credit: each with all transactions that the books have
}
// ANCHOR_END: bills

// ANCHOR: cron
func settleDue() async throws {
    let due = try await bills.take()
    await withTaskGroup(of: Void.self) { group in
        for bill in due {
            group.addTask {
                // The bill of an error is due again in two minutes.
                do { try await settleOne(bill) } catch { report(bill.refId, error) }
            }
        }
    }
}

func settleOne(_ bill: Settlement) async throws {
    switch try await settle(bill, maxWaitMs: 0) {
    case .ended(.settled): try await bills.enterReason(bill.refId, nil)
    case .ended(.refused(let reason)), .ended(.unclear(let reason)):
        try await bills.enterReason(bill.refId, codeText(code: reason.code))
    case .waiting, .takenOver: break  // until its time has come, or another process goes on
    }
}
// ANCHOR_END: cron

// ANCHOR: unpaid
func askAboutUnpaid() async throws {
    for bill in try await bills.unpaid() {
        let refId = bill.expected.identityCode
        let flow = try CreditFlow.ofBill(biller: biller, bill: bill.expected, transactions: bill.transactions)
        let (ending, _) = try await flow.run(
            send: http.send, credit: { try await credit(refId, $0) }, review: { try await store(refId, $0) })
        report(refId, ending)  // pending, unconfirmed: the next run asks again
    }
}
// ANCHOR_END: unpaid

// ANCHOR: webhook
/// A bill as a verification must match it, and all transactions that your books have of it.
struct Billed: Sendable {
    let expected: Expectation
    let transactions: [BookedTransaction]
}

struct WebhookHandler: Sendable {
    let biller: Biller
    let receiver: WebhookReceiver
    /// Reads your books.
    let findBill: @Sendable (_ refId: String, _ event: WebhookEvent) async throws -> Billed?
    /// Claims the transaction and credits the bill in one database transaction.
    let credit: @Sendable (_ refId: String, _ confirmed: Confirmed) async throws -> Claim
    /// Stores what a person must see in one database transaction. Returns whether it did.
    let review: @Sendable (_ refId: String, _ review: CreditReview) async throws -> Bool

    /// Returns the response. After an error, respond with 503: the webhook comes again.
    func receive(headers: [String: [String]], rawBody: Data) async throws -> Reply {
        let event: WebhookEvent
        do {
            event = try receiver.receive(headers: headers, body: rawBody)
        } catch let error as BillwireError {
            guard let reply = error.response() else { throw error }
            return reply  // 401 or 400
        }
        let refId = event.payload().identityCode ?? ""
        let flow: CreditFlow
        if let bill = try await findBill(refId, event) {
            flow = try CreditFlow.ofEvent(
                biller: biller, event: event, bill: bill.expected, transactions: bill.transactions, now: Date())
        } else {
            flow = try CreditFlow.ofUnknownBill(biller: biller, event: event, now: Date())
        }
        let (ending, reply) = try await flow.run(
            send: http.send, credit: { try await credit(refId, $0) }, review: { try await review(refId, $0) })
        switch ending {
        case .unknownBill, .mismatch(_, nil): report(refId, ending)  // nothing was verified, so nothing is stored
        default: break
        }
        return reply!  // of a flow that began with an event
    }
}
// ANCHOR_END: webhook

// ANCHOR: whole
func inDollars() throws -> SettlementCall {
    var invoice = bill
    invoice.totalAmount = 12
    invoice.exchangeRateKhr = 4_100
    return try biller.prepareSettlement(bill: invoice)
}
// ANCHOR_END: whole

// ANCHOR: cents
func inCents() throws -> SettlementCall {
    let dollars = Decimal(string: "10.50")!  // as your database has it
    guard let cents = Int64("\(dollars * 100)") else { throw PartOfACent() }  // 1050
    var invoice = bill
    invoice.totalAmount = cents
    invoice.totalAmountKhr = dollars * 4_100  // 43050: the rate is that of a dollar
    return try biller.prepareSettlement(bill: invoice)
}
// ANCHOR_END: cents

private struct PartOfACent: Error {}

// ANCHOR: accounts
/// Your tables of accounts and deposits, by the statements of this page.
protocol Accounts: Sendable {
    /// CLAIMED_BY.
    func claimed(by tranId: String?, _ tranNo: String?) async throws -> [BookedTransaction]
    /// CURRENCY; nil if it found no row.
    func currency(_ account: String) async throws -> String?
    /// CREDIT; whether it changed a row.
    func credit(_ claimKey: String, _ account: String, _ amount: Decimal) async throws -> Bool
    /// CLAIMED; whether it found a row.
    func hasPaid(_ claimKey: String, _ account: String) async throws -> Bool
    /// OPEN; nil if it found no row.
    func open(_ account: String) async throws -> OpenBill?
}

struct OpenBill: Sendable {
    let currency: String
    let open: Decimal
    let paid: [BookedTransaction]
}
// ANCHOR_END: accounts

// ANCHOR: claimed
/// Returns the event's transaction if the books have it. A repetition is then acknowledged, and a reversal is seen.
func claimedBy(_ event: WebhookEvent) async throws -> [BookedTransaction] {
    let payload = event.payload()
    return try await accounts.claimed(by: payload.tranId, payload.tranNo)
}
// ANCHOR_END: claimed

// ANCHOR: account
func findAccount(_ account: String, _ event: WebhookEvent) async throws -> Billed? {
    guard let currency = try await accounts.currency(account) else { return nil }
    let anyAmount = Expectation(
        identityCode: account, purposeOfTransaction: account, currency: currency, minAmount: 0)
    return try await Billed(expected: anyAmount, transactions: claimedBy(event))
}

func creditAccount(_ account: String, _ confirmed: Confirmed) async throws -> Claim {
    let claimKey = confirmed.claimKey()
    if try await accounts.credit(claimKey, account, confirmed.amount()) { return .credited }
    return try await accounts.hasPaid(claimKey, account) ? .creditedBefore : .paidOtherwise
}
// ANCHOR_END: account

// ANCHOR: parts
func findBillInParts(_ refId: String, _ event: WebhookEvent) async throws -> Billed? {
    guard let bill = try await accounts.open(refId) else { return nil }
    var expected = Expectation(
        identityCode: refId, purposeOfTransaction: refId, currency: bill.currency, minAmount: 0)
    if bill.open <= 0 { return Billed(expected: expected, transactions: bill.paid) }  // another payment is paid twice
    expected.maxAmount = bill.open
    return try await Billed(expected: expected, transactions: claimedBy(event))
}
// ANCHOR_END: parts

// ANCHOR: contract
/// Your table of claims, by the statements above.
protocol Claims: Sendable {
    /// CLAIM; whether it changed a row.
    func claim(_ contract: String, _ claimKey: String, _ refId: String, _ amount: Decimal) async throws -> Bool
    /// CLAIMED; whether it found a row.
    func hasPaid(_ contract: String, _ claimKey: String, _ refId: String) async throws -> Bool
}

func credit(_ contract: String, _ refId: String, _ confirmed: Confirmed) async throws -> Claim {
    let claimKey = confirmed.claimKey()
    if try await claims.claim(contract, claimKey, refId, confirmed.amount()) { return .credited }
    return try await claims.hasPaid(contract, claimKey, refId) ? .creditedBefore : .paidOtherwise
}
// ANCHOR_END: contract

// ANCHOR: handler
struct Contract: Sendable {
    let biller: Biller
    let receiver: WebhookReceiver
}

/// Handler of `/webhook/north` and `/webhook/south`. The path names the contract, and its own token proves it.
func handlerOf(_ name: String) -> WebhookHandler? {
    guard let contract = contracts[name] else { return nil }
    return WebhookHandler(
        biller: contract.biller, receiver: contract.receiver,
        findBill: { refId, _ in try await findBill(name, refId) },
        credit: { refId, confirmed in try await credit(name, refId, confirmed) },
        review: { refId, review in try await store(name, refId, review) })
}
// ANCHOR_END: handler
