package io.github.billwire;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service's side of the interface, for tests: no network, no clock, no randomness. It checks requests, keeps books and
 * makes webhooks. The same calls give the same answers.
 */
public final class Simulator implements AutoCloseable {
    private final io.github.billwire.ffi.Simulator ffi;

    /**
     * Starts with empty books.
     *
     * @throws BillwireException.InvalidConfig with everything that is wrong with the credentials and the profile
     */
    public Simulator(SimulatorConfig config) throws BillwireException {
        ffi = NativeLibrary.call(() -> new io.github.billwire.ffi.Simulator(Conversions.ffi(config)));
    }

    /** Answers a request that arrives at a time. A URL without a host is a path below the base address. */
    public SimulatedAnswer handle(HttpRequest request, Instant now) {
        return Conversions.of(ffi.handle(Conversions.ffi(request), Values.instant(now)));
    }

    /**
     * Adds faults, each served once, as the JSON text that the sandbox takes too. An example:
     * {@code {"settlement":[{"ref_id":"INV-1","attempt":1,"fault":{"kind":"drop_after"}}]}}.
     *
     * <p>The lists are {@code onboarding} (by {@code supplier_sync_code}), {@code settlement} (by {@code ref_id}),
     * {@code verification} (by {@code identity_code}) and {@code webhooks} (by {@code ref_id}, without {@code attempt}).
     *
     * <p>Faults of answers are {@code slow} ({@code delay_ms}), {@code drop_before}, {@code drop_after}, {@code answer}
     * ({@code status}, {@code body}, {@code headers}, {@code moves_money}), {@code redirect} ({@code status},
     * {@code location}), {@code unreadable} ({@code moves_money}), {@code code} ({@code code}, {@code message},
     * {@code message_kh}, {@code moves_money}), {@code http_status} ({@code status}) and {@code statuses} ({@code bill},
     * {@code payment}, {@code moves_money}). Faults of webhooks are {@code twice}, {@code late} ({@code delay_ms}),
     * {@code out_of_order}, {@code pending_first}, {@code forged}, {@code wrong_amount} and {@code failed}.
     *
     * @throws BillwireException.InvalidConfig if a fault is invalid; then none is added
     */
    public void script(String json) throws BillwireException {
        NativeLibrary.call(() -> {
            ffi.script(Values.text(json));
            return null;
        });
    }

    /**
     * Sends webhooks to another endpoint from now on, those without an acknowledgement included.
     *
     * @throws BillwireException.InvalidConfig if the token cannot stand in a header
     */
    public void sendWebhooksTo(WebhookEndpoint endpoint) throws BillwireException {
        NativeLibrary.call(() -> {
            ffi.sendWebhooksTo(Conversions.ffi(endpoint));
            return null;
        });
    }

    /**
     * Returns the webhooks to deliver now, each once until {@link #delivered} reports its result. Those of one transaction
     * come one after the other.
     */
    public List<DueWebhook> dueWebhooks(Instant now) {
        return Values.list(ffi.dueWebhooks(Values.instant(now)), it -> Conversions.of(it));
    }

    /** Returns the time of the next webhook if nothing else happens before; null if none waits. */
    public @Nullable Instant nextDue() {
        var due = ffi.nextDue();
        return due == null ? null : Values.of(due);
    }

    /**
     * Reports the result of a delivery; pass null if there was no answer. HTTP 200 with the texts {@code status} and
     * {@code message} (section 2.8) acknowledges it. After any other answer it is due again later. An unknown delivery is
     * ignored.
     */
    public void delivered(long id, @Nullable Reply reply, Instant now) {
        ffi.delivered(id, reply == null ? null : Conversions.ffi(reply), Values.instant(now));
    }

    /** Returns the books as they are now. */
    public Books books() {
        return Conversions.of(ffi.books());
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }
}
