package io.github.billwire;

import java.io.IOException;

/** Exception of a request that has certainly not reached the service, because no connection was made. */
public final class NotSentException extends IOException {
    /** Takes the exception of the HTTP client. */
    public NotSentException(Throwable cause) {
        super("no connection was made", cause);
    }
}
