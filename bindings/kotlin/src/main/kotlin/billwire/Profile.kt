package io.github.billwire

import io.github.billwire.ffi.readWireProfile as ffiReadWireProfile

/**
 * Reads a profile from JSON with the names of JavaScript, such as `{"signingOffset":"+07:00"}`.
 *
 * @throws BillwireException.InvalidConfig with all violations, unknown settings included
 */
public fun readWireProfile(json: String): WireProfile =
    native { ffiReadWireProfile(json.wellFormed()) }.lift()
