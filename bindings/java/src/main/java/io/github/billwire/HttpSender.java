package io.github.billwire;

import io.github.billwire.http.Exchange;
import io.github.billwire.http.HttpAnswer;
import io.github.billwire.http.OneTimeRequest;
import io.github.billwire.http.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls over an HTTP client, once each, and decodes their answers. It follows no redirect and sends nothing again.
 *
 * <p>The artefacts {@code billwire-java-http} and {@code billwire-okhttp} have the transports. Any number of threads may use a
 * sender.
 */
public final class HttpSender {
    private final Transport transport;
    private final Duration timeout;
    private final int maxBytes;
    private final Consumer<Attempt> onAttempt;

    /** Sends over an HTTP client, with a time-out of 30 seconds, and reads answers of at most 1 MiB. */
    public HttpSender(Transport transport) {
        this(transport, Duration.ofSeconds(30), 1_048_576, attempt -> {});
    }

    /**
     * Sends over an HTTP client.
     *
     * @param timeout time for a whole attempt, to the last byte of the answer. For a flow, it is shorter than {@code inFlightMs}
     *     of the policy
     * @param maxBytes largest answer
     * @param onAttempt function that is called once, at the end of each attempt, for logs, metrics and traces. Its exceptions
     *     are ignored
     * @throws IllegalArgumentException if a limit is below 1 millisecond or 1 byte
     */
    public HttpSender(Transport transport, Duration timeout, int maxBytes, Consumer<Attempt> onAttempt) {
        if (timeout.toMillis() < 1) throw new IllegalArgumentException("expected a time-out of at least 1 ms");
        if (maxBytes < 1) throw new IllegalArgumentException("expected a limit of at least 1 byte");
        this.transport = transport;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
        this.onAttempt = onAttempt;
    }

    /**
     * Sends a settlement.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted: the settlement may have arrived
     */
    public SettlementOutcome send(SettlementCall call) throws BillwireException, InterruptedException {
        return send(call.request(), call.operation(), call::noAnswer, call::decode);
    }

    /**
     * Sends an onboarding.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    public OnboardingResponse send(OnboardingCall call) throws BillwireException, InterruptedException {
        return send(call.request(), call.operation(), call::noAnswer, call::decode);
    }

    /**
     * Sends a verification.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    public VerificationResponse send(VerificationCall call) throws BillwireException, InterruptedException {
        return send(call.request(), call.operation(), call::noAnswer, call::decode);
    }

    /**
     * Sends the call of an operation without a shape.
     *
     * @throws BillwireException without an answer, or if it is not JSON
     * @throws InterruptedException if the thread is interrupted: the request may have arrived
     */
    public UntypedAnswer send(UntypedCall call) throws BillwireException, InterruptedException {
        return send(call.request(), call.operation(), call::noAnswer, call::decode);
    }

    /**
     * Sends the verification of a lookup, and returns the verdict.
     *
     * @throws BillwireException without an answer. Its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    public LookupVerdict send(Lookup lookup) throws BillwireException, InterruptedException {
        try (var call = lookup.call()) {
            return send(call.request(), call.operation(), call::noAnswer, lookup::decide);
        }
    }

    /**
     * Sends the verification of a confirmation, and returns the verdict.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    public Verdict send(Confirmation confirmation) throws BillwireException, InterruptedException {
        try (var call = confirmation.call()) {
            return send(call.request(), call.operation(), call::noAnswer, confirmation::decide);
        }
    }

    /**
     * Sends a request of a flow, for {@link FlowRuntime#send}.
     *
     * @throws NotSentException only if the request has certainly not reached the service
     * @throws IOException if there is no answer: the request may have reached the service
     * @throws InterruptedException if the thread is interrupted. It ends the run
     */
    public FlowAnswer send(FlowRequest request) throws IOException, InterruptedException {
        var exchange = exchange(request.http());
        report(request.operation(), exchange, null, null);
        var answer = exchange.answer().orElse(null);
        if (answer != null) return new FlowAnswer(answer.status(), answer.body());
        var failure = uninterrupted(exchange);
        throw exchange.isNotSent() ? new NotSentException(failure) : new IOException("no answer", failure);
    }

    /** Reads an answer. */
    private interface Reader<T> {
        T read(int status, byte[] body) throws BillwireException;
    }

    private <T> T send(
            HttpRequest request, OperationName operation, Function<Sent, BillwireException> noAnswer, Reader<T> reader)
            throws BillwireException, InterruptedException {
        var exchange = exchange(request);
        try {
            var answer = exchange.answer().orElse(null);
            if (answer == null) throw unanswered(exchange, noAnswer);
            var result = reader.read(answer.status(), answer.body());
            report(operation, exchange, nextStep(result), null);
            return result;
        } catch (BillwireException error) {
            error.retryAfter(retryAfter(exchange));
            report(operation, exchange, error.details().nextStep(), error.details().code());
            uninterrupted(exchange);
            throw error;
        }
    }

    private Exchange exchange(HttpRequest request) {
        var headers = new LinkedHashMap<String, String>();
        request.headers().forEach(header -> headers.put(header.name(), header.value().text()));
        var body = request.body() == null ? null : request.body().text();
        return Exchange.of(
                transport, new OneTimeRequest(request.method(), request.url(), headers, body, timeout.toMillis(), maxBytes));
    }

    /** Must never throw: a settled bill would look like a failed one. */
    private void report(OperationName operation, Exchange exchange, @Nullable NextStep nextStep, @Nullable Code code) {
        try {
            onAttempt.accept(new Attempt(
                    operation,
                    Duration.ofNanos(exchange.nanos()),
                    exchange.answer().map(HttpAnswer::status).orElse(null),
                    nextStep,
                    code,
                    retryAfter(exchange),
                    exchange.failure().orElse(null)));
        } catch (RuntimeException ignored) {
            // It is the program's own.
        }
    }

    private static BillwireException unanswered(Exchange exchange, Function<Sent, BillwireException> noAnswer) {
        var error = noAnswer.apply(exchange.isNotSent() ? Sent.NO : Sent.MAYBE);
        error.initCause(exchange.failure().orElse(null));
        return error;
    }

    private static @Nullable NextStep nextStep(Object result) {
        return switch (result) {
            case SettlementOutcome.Accepted accepted -> accepted.nextStep();
            case LookupVerdict.Unclear unclear -> unclear.nextStep();
            default -> null;
        };
    }

    private static @Nullable Duration retryAfter(Exchange exchange) {
        var millis = exchange.answer().map(HttpAnswer::retryAfterMillis).orElse(null);
        return millis == null || millis.isEmpty() ? null : Duration.ofMillis(millis.getAsLong());
    }

    /** Returns the failure of an exchange, if there is one, unless the thread was interrupted. */
    private static @Nullable Exception uninterrupted(Exchange exchange) throws InterruptedException {
        var failure = exchange.failure().orElse(null);
        if (failure instanceof InterruptedException interruption) throw interruption;
        return failure;
    }
}
