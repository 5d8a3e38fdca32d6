package io.github.billwire.ffi

import com.sun.jna.Native
import com.sun.jna.Pointer

/**
 * Functions of the library that take and return numbers alone.
 *
 * uniffi's own Kotlin makes a structure for each call, which costs ten times as much as the call.
 */
@Suppress("FunctionName")
internal object DirectMapping {
    init {
        val library = System.getProperty("uniffi.component.billwire.libraryOverride") ?: "billwire_ffi"
        Native.register(DirectMapping::class.java, library)
    }

    external fun uniffi_billwire_ffi_fn_func_fast_buffers(status: Pointer): Long

    external fun uniffi_billwire_ffi_fn_func_fast_drop(buffers: Long, status: Pointer)

    external fun uniffi_billwire_ffi_fn_func_fast_reserve(buffers: Long, part: Int, len: Int, status: Pointer): Long

    external fun uniffi_billwire_ffi_fn_func_fast_sign(
        key: Long,
        buffers: Long,
        units: Int,
        lengths: Int,
        numbers: Int,
        status: Pointer,
    ): Int

    external fun uniffi_billwire_ffi_fn_func_fast_prepare(
        biller: Long,
        operation: Int,
        buffers: Long,
        units: Int,
        lengths: Int,
        numbers: Int,
        status: Pointer,
    ): Int

    external fun uniffi_billwire_ffi_fn_func_fast_receive(
        receiver: Long,
        buffers: Long,
        body: Int,
        token: Int,
        status: Pointer,
    ): Long
}
