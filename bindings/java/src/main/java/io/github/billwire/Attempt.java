package io.github.billwire;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Attempt to send a request. It holds no secret and nothing of a bill.
 *
 * @param operation Operation of the call.
 * @param duration Duration, to the last byte of the answer.
 * @param status HTTP status, if there is an answer.
 * @param nextStep Next step after an error or an open outcome. For a request of a flow, the flow decides, and it is null.
 * @param code Code of the error, if there is one.
 * @param retryAfter Time to wait before another request, by the answer's header {@code Retry-After}.
 * @param cause Exception of the HTTP client, if there is no answer.
 */
public record Attempt(
        OperationName operation,
        Duration duration,
        @Nullable Integer status,
        @Nullable NextStep nextStep,
        @Nullable Code code,
        @Nullable Duration retryAfter,
        @Nullable Exception cause) {}
