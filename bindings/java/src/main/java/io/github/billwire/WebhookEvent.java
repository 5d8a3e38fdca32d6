package io.github.billwire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A webhook with a readable body. It proves nothing by itself: {@link #confirm} it. */
public final class WebhookEvent implements AutoCloseable {
    private final WebhookPayload payload;
    /** Authentication of a sender that the fast path has checked. */
    private final @Nullable WebhookAuthentication authentication;
    private final Deferred<io.github.billwire.ffi.WebhookEvent> deferred;

    WebhookEvent(io.github.billwire.ffi.ReceivedEvent received) {
        payload = Conversions.of(received.payload());
        authentication = null;
        deferred = Deferred.of(received.event(), io.github.billwire.ffi.WebhookEvent::close);
    }

    /** Makes an event of the fast path. */
    WebhookEvent(WebhookPayload payload, WebhookAuthentication authentication, byte[] body) {
        this.payload = payload;
        this.authentication = authentication;
        deferred = new Deferred<>(() -> readAgain(authentication, body), io.github.billwire.ffi.WebhookEvent::close);
    }

    /** Returns the object of the library. */
    io.github.billwire.ffi.WebhookEvent ffi() {
        return deferred.get();
    }

    /** Returns the content of the body. */
    public WebhookPayload payload() {
        return payload;
    }

    /** Returns whether the sender showed a token. The token does not prove that the body is unchanged. */
    public WebhookAuthentication authentication() {
        var made = deferred.ifMade();
        if (made == null && authentication != null) return authentication;
        return Conversions.of(ffi().authentication());
    }

    /** Returns the first hundred values of the body that have an unexpected type. The payload's extra keeps them. */
    public List<Finding> warnings() {
        var made = deferred.ifMade();
        return made == null ? List.of() : Values.list(made.warnings(), it -> Conversions.of(it));
    }

    /**
     * Returns a key that deliveries of the same event share, so that work is done once; null if nothing identifies the
     * event. The key does not protect money: {@link Confirmed#claimKey} does.
     */
    public @Nullable String dedupKey() {
        return ffi().dedupKey();
    }

    /** Returns a digest of the fields about money. Store it with the {@link #dedupKey}. */
    public String fingerprint() {
        return ffi().fingerprint();
    }

    /** Compares this delivery with the stored fingerprint of its {@link #dedupKey}; pass null if none is stored. */
    public DeliveryVerdict compare(@Nullable String storedFingerprint) {
        return Conversions.of(ffi().compare(storedFingerprint == null ? null : Values.text(storedFingerprint)));
    }

    /** Returns the response that acknowledges the webhook (section 2.8). */
    public Reply acknowledge() {
        return Conversions.of(ffi().acknowledge());
    }

    /**
     * Prepares the verification that confirms the event against your bill.
     *
     * @throws BillwireException.InvalidRequest with everything that is wrong with the expectation
     * @throws BillwireException.MissingCredential if the verification's credential is not configured
     */
    public Confirmation confirm(Biller biller, Expectation expectation) throws BillwireException {
        return new Confirmation(NativeLibrary.call(() -> ffi().confirm(biller.ffi(), Conversions.ffi(expectation))));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        deferred.close();
    }

    private static io.github.billwire.ffi.WebhookEvent readAgain(WebhookAuthentication authentication, byte[] body) {
        try {
            return NativeLibrary.lend(body, bytes -> io.github.billwire.ffi.WebhookEvent.ofReceived(
                    Conversions.ffi(authentication), bytes));
        } catch (io.github.billwire.ffi.BillwireException error) {
            throw new IllegalStateException("a received body could not be read again", error);
        }
    }
}
