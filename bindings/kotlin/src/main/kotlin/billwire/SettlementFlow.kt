package io.github.billwire

import io.github.billwire.ffi.SettlementFlow as FfiSettlementFlow
import java.time.Instant
import kotlin.random.Random

/**
 * Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
 *
 * Ask for a [step], do it, tell the flow what happened, and ask again. An attempt is stored before it is sent. What the
 * service has said is never forgotten: once it has taken the bill, the settlement is never sent again.
 */
public class SettlementFlow private constructor(private val ffi: FfiSettlementFlow) : AutoCloseable {
    /** Whether a store did not answer, so that [stored] has to say what it holds. */
    @Volatile
    public var isMaybeSaved: Boolean = false
        private set

    /** Returns the warnings about the bill, to read before it is sent. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }.map { it.lift() }

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
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store this revision
     */
    public fun saved(revision: Long) {
        native { ffi.saved(revision) }
        isMaybeSaved = false
    }

    /**
     * Says that the record was not stored, because another flow of this bill stored one in the meantime.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store this revision,
     *   or with the code `record_stored` if the flow was started without the record that is stored: load it, and resume
     */
    public fun notSaved(revision: Long) {
        native { ffi.notSaved(revision) }
        isMaybeSaved = false
    }

    /**
     * Says that the store did not answer, so that the record may be stored.
     *
     * Then call [stored] with the record that is there. Without it, a later [notSaved] asks for that record, because it
     * may be this one.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store this revision
     */
    public fun maybeSaved(revision: Long) {
        native { ffi.maybeSaved(revision) }
        isMaybeSaved = true
    }

    /**
     * Says which record is stored, after a store that did not answer: null for none, or one that this flow or another one
     * stored. The flow goes on from it.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow did not ask to store anything, or
     *   for a record that cannot be read, is of another bill, or was written by a later version
     */
    public fun stored(record: String?) {
        native { ffi.stored(record?.wellFormed()) }
        isMaybeSaved = false
    }

    /**
     * Says which answer a request brought. [retryAfterMs] is the time that the service asked to wait, if it did.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number. A late answer to an earlier request is refused in this way, and changes nothing
     */
    public fun answered(
        number: Long,
        status: Int,
        body: ByteArray,
        now: Instant = Instant.now(),
        retryAfterMs: Long? = null,
    ): Unit = native { body.lend { ffi.answered(number, status, it, now, retryAfterMs) } }

    /**
     * Says that a request brought no answer, and whether it may have reached the service. [retryAfterMs] is a time to
     * wait, if you know one.
     *
     * @throws BillwireException.InvalidRequest with the code `out_of_turn` if the flow does not wait for the request of
     *   this number
     */
    public fun noAnswer(number: Long, sent: Sent, now: Instant = Instant.now(), retryAfterMs: Long? = null): Unit =
        native { ffi.noAnswer(number, sent.lower(), now, retryAfterMs) }

    /**
     * Says what a person found out from the service about an unclear bill. The record keeps it as the proof: ask for the
     * next [step], which stores it.
     *
     * @throws BillwireException.InvalidRequest with the code `not_refused` if the record is not unclear, or with the code
     *   `out_of_turn` while a request is under way
     */
    public fun resolved(resolution: Resolution): Unit = native { ffi.resolved(resolution.lower()) }

    /** Releases the native memory. The flow cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    /** Returns the state of the bill, without credentials and body. */
    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("SettlementFlow") else ffi.toString()

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
         * Goes on from the stored record of a bill, for example after a crash. A flow of an unclear record looks the bill
         * up, and sends nothing else.
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

        /**
         * Starts anew from the stored record of a refused bill, which may be corrected, with a biller whose credentials
         * may be renewed. The revisions of the record go on.
         *
         * @throws BillwireException.InvalidRequest with all violations of the bill, for a record that cannot be read or was
         *   written by a later version, or with the code `not_refused` for one that ended otherwise or has not ended
         * @throws BillwireException.InvalidConfig for the policy or the profile
         * @throws BillwireException.MissingCredential without a credential that the requests need
         */
        @JvmStatic
        @JvmOverloads
        public fun reopen(
            biller: Biller,
            bill: Settlement,
            record: String,
            policy: SettlementPolicy = SettlementPolicy(),
            now: Instant = Instant.now(),
        ): SettlementFlow =
            SettlementFlow(
                native { FfiSettlementFlow.reopen(biller.ffi, bill.lower(), record.wellFormed(), now, policy.lower()) }
            )
    }
}
