package io.github.billwire.ktor

import io.github.billwire.http.OneTimeRequest
import io.ktor.http.ContentType
import io.ktor.http.HttpHeaders
import io.ktor.http.content.OutgoingContent
import io.ktor.utils.io.ByteWriteChannel
import io.ktor.utils.io.writeFully

/** Body of a request. Ktor asks for it when the connection is made, and again if it repeats the request. */
internal class OneTimeBody(private val request: OneTimeRequest) : OutgoingContent.WriteChannelContent() {
    override val contentLength: Long = request.bodyLength().toLong()

    override val contentType: ContentType? =
        request.headers().entries
            .firstOrNull { it.key.equals(HttpHeaders.ContentType, true) }
            ?.let { ContentType.parse(it.value) }

    override suspend fun writeTo(channel: ByteWriteChannel) {
        channel.writeFully(request.takeBody())
    }
}
