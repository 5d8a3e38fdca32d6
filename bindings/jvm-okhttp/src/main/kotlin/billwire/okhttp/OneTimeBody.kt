package io.github.billwire.okhttp

import io.github.billwire.http.OneTimeRequest
import java.io.IOException
import java.util.concurrent.atomic.AtomicBoolean
import okhttp3.MediaType
import okhttp3.RequestBody
import okio.BufferedSink

/** Body of a request of billwire. Its type is among the headers of the request. */
internal class OneTimeBody(private val request: OneTimeRequest) : RequestBody() {
    override fun contentType(): MediaType? = null

    override fun contentLength(): Long = request.bodyLength().toLong()

    override fun isOneShot(): Boolean = true

    override fun writeTo(sink: BufferedSink) {
        sink.write(request.takeBody())
    }
}

/** Body of another request, such as one of Retrofit. */
internal class OneShotBody(private val body: RequestBody) : RequestBody() {
    private val isWritten = AtomicBoolean()

    override fun contentType(): MediaType? = body.contentType()

    override fun contentLength(): Long = body.contentLength()

    override fun isOneShot(): Boolean = true

    override fun isDuplex(): Boolean = body.isDuplex()

    override fun writeTo(sink: BufferedSink) {
        if (!isWritten.compareAndSet(false, true)) throw IOException("a request is sent once")
        body.writeTo(sink)
    }
}
