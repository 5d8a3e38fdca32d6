package io.github.billwire

import io.github.billwire.ffi.SimulatorConfig as FfiSimulatorConfig
import io.github.billwire.ffi.WebhookEndpoint as FfiWebhookEndpoint

/** Behaviour of the simulator when a `ref_id` is settled again. */
public typealias RepeatedBill = io.github.billwire.ffi.RepeatedBill

/** Retries of a webhook that is not acknowledged. The wait doubles each time. */
public typealias WebhookRetries = io.github.billwire.ffi.WebhookRetries

/** Test case that a header selects at the sample target (interface section 4.4). */
public typealias WebhookTestCase = io.github.billwire.ffi.WebhookTestCase

/** JSON type of customers' amounts in the checkout variant. The interface shows both. */
public typealias CustomerAmounts = io.github.billwire.ffi.CustomerAmounts

/** Key of the customers in the checkout variant. The interface shows both. */
public typealias CustomersKey = io.github.billwire.ffi.CustomersKey

/** Settings of a [Simulator]. */
public data class SimulatorConfig(
    /** Credential that onboarding and settlement have to show (interface section 5.1). */
    val bearer: BearerToken,
    /** Credential that verification has to show (interface section 5.2) unless the profile selects the bearer. */
    val verificationToken: VerificationToken,
    /** Key of the request signature (interface section 5.3). */
    val hashToken: HashToken,
    /** Settings of the simulated provider. Give the biller the same. */
    val profile: WireProfile? = null,
    /** Base address of the service. A request to any other address fails to connect. Default: any host, no path. */
    val baseUrl: String? = null,
    /** Endpoint that receives the webhooks. Without it the simulator sends none. */
    val webhook: WebhookEndpoint? = null,
    /** Fee of each transaction, in whole units of its currency. Default 0. */
    val fee: Long? = null,
    /** Behaviour when a `ref_id` is settled again. Default: the money moves again. */
    val repeatedBill: RepeatedBill? = null,
    /** Retries of a webhook that is not acknowledged. */
    val retries: WebhookRetries? = null,
    /** Longest wait, in milliseconds, of an out-of-order webhook for a later one. Default 2,000. */
    val holdMs: Long? = null,
) {
    internal fun toFfi() =
        FfiSimulatorConfig(
            bearer = bearer.ffi,
            verificationToken = verificationToken.ffi,
            hashToken = hashToken.ffi,
            profile = profile?.wellFormed(),
            baseUrl = baseUrl?.wellFormed(),
            webhook = webhook?.toFfi(),
            fee = fee,
            repeatedBill = repeatedBill,
            retries = retries,
            holdMs = holdMs,
        )
}

/** Merchant's endpoint for webhooks (interface section 4.4). */
public data class WebhookEndpoint(
    /** Address of the endpoint. The simulator passes it on without looking at it. */
    val url: String,
    /** Token that merchant-proxy webhooks show. Without it the simulator sends the checkout variant. */
    val token: WebhookToken? = null,
    /** Test case that a header selects at the sample target. Default: no such header. */
    val testCase: WebhookTestCase? = null,
    /** JSON type of customers' amounts in the checkout variant. Default text; merchant-proxy sends numbers. */
    val amounts: CustomerAmounts? = null,
    /** Key of the customers in the checkout variant. Default `customers`, which merchant-proxy always sends. */
    val customersKey: CustomersKey? = null,
) {
    internal fun toFfi() = FfiWebhookEndpoint(url.wellFormed(), token?.ffi, testCase, amounts, customersKey)
}
