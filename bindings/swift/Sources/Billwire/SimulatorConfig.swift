import BillwireBindings

@_exported import enum BillwireBindings.CustomerAmounts
@_exported import enum BillwireBindings.CustomersKey
@_exported import enum BillwireBindings.RepeatedBill
@_exported import struct BillwireBindings.WebhookRetries
@_exported import enum BillwireBindings.WebhookTestCase

/// Settings of a ``Simulator``.
public struct SimulatorConfig: Sendable {
    /// Token that onboarding and settlement have to show (section 5.1).
    public var bearer: BearerToken
    /// Token that verification has to show (section 5.2), unless the profile asks for the bearer token.
    public var verificationToken: VerificationToken
    /// Key of the request signature (section 5.3).
    public var hashToken: HashToken
    /// Deviations of the simulated deployment from the interface. Give the biller the same profile.
    public var profile: WireProfile?
    /// Base address of the service. A request to another one fails to connect. The default is every host without a path.
    public var baseUrl: String?
    /// Endpoint of webhooks. Without it there are none.
    public var webhook: WebhookEndpoint?
    /// Text in the ids of all transactions, such as `TRAN-<seed>-00000001`. The default is random, so that the ids of two
    /// runs differ. The empty text leaves it out.
    public var seed: String?
    /// Whether `purpose_of_transaction` is the empty text in verifications and webhooks. The default is false.
    public var withoutPurpose: Bool
    /// Fee of each transaction, in whole units of its currency. The default is 0.
    public var fee: Int64?
    /// Result of a settlement whose `ref_id` was settled before. The default is ``RepeatedBill/settle``.
    public var repeatedBill: RepeatedBill?
    /// Deliveries of a webhook that is not acknowledged.
    public var retries: WebhookRetries?
    /// Milliseconds for which a webhook that comes out of order waits for a later one. The default is 2,000.
    public var holdMs: Int64?

    /// Creates settings. Only the credentials are required.
    public init(
        bearer: BearerToken,
        verificationToken: VerificationToken,
        hashToken: HashToken,
        profile: WireProfile? = nil,
        baseUrl: String? = nil,
        webhook: WebhookEndpoint? = nil,
        seed: String? = nil,
        withoutPurpose: Bool = false,
        fee: Int64? = nil,
        repeatedBill: RepeatedBill? = nil,
        retries: WebhookRetries? = nil,
        holdMs: Int64? = nil
    ) {
        self.bearer = bearer
        self.verificationToken = verificationToken
        self.hashToken = hashToken
        self.profile = profile
        self.baseUrl = baseUrl
        self.webhook = webhook
        self.seed = seed
        self.withoutPurpose = withoutPurpose
        self.fee = fee
        self.repeatedBill = repeatedBill
        self.retries = retries
        self.holdMs = holdMs
    }
}

/// Endpoint of a merchant for webhooks (section 4.4).
public struct WebhookEndpoint: Sendable {
    /// Address of the endpoint. The simulator passes it on unread.
    public var url: String
    /// Token of webhooks of the merchant-proxy variant. Without it the variant is checkout.
    public var token: WebhookToken?
    /// Test case that a header selects at the sample target. The default is no such header.
    public var testCase: WebhookTestCase?
    /// Form of customers' amounts in the checkout variant. The default is text; the other variant sends numbers.
    public var amounts: CustomerAmounts?
    /// Key of the customers in the checkout variant. The default is `customers`, as in the other variant.
    public var customersKey: CustomersKey?

    /// Creates an endpoint. Only the address is required.
    public init(
        url: String,
        token: WebhookToken? = nil,
        testCase: WebhookTestCase? = nil,
        amounts: CustomerAmounts? = nil,
        customersKey: CustomersKey? = nil
    ) {
        self.url = url
        self.token = token
        self.testCase = testCase
        self.amounts = amounts
        self.customersKey = customersKey
    }
}

extension BillwireBindings.SimulatorConfig {
    init(_ config: SimulatorConfig) {
        self.init(
            bearer: config.bearer.core,
            verificationToken: config.verificationToken.core,
            hashToken: config.hashToken.core,
            profile: config.profile,
            baseUrl: config.baseUrl,
            webhook: config.webhook.map(BillwireBindings.WebhookEndpoint.init),
            seed: config.seed,
            withoutPurpose: config.withoutPurpose,
            fee: config.fee,
            repeatedBill: config.repeatedBill,
            retries: config.retries,
            holdMs: config.holdMs)
    }
}

extension BillwireBindings.WebhookEndpoint {
    init(_ endpoint: WebhookEndpoint) {
        self.init(
            url: endpoint.url,
            token: endpoint.token?.core,
            testCase: endpoint.testCase,
            amounts: endpoint.amounts,
            customersKey: endpoint.customersKey)
    }
}
