package io.github.billwire

import io.github.billwire.ffi.CreditFlow as FfiCreditFlow
import java.time.Instant
import kotlin.random.Random

/**
 * Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a
 * time.
 *
 * Ask for a [step], do it, tell the flow what happened, and ask again. The flow stores nothing: your books are the record,
 * and a bill comes from them with the claim keys that have paid it. The unique claim in the database transaction of
 * [CreditStep.Credit] protects the money.
 */
public class CreditFlow private constructor(private val ffi: FfiCreditFlow) : AutoCloseable {
    /**
     * Returns the next thing to do. [random] is a number from 0 to 1 for the pauses.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` while a verification is in progress: say
     *   first what became of it
     */
    public fun step(now: Instant = Instant.now(), random: Double = Random.nextDouble()): CreditStep =
        native { ffi.step(now, random) }.lift()

    /**
     * Says which answer the verification brought. [retryAfterMs] is the time that the service asked to wait, if it did.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number
     */
    public fun answered(
        number: Long,
        status: Int,
        body: ByteArray,
        now: Instant = Instant.now(),
        retryAfterMs: Long? = null,
    ): Unit = native { body.lend { ffi.answered(number, status, it, now, retryAfterMs) } }

    /**
     * Says that the verification brought no answer, and whether it may have reached the service. [retryAfterMs] is a time
     * to wait, if you know one.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number
     */
    public fun noAnswer(number: Long, sent: Sent, now: Instant = Instant.now(), retryAfterMs: Long? = null): Unit =
        native { ffi.noAnswer(number, sent.lower(), now, retryAfterMs) }

    /**
     * Says what became of the database transaction that claims the transaction and credits the bill.
     *
     * If the database did not answer, drop the flow: the next event or the next flow of the bill goes on.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask for a credit
     */
    public fun claimed(claim: Claim): Unit = native { ffi.claimed(claim.lower()) }

    /** Releases the native memory. The flow cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    /** Returns the state of the credit, without credentials and body. */
    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("CreditFlow") else ffi.toString()

    public companion object {
        /**
         * Starts with a webhook about a bill. [claimKeys] are those of the transactions that have paid it, by your books. A
         * bill that may be paid more than once gives none.
         *
         * Find the bill by the event, such as by its `identityCode`.
         *
         * @throws BillwireException.InvalidRequest with all violations of the bill
         * @throws BillwireException.InvalidConfig for the policy
         * @throws BillwireException.MissingCredential if the biller cannot verify
         */
        @JvmStatic
        @JvmOverloads
        public fun ofEvent(
            biller: Biller,
            event: WebhookEvent,
            bill: Expectation,
            claimKeys: List<String>,
            policy: CreditPolicy = CreditPolicy(),
            now: Instant = Instant.now(),
        ): CreditFlow =
            CreditFlow(
                native {
                    val keys = claimKeys.map { it.wellFormed() }
                    FfiCreditFlow.ofEvent(biller.ffi, event.ffi, bill.lower(), keys, now, policy.lower())
                }
            )

        /**
         * Starts with a bill that has not been paid, and no webhook: the service stops repeating those of a long
         * outage. [claimKeys] are those of the transactions that have paid it, by your books.
         *
         * @throws BillwireException.InvalidRequest with all violations of the bill
         * @throws BillwireException.InvalidConfig for the policy
         * @throws BillwireException.MissingCredential if the biller cannot verify
         */
        @JvmStatic
        @JvmOverloads
        public fun ofBill(
            biller: Biller,
            bill: Expectation,
            claimKeys: List<String>,
            policy: CreditPolicy = CreditPolicy(),
        ): CreditFlow =
            CreditFlow(
                native {
                    FfiCreditFlow.ofBill(biller.ffi, bill.lower(), claimKeys.map { it.wellFormed() }, policy.lower())
                }
            )

        /**
         * Starts with a webhook about a bill that the books do not have. Nothing is verified.
         *
         * @throws BillwireException.InvalidConfig for the policy
         */
        @JvmStatic
        @JvmOverloads
        public fun ofUnknownBill(
            biller: Biller,
            event: WebhookEvent,
            policy: CreditPolicy = CreditPolicy(),
            now: Instant = Instant.now(),
        ): CreditFlow = CreditFlow(native { FfiCreditFlow.ofUnknownBill(biller.ffi, event.ffi, now, policy.lower()) })
    }
}
