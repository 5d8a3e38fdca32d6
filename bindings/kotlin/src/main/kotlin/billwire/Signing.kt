package io.github.billwire

import io.github.billwire.ffi.SigningKey as FfiSigningKey
import io.github.billwire.ffi.countParses as ffiCountParses
import io.github.billwire.ffi.explainSignature as ffiExplainSignature
import io.github.billwire.ffi.readTranDate as ffiReadTranDate
import java.time.Instant
import java.time.ZoneOffset

/** The six signed fields of a bill (interface section 5.3), to sign a body that you write yourself. */
public typealias SignedFields = io.github.billwire.ffi.SignedFields

/** Input of [explainSignature] besides the signed fields. */
public typealias ExplainOptions = io.github.billwire.ffi.ExplainOptions

/** Explanation of a signature (interface section 5.3). It holds no secret. */
public typealias Explanation = io.github.billwire.ffi.Explanation

/** Part of a signing string, and the field it stands for. */
public typealias Part = io.github.billwire.ffi.Part

/** Findings on an observed hash. */
public typealias Observed = io.github.billwire.ffi.Observed

/** Kind of [Observed]. */
public typealias ObservedCode = io.github.billwire.ffi.ObservedCode

/** Mistake that produces the observed hash. */
public typealias Cause = io.github.billwire.ffi.Cause

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
    public fun sign(fields: SignedFields, signingOffset: ZoneOffset? = null): String = native {
        ffi.sign(fields.wellFormed(), signingOffset)
    }

    /** Releases the native memory. The key cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}

/**
 * Explains the signature of a bill, and names the mistakes that produce an observed hash. The explanation does not hold
 * the token.
 *
 * @throws BillwireException.InvalidRequest with all violations of the signed fields
 * @throws BillwireException.InvalidConfig for more than a thousand zones, separators or destinations
 */
public fun explainSignature(fields: SignedFields, token: HashToken, options: ExplainOptions): Explanation = native {
    ffiExplainSignature(fields.wellFormed(), token.ffi, options.wellFormed())
}

/** Returns the number of bills that a signing string could stand for, given the forms of the merchant's codes. */
public fun countParses(signingString: String, shapes: CodeShapes): Long = native {
    ffiCountParses(signingString.wellFormed(), shapes.wellFormed())
}

/** Returns the instant of a received `tran_date`, which has no zone, in an assumed zone; null if it is unreadable. */
public fun readTranDate(text: String, assumedOffset: ZoneOffset): Instant? = native {
    ffiReadTranDate(text.wellFormed(), assumedOffset)
}
