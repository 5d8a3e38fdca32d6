package io.github.billwire

import io.github.billwire.ffi.SigningKey as FfiSigningKey
import io.github.billwire.ffi.countParses as ffiCountParses
import io.github.billwire.ffi.explainSignature as ffiExplainSignature
import io.github.billwire.ffi.readTranDate as ffiReadTranDate
import java.time.Instant
import java.time.ZoneOffset

/** Signing key with precomputed HMAC state. Any number of threads may use it. */
public class SigningKey private constructor(private val ffi: FfiSigningKey) : AutoCloseable {
    /**
     * Prepares the key, which costs as much as two signatures.
     *
     * @throws BillwireException.InvalidConfig if the token is empty or has white space around it
     */
    public constructor(token: HashToken) : this(native { FfiSigningKey(token.ffi) })

    /**
     * Returns the hash of interface section 5.3: 88 characters of Base64. The zone of the digits is UTC by default.
     *
     * @throws BillwireException.InvalidRequest with all violations
     */
    public fun sign(fields: SignedFields, signingOffset: ZoneOffset? = null): String =
        native { ffi.sign(fields.lower(), signingOffset) }

    /** Releases the native memory. The key cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("SigningKey") else ffi.toString()
}

/**
 * Explains the signature of a bill, and names the mistakes that produce an observed hash. The explanation does not hold
 * the token.
 *
 * @throws BillwireException.InvalidRequest with all violations of the signed fields
 * @throws BillwireException.InvalidConfig for more than a thousand zones, separators or destinations
 */
public fun explainSignature(fields: SignedFields, token: HashToken, options: ExplainOptions): Explanation =
    native { ffiExplainSignature(fields.lower(), token.ffi, options.lower()) }.lift()

/** Returns the number of bills that a signing string could stand for, given the forms of the merchant's codes. */
public fun countParses(signingString: String, shapes: CodeShapes): Long = native {
    ffiCountParses(signingString.wellFormed(), shapes.lower())
}

/** Returns the instant of a received `tran_date`, which has no zone, in an assumed zone; null if it is unreadable. */
public fun readTranDate(text: String, assumedOffset: ZoneOffset): Instant? = native {
    ffiReadTranDate(text.wellFormed(), assumedOffset)
}
