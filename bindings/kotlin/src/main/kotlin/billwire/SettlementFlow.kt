package io.github.billwire

import io.github.billwire.ffi.SettlementFlow as FfiSettlementFlow
import java.time.Instant
import kotlin.random.Random

/**
 * Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
 *
 * Ask for a [step], do it, tell the flow what happened, and ask again. An attempt is stored before it is sent, and an
 * attempt in doubt is looked up before anything is sent again.
 */
public class SettlementFlow private constructor(private val ffi: FfiSettlementFlow) : AutoCloseable {
    /**
     * Returns the next thing to do. [random] is a number from 0 to 1 for the pauses.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` while a request is under way: say first what
     *   became of it
     */
    public fun step(now: Instant = Instant.now(), random: Double = Random.nextDouble()): SettlementStep =
        native { ffi.step(now, random) }.lift()

    /**
     * Says that the record of this revision is stored durably.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store it
     */
    public fun saved(revision: Long): Unit = native { ffi.saved(revision) }

    /**
     * Says that the record was not stored, because another flow of this bill stored one in the meantime.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store it
     */
    public fun notSaved(revision: Long): Unit = native { ffi.notSaved(revision) }

    /**
     * Says which answer a request brought.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number. A late answer to an earlier request is refused in this way, and changes nothing
     */
    public fun answered(number: Long, status: Int, body: ByteArray, now: Instant = Instant.now()): Unit = native {
        body.lend { ffi.answered(number, status, it, now) }
    }

    /**
     * Says that a request brought no answer, and whether it may have reached the service.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number
     */
    public fun noAnswer(number: Long, sent: Sent, now: Instant = Instant.now()): Unit = native {
        ffi.noAnswer(number, sent.lower(), now)
    }

    /** Releases the native memory. The flow cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    /** Returns the state of the bill, without credentials and body. */
    override fun toString(): String = ffi.toString()

    public companion object {
        /**
         * Starts to settle a bill of which no record is stored.
         *
         * @throws BillwireException.InvalidRequest with all violations of the bill
         * @throws BillwireException.InvalidConfig for the policy or the profile
         * @throws BillwireException.MissingCredential without a credential that the requests need
         */
        @JvmStatic
        @JvmOverloads
        public fun start(
            biller: Biller,
            bill: Settlement,
            policy: SettlementPolicy = SettlementPolicy(),
            now: Instant = Instant.now(),
        ): SettlementFlow =
            SettlementFlow(native { FfiSettlementFlow.start(biller.ffi, bill.lower(), now, policy.lower()) })

        /**
         * Goes on from the stored record of a bill, for example after a crash.
         *
         * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be
         *   read, is of another bill, or was written by a later version
         * @throws BillwireException.InvalidConfig for the policy or the profile
         * @throws BillwireException.MissingCredential without a credential that the requests need
         */
        @JvmStatic
        @JvmOverloads
        public fun resume(
            biller: Biller,
            bill: Settlement,
            record: String,
            policy: SettlementPolicy = SettlementPolicy(),
        ): SettlementFlow =
            SettlementFlow(
                native { FfiSettlementFlow.resume(biller.ffi, bill.lower(), record.wellFormed(), policy.lower()) }
            )
    }
}
