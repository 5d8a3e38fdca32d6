package io.github.billwire.coroutines

import io.github.billwire.FlowRequest
import io.github.billwire.HttpSender
import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible

/**
 * Sends a request of a flow on a thread for I/O, and returns its answer: `flow.run(save, send = sender::answer)`.
 *
 * A cancellation ends the attempt.
 *
 * @throws NotSentException only if the request has certainly not reached the service
 * @throws IOException if there is no answer: the request may have reached the service
 */
public suspend fun HttpSender.answer(request: FlowRequest): FlowAnswer {
    val exchange = runInterruptible(Dispatchers.IO) { exchange(request) }
    val answer = exchange.answer().orElse(null)
    if (answer != null) {
        val retryAfter = answer.retryAfterMillis()
        return FlowAnswer(answer.status(), answer.body(), if (retryAfter.isPresent) retryAfter.asLong else null)
    }
    val failure = exchange.failure().orElse(null)
    throw if (exchange.isNotSent) NotSentException(failure) else IOException("no answer", failure)
}

/**
 * Sends on a thread for I/O: `sender.suspending { send(call) }`.
 *
 * A cancellation ends the attempt. The request may have arrived.
 */
public suspend fun <T> HttpSender.suspending(work: HttpSender.() -> T): T = runInterruptible(Dispatchers.IO) { work() }
