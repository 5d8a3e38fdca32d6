package io.github.billwire.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Functions of the library that take and return numbers alone, for one caller at a time.
 *
 * <p>uniffi's own Java makes objects for each call. These functions use its handles without them.
 */
public final class FastFunctions {
    // The library reports a panic here. A call that panicked returns 0, and so does one that needs the full path.
    private final MemorySegment status = UniffiRustCallStatus.allocate(Arena.ofAuto());

    /** Makes buffers, and returns their number. */
    public long buffers() {
        return UniffiLib.uniffi_billwire_ffi_fn_func_fast_buffers(status);
    }

    /** Drops buffers. */
    public void drop(long buffers) {
        UniffiLib.uniffi_billwire_ffi_fn_func_fast_drop(buffers, status);
    }

    /**
     * Grows a buffer to at least {@code length} elements of {@code width} bytes, and returns their memory. The library gives
     * out the address, so the memory is as long as that.
     */
    @SuppressWarnings("restricted")
    public MemorySegment reserve(long buffers, int part, int length, int width) {
        long address = UniffiLib.uniffi_billwire_ffi_fn_func_fast_reserve(buffers, part, length, status);
        if (address == 0) throw new IllegalStateException("the library has no such buffer");
        return MemorySegment.ofAddress(address).reinterpret((long) length * width);
    }

    /** Signs the packed signed fields. Returns the hash's length; 0 if they need the full path. */
    public int sign(long key, long buffers, int units, int lengths, int numbers) {
        return UniffiLib.uniffi_billwire_ffi_fn_func_fast_sign(key, buffers, units, lengths, numbers, status);
    }

    /** Writes the body of a packed request. Returns its length; 0 if the request needs the full path. */
    public int prepare(long biller, int operation, long buffers, int units, int lengths, int numbers) {
        return UniffiLib.uniffi_billwire_ffi_fn_func_fast_prepare(
                biller, operation, buffers, units, lengths, numbers, status);
    }

    /**
     * Checks the token of a webhook and reads its body. Returns the number of offsets, and above 32 bits that of units; 0 if
     * the webhook needs the full path.
     */
    public long receive(long receiver, long buffers, int body, int token) {
        return UniffiLib.uniffi_billwire_ffi_fn_func_fast_receive(receiver, buffers, body, token, status);
    }
}
