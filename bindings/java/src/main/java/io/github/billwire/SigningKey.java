package io.github.billwire;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** A prepared signing key, for programs that write the body of a settlement themselves. */
public final class SigningKey implements AutoCloseable {
    private final io.github.billwire.ffi.SigningKey ffi;
    /** Number that the library forgets when the key is closed. A closed one takes the full path, which throws. */
    private final long number;

    /**
     * Prepares the key.
     *
     * @throws BillwireException.InvalidConfig if the token is empty or has white space around it
     */
    public SigningKey(HashToken token) throws BillwireException {
        ffi = NativeLibrary.call(() -> new io.github.billwire.ffi.SigningKey(token.ffi()));
        number = ffi.number();
    }

    /**
     * Returns the hash of section 5.3, 88 characters of Base64, with the date's digits in UTC.
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     */
    public String sign(SignedFields fields) throws BillwireException {
        return sign(fields, null);
    }

    /**
     * Returns the hash of section 5.3, 88 characters of Base64, with the date's digits in a zone; null means UTC.
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     */
    public String sign(SignedFields fields, @Nullable ZoneOffset offset) throws BillwireException {
        String hash = offset == null ? fast(fields) : null;
        if (hash != null) return hash;
        var zone = offset == null ? null : Values.signingOffset(offset);
        return NativeLibrary.call(() -> ffi.sign(Conversions.ffi(fields), zone));
    }

    /** Signs on the fast path. Returns null for fields that need the full path, which reports every error. */
    @Nullable String fast(SignedFields fields) {
        return Packet.use(packet -> {
            Packets.add(packet, fields);
            return packet.sign(number);
        });
    }

    /** Gives the library's memory back, and erases the key. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the name of the class and hides the key. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
