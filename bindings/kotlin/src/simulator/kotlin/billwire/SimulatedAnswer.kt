package io.github.billwire

import io.github.billwire.ffi.ResponseTransport as FfiResponseTransport
import io.github.billwire.ffi.SimulatedAnswer as FfiSimulatedAnswer

/** Answer of the simulated service, and how it reaches the caller. */
public data class SimulatedAnswer(
    /** HTTP status. */
    val status: Int,
    /** Headers. */
    val headers: Map<String, String>,
    /** Body. */
    val body: ByteArray,
    /** How the network treats the answer. */
    val transport: ResponseTransport,
) {
    internal companion object {
        internal fun of(answer: FfiSimulatedAnswer) =
            SimulatedAnswer(answer.status, answer.headers, answer.body, ResponseTransport.of(answer.transport))
    }
}

/** Treatment of an answer by the network, named after the fault that selects it. */
public sealed class ResponseTransport {
    /** The answer arrives at once. */
    public data object Send : ResponseTransport()

    /** The answer arrives late. The service has already processed the request. */
    public data class Slow(
        /** Delay in milliseconds. */
        val delayMs: Long
    ) : ResponseTransport()

    /** The connection closes without an answer. The service has not processed the request. */
    public data object DropBefore : ResponseTransport()

    /** The connection closes without an answer. The service has already processed the request. */
    public data object DropAfter : ResponseTransport()

    internal companion object {
        internal fun of(transport: FfiResponseTransport): ResponseTransport =
            when (transport) {
                is FfiResponseTransport.Send -> Send
                is FfiResponseTransport.Slow -> Slow(transport.delayMs)
                is FfiResponseTransport.DropBefore -> DropBefore
                is FfiResponseTransport.DropAfter -> DropAfter
            }
    }
}
