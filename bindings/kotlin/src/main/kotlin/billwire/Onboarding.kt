package billwire

import billwire.ffi.PreparedOnboarding

/** Registration of a sub biller (interface section 2.1). */
public typealias Onboarding = billwire.ffi.Onboarding

/** Answer to an onboarding (interface section 2.2). */
public typealias OnboardingResponse = billwire.ffi.OnboardingResponse

/** The registered sub biller (interface section 2.2). */
public typealias OnboardedSubBiller = billwire.ffi.OnboardedSubBiller

/** Address at which the sub biller links an account (interface section 2.2). It does not print. */
public typealias AddLinkAccount = billwire.ffi.AddLinkAccount

/** Final request that registers a sub biller (interface section 4.1). It prints no credential and no body. */
public class OnboardingCall internal constructor(prepared: PreparedOnboarding) : AutoCloseable {
    private val ffi = prepared.call
    // Serializers that read fields must not find the request.
    @Transient private val request = prepared.request

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns findings to review before sending. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }

    /**
     * Returns the response that the answer holds.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): OnboardingResponse = native {
        body.lend { ffi.decode(status, it) }
    }

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = BillwireException.of(native { ffi.noAnswer(sent) })

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}
