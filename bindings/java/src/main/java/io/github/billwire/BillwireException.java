package io.github.billwire;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one error of billwire: catch it by its kind, and act by {@link ErrorDetails#nextStep}. Its message contains no value
 * and no secret.
 */
public abstract sealed class BillwireException extends Exception {
    private final transient ErrorDetails details;
    private @Nullable Duration retryAfter;

    private BillwireException(ErrorDetails details) {
        super("%s [%s, next: %s]".formatted(details.text(), details.kind(), details.nextStep()));
        this.details = details;
    }

    /** Returns what is known about the error, of whichever kind. */
    public ErrorDetails details() {
        return details;
    }

    /** Returns the time to wait before another request, by the header {@code Retry-After} of an answer to an {@link HttpSender}. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    void retryAfter(@Nullable Duration time) {
        retryAfter = time;
    }

    static BillwireException of(io.github.billwire.ffi.BillwireException error) {
        return switch (error) {
            case io.github.billwire.ffi.BillwireException.InvalidRequest one -> new InvalidRequest(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.InvalidConfig one -> new InvalidConfig(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.MissingCredential one -> new MissingCredential(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.Rejected one -> new Rejected(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.Undetermined one -> new Undetermined(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.Unreadable one -> new Unreadable(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.Unauthenticated one -> new Unauthenticated(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.InvalidWebhook one -> new InvalidWebhook(Conversions.of(one.details()));
            case io.github.billwire.ffi.BillwireException.Internal one -> new Internal(Conversions.of(one.details()));
            default -> throw new LinkageError("an error of an unknown kind");
        };
    }

    /** The request breaks a rule. Nothing was sent. */
    public static final class InvalidRequest extends BillwireException {
        InvalidRequest(ErrorDetails details) {
            super(details);
        }
    }

    /** The settings cannot be used. */
    public static final class InvalidConfig extends BillwireException {
        InvalidConfig(ErrorDetails details) {
            super(details);
        }
    }

    /** The call needs a credential that is not configured. */
    public static final class MissingCredential extends BillwireException {
        MissingCredential(ErrorDetails details) {
            super(details);
        }
    }

    /** The service refused, by a code that the profile lists as a refusal. */
    public static final class Rejected extends BillwireException {
        Rejected(ErrorDetails details) {
            super(details);
        }
    }

    /** The outcome is unknown, or the meaning of the answer is not documented. */
    public static final class Undetermined extends BillwireException {
        Undetermined(ErrorDetails details) {
            super(details);
        }
    }

    /** HTTP 200 with a body that does not have the shape of the operation. */
    public static final class Unreadable extends BillwireException {
        Unreadable(ErrorDetails details) {
            super(details);
        }
    }

    /** A webhook without an expected token (section 5.4). */
    public static final class Unauthenticated extends BillwireException {
        Unauthenticated(ErrorDetails details) {
            super(details);
        }
    }

    /** A webhook whose body does not have the shape of section 2.7. */
    public static final class InvalidWebhook extends BillwireException {
        InvalidWebhook(ErrorDetails details) {
            super(details);
        }
    }

    /** A fault of billwire itself. */
    public static final class Internal extends BillwireException {
        Internal(ErrorDetails details) {
            super(details);
        }
    }
}
