package io.github.billwire.testing

// The simulator stands on uniffi's Kotlin of its own, so it works with the classes of the jar and of the AAR. A value of the
// package crosses to it as the bytes in which it crosses to the library, and an object as its handle: both packages stand on
// the same library.

import io.github.billwire.BearerToken
import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.HashToken
import io.github.billwire.HttpRequest
import io.github.billwire.Reply
import io.github.billwire.VerificationToken
import io.github.billwire.WebhookEvent
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.WireProfile
import io.github.billwire.ffi.FfiConverterTypeBillwireError as PackageError
import io.github.billwire.ffi.FfiConverterTypeHttpRequest as PackageHttpRequest
import io.github.billwire.ffi.FfiConverterTypeReceivedEvent as PackageReceivedEvent
import io.github.billwire.ffi.FfiConverterTypeReply as PackageReply
import io.github.billwire.ffi.FfiConverterTypeWireProfile as PackageWireProfile
import io.github.billwire.ffi.RustBuffer as PackageBuffer
import io.github.billwire.lift as liftToPackage
import io.github.billwire.lower as lowerFromPackage
import io.github.billwire.panicked
import io.github.billwire.testing.ffi.BearerToken as FfiBearerToken
import io.github.billwire.testing.ffi.BillwireException as FfiException
import io.github.billwire.testing.ffi.Code as FfiCode
import io.github.billwire.testing.ffi.FfiConverterTypeBillwireError
import io.github.billwire.testing.ffi.FfiConverterTypeHttpRequest
import io.github.billwire.testing.ffi.FfiConverterTypeReceivedEvent
import io.github.billwire.testing.ffi.FfiConverterTypeReply
import io.github.billwire.testing.ffi.FfiConverterTypeWireProfile
import io.github.billwire.testing.ffi.HashToken as FfiHashToken
import io.github.billwire.testing.ffi.HttpRequest as FfiHttpRequest
import io.github.billwire.testing.ffi.InternalException
import io.github.billwire.testing.ffi.ReceivedEvent
import io.github.billwire.testing.ffi.Reply as FfiReply
import io.github.billwire.testing.ffi.RustBuffer
import io.github.billwire.testing.ffi.UniffiWithHandle
import io.github.billwire.testing.ffi.VerificationToken as FfiVerificationToken
import io.github.billwire.testing.ffi.WebhookReceiver as FfiWebhookReceiver
import io.github.billwire.testing.ffi.WebhookToken as FfiWebhookToken
import io.github.billwire.testing.ffi.WireProfile as FfiWireProfile

/** Calls the native library, and throws its errors as those of the package. */
internal inline fun <T> native(call: () -> T): T =
    try {
        call()
    } catch (error: FfiException) {
        throw error.lift()
    } catch (_: InternalException) {
        throw panicked()
    }

internal fun FfiException.lift(): BillwireException =
    PackageError.lift(FfiConverterTypeBillwireError.lower(this).toPackage()).liftToPackage()

internal fun HttpRequest.lower(): FfiHttpRequest =
    FfiConverterTypeHttpRequest.lift(PackageHttpRequest.lower(lowerFromPackage()).fromPackage())

internal fun FfiHttpRequest.lift(): HttpRequest =
    PackageHttpRequest.lift(FfiConverterTypeHttpRequest.lower(this).toPackage()).liftToPackage()

internal fun Reply.lower(): FfiReply = FfiConverterTypeReply.lift(PackageReply.lower(lowerFromPackage()).fromPackage())

internal fun FfiReply.lift(): Reply = PackageReply.lift(FfiConverterTypeReply.lower(this).toPackage()).liftToPackage()

internal fun WireProfile.lower(): FfiWireProfile =
    FfiConverterTypeWireProfile.lift(PackageWireProfile.lower(lowerFromPackage()).fromPackage())

internal fun FfiCode.lift(): Code = Code.entries[ordinal]

internal fun ReceivedEvent.lift(): WebhookEvent =
    WebhookEvent(PackageReceivedEvent.lift(FfiConverterTypeReceivedEvent.lower(this).toPackage()))

internal fun BearerToken.lower(): FfiBearerToken =
    FfiBearerToken(UniffiWithHandle, lowerFromPackage().uniffiCloneHandle())

internal fun VerificationToken.lower(): FfiVerificationToken =
    FfiVerificationToken(UniffiWithHandle, lowerFromPackage().uniffiCloneHandle())

internal fun HashToken.lower(): FfiHashToken = FfiHashToken(UniffiWithHandle, lowerFromPackage().uniffiCloneHandle())

internal fun WebhookToken.lower(): FfiWebhookToken =
    FfiWebhookToken(UniffiWithHandle, lowerFromPackage().uniffiCloneHandle())

internal fun FfiWebhookToken.lift(): WebhookToken =
    WebhookToken(io.github.billwire.ffi.WebhookToken(io.github.billwire.ffi.UniffiWithHandle, uniffiCloneHandle()))

internal fun WebhookReceiver.lower(): FfiWebhookReceiver =
    FfiWebhookReceiver(UniffiWithHandle, lowerFromPackage().uniffiCloneHandle())

private fun PackageBuffer.ByValue.fromPackage(): RustBuffer.ByValue {
    val bytes = this
    return RustBuffer.ByValue().apply {
        capacity = bytes.capacity
        len = bytes.len
        data = bytes.data
    }
}

private fun RustBuffer.ByValue.toPackage(): PackageBuffer.ByValue {
    val bytes = this
    return PackageBuffer.ByValue().apply {
        capacity = bytes.capacity
        len = bytes.len
        data = bytes.data
    }
}
