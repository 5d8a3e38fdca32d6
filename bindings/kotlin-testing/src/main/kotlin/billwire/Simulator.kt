package io.github.billwire.testing

import io.github.billwire.BillwireException
import io.github.billwire.HttpRequest
import io.github.billwire.Reply
import io.github.billwire.testing.ffi.Simulator as FfiSimulator
import io.github.billwire.wellFormed
import java.time.Instant

/**
 * The service without a network or a clock, for tests. With a seed, the same calls bring the same answers.
 *
 * It validates requests as the interface says, keeps books, and makes webhooks. Any number of threads may use it.
 */
public class Simulator private constructor(private val ffi: FfiSimulator) : AutoCloseable {
    /**
     * Starts with empty books.
     *
     * @throws BillwireException.InvalidConfig with all violations of the credentials and the profile
     */
    public constructor(config: SimulatorConfig) : this(native { FfiSimulator(config.lower()) })

    /**
     * Returns the answer to a request that arrives at the time [now].
     *
     * An address without a host is below the base address.
     */
    public fun handle(request: HttpRequest, now: Instant): SimulatedAnswer =
        native { ffi.handle(request.lower(), now) }.lift()

    /**
     * Adds faults to serve and payments to make, once each, from the JSON that the sandbox reads too, such as
     * `{"settlement":[{"ref_id":"INV-1","attempt":1,"fault":{"kind":"drop_after"}}]}`.
     *
     * The lists are `onboarding` (by `supplier_sync_code`), `settlement` (by `ref_id`), `verification` (by
     * `identity_code`), `webhooks` and `payments` (by `ref_id`, without `attempt`).
     *
     * Faults of answers are `slow` (`delay_ms`), `drop_before`, `drop_after`, `answer` (`status`, `body`, `headers`,
     * `moves_money`), `redirect` (`status`, `location`), `unreadable` (`moves_money`), `code` (`code`, `message`,
     * `message_kh`, `moves_money`), `http_status` (`status`) and `statuses` (`bill`, `payment`, `moves_money`).
     *
     * Faults of webhooks are `twice`, `late` (`delay_ms`), `out_of_order`, `pending_first`, `forged`, `wrong_amount`,
     * `failed` and `status` (`status`).
     *
     * A payment has `transactions`, each with `amount`, `currency`, `statuses` (`status`, `after_ms`, `webhook`) and
     * `found_ms`: the times after the settlement at which verifications begin to find it, stop, and begin again. With
     * none, the bill is accepted and never decided.
     *
     * @throws BillwireException.InvalidConfig with all violations; then no fault is added
     */
    public fun script(json: String): Unit = native { ffi.script(json.wellFormed()) }

    /**
     * Sends webhooks to another endpoint, also those that are not yet acknowledged.
     *
     * @throws BillwireException.InvalidConfig if no header can hold the token
     */
    public fun sendWebhooksTo(endpoint: WebhookEndpoint): Unit = native { ffi.sendWebhooksTo(endpoint.lower()) }

    /**
     * Returns the webhooks to deliver now, each once until [delivered] reports its result.
     *
     * Webhooks of one transaction come one after the other.
     */
    public fun dueWebhooks(now: Instant): List<DueWebhook> = native { ffi.dueWebhooks(now) }.map { it.lift() }

    /** Returns the time of the next webhook, or null if none is waiting. */
    public fun nextDue(): Instant? = native { ffi.nextDue() }

    /**
     * Reports the result of a delivery: the reply, or null without one.
     *
     * HTTP 200 with the texts `status` and `message` (interface section 2.8) acknowledges the webhook. After anything
     * else it is due again later. The simulator ignores the id of a delivery that is not in progress.
     */
    public fun delivered(id: Long, reply: Reply?, now: Instant): Unit = native {
        ffi.delivered(id, reply?.lower(), now)
    }

    /** Returns the books at the latest time that the simulator was given. */
    public fun books(): Books = native { ffi.books() }.lift()

    /** Releases the native memory. The simulator cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}
