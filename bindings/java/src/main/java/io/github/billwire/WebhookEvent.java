package io.github.billwire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A webhook with a readable body. It proves nothing by itself: {@link #confirm} it. */
public final class WebhookEvent implements AutoCloseable {
    final io.github.billwire.ffi.WebhookEvent ffi;
    private final WebhookPayload payload;

    WebhookEvent(io.github.billwire.ffi.ReceivedEvent received) {
        ffi = received.event();
        payload = Conversions.of(received.payload());
    }

    /** Returns the content of the body. */
    public WebhookPayload payload() {
        return payload;
    }

    /** Returns whether the sender showed a token. The token does not prove that the body is unchanged. */
    public WebhookAuthentication authentication() {
        return Conversions.of(ffi.authentication());
    }

    /** Returns the first hundred values of the body that have an unexpected type. The payload's extra keeps them. */
    public List<Finding> warnings() {
        return Values.list(ffi.warnings(), it -> Conversions.of(it));
    }

    /**
     * Returns a key that deliveries of the same event share, so that work is done once; null if nothing identifies the
     * event. The key does not protect money: {@link Confirmed#claimKey} does.
     */
    public @Nullable String dedupKey() {
        return ffi.dedupKey();
    }

    /** Returns a digest of the fields about money. Store it with the {@link #dedupKey}. */
    public String fingerprint() {
        return ffi.fingerprint();
    }

    /** Compares this delivery with the stored fingerprint of its {@link #dedupKey}; pass null if none is stored. */
    public DeliveryVerdict compare(@Nullable String storedFingerprint) {
        return Conversions.of(ffi.compare(storedFingerprint == null ? null : Values.text(storedFingerprint)));
    }

    /** Returns the response that acknowledges the webhook (section 2.8). */
    public Reply acknowledge() {
        return Conversions.of(ffi.acknowledge());
    }

    /**
     * Prepares the verification that confirms the event against your bill.
     *
     * @throws BillwireException.InvalidRequest with everything that is wrong with the expectation
     * @throws BillwireException.MissingCredential if the verification's credential is not configured
     */
    public Confirmation confirm(Biller biller, Expectation expectation) throws BillwireException {
        return new Confirmation(NativeLibrary.call(() -> ffi.confirm(biller.ffi, Conversions.ffi(expectation))));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }
}
