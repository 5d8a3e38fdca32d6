package io.github.billwire

import io.github.billwire.ffi.BillwireException as FfiException
import io.github.billwire.ffi.codeDocUrl
import io.github.billwire.ffi.codeSentence
import io.github.billwire.ffi.codeText
import io.github.billwire.ffi.findingSentence
import java.time.Duration

/** Returns the name of this code in logs, vectors and other languages, such as `missing_offset`. */
public fun Code.text(): String = native { codeText(lower()) }

/** Returns the address of this code in the error catalogue, which has its cause and its remedy. */
public fun Code.docUrl(): String = native { codeDocUrl(lower()) }

/** Returns the sentence of this code in a language, to show to people. It never holds a value. */
public fun Code.sentence(language: Language): String = native { codeSentence(lower(), language.lower()) }

/**
 * Returns one sentence on what the rule asks for in a language, to show at the field that [Finding.path] names.
 *
 * In English it is the finding's explanation, which may name more than the code's own sentence.
 */
public fun Finding.sentence(language: Language): String = native {
    findingSentence(code.lower(), explanation.wellFormed(), language.lower())
}

/**
 * Error of billwire. Each kind is a class, and [details] holds everything known about it.
 *
 * Its message holds no value and no secret. Of the answer it quotes only the service's code, escaped and shortened.
 */
public sealed class BillwireException(
    /** Everything known about the error. Resend only when its `nextStep` is `SEND_AGAIN`. */
    public val details: ErrorDetails
) : RuntimeException("${details.text} [${details.kind}, next: ${details.nextStep}]") {
    /** Time to wait before another request, by the header `Retry-After` of an answer to an [HttpSender]. */
    public var retryAfter: Duration? = null
        internal set

    /** Returns the message, without the name of the class. */
    override fun toString(): String = message.orEmpty()

    /** The request breaks a rule. Nothing was sent. */
    public class InvalidRequest(details: ErrorDetails) : BillwireException(details)

    /** The settings cannot be used. */
    public class InvalidConfig(details: ErrorDetails) : BillwireException(details)

    /** The call needs a credential that is not configured. */
    public class MissingCredential(details: ErrorDetails) : BillwireException(details)

    /** The service refused, with a code that the profile lists as a refusal. */
    public class Rejected(details: ErrorDetails) : BillwireException(details)

    /** The outcome is unknown, or the interface does not show the meaning of the answer. */
    public class Undetermined(details: ErrorDetails) : BillwireException(details)

    /** HTTP 200 with a body that does not have the shape of the operation's response. */
    public class Unreadable(details: ErrorDetails) : BillwireException(details)

    /** A webhook did not show an expected token (interface section 5.4). */
    public class Unauthenticated(details: ErrorDetails) : BillwireException(details)

    /** A webhook's body does not have the shape of interface section 2.7. */
    public class InvalidWebhook(details: ErrorDetails) : BillwireException(details)

    /** A fault of billwire itself. The outcome of the call is unknown. */
    public class Internal(details: ErrorDetails) : BillwireException(details)
}

/** Returns the exception of this package for one of uniffi's. */
internal fun FfiException.lift(): BillwireException =
    when (this) {
        is FfiException.InvalidRequest -> BillwireException.InvalidRequest(details.lift())
        is FfiException.InvalidConfig -> BillwireException.InvalidConfig(details.lift())
        is FfiException.MissingCredential -> BillwireException.MissingCredential(details.lift())
        is FfiException.Rejected -> BillwireException.Rejected(details.lift())
        is FfiException.Undetermined -> BillwireException.Undetermined(details.lift())
        is FfiException.Unreadable -> BillwireException.Unreadable(details.lift())
        is FfiException.Unauthenticated -> BillwireException.Unauthenticated(details.lift())
        is FfiException.InvalidWebhook -> BillwireException.InvalidWebhook(details.lift())
        is FfiException.Internal -> BillwireException.Internal(details.lift())
    }

/** Returns the exception for a panic of the native library. */
internal fun panicked(): BillwireException =
    BillwireException.Internal(
        ErrorDetails(
            text = "billwire has failed (internal)",
            kind = "internal",
            code = Code.INTERNAL,
            nextStep = NextStep.ASK_SERVICE,
            violations = emptyList(),
            violationsOmitted = 0,
            operation = null,
            httpStatus = null,
            responseCode = null,
            messageEn = null,
            messageKh = null,
            response = null,
        )
    )
