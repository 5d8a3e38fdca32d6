package io.github.billwire;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Fast path of a biller. It prepares everyday requests. For any other it returns null, and the biller takes the full path,
 * which reports every error.
 */
final class BillerFastPath {
    private final io.github.billwire.ffi.Biller ffi;
    /** Number that the library forgets when the biller is closed. A closed one takes the full path, which throws. */
    private final long number;
    private final Map<OperationName, HttpRequest> envelopes = new ConcurrentHashMap<>();
    private volatile io.github.billwire.ffi.@Nullable Biller decoder;

    BillerFastPath(io.github.billwire.ffi.Biller ffi) {
        this.ffi = ffi;
        number = ffi.number();
    }

    /** Returns the request of the values that {@code add} adds; null if it needs the full path. */
    @Nullable HttpRequest prepare(OperationName operation, Consumer<Packet> add) throws BillwireException {
        String body = Packet.use(packet -> {
            add.accept(packet);
            return packet.prepare(number, operation.ordinal());
        });
        if (body == null) return null;
        HttpRequest envelope = envelope(operation);
        return new HttpRequest(envelope.method(), envelope.url(), envelope.headers(), new SensitiveText(body));
    }

    /** Returns a biller that decodes answers of calls, also when this one is closed. */
    io.github.billwire.ffi.Biller decoder() {
        var known = decoder;
        if (known != null) return known;
        var made = ffi.withoutCredentials();
        decoder = made;
        return made;
    }

    /** Forgets the headers of requests. */
    void close() {
        envelopes.clear();
    }

    private HttpRequest envelope(OperationName operation) throws BillwireException {
        HttpRequest known = envelopes.get(operation);
        if (known != null) return known;
        HttpRequest made = NativeLibrary.call(() -> Conversions.of(ffi.envelope(Conversions.ffi(operation))));
        envelopes.put(operation, made);
        return made;
    }
}
