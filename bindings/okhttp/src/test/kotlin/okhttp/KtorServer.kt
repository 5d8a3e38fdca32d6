// The README's server. It is apart from the other snippets, because Ktor needs a newer Kotlin than the oldest.
@file:Suppress("unused")

package io.github.billwire.okhttp

import io.github.billwire.Reply
import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.server.request.receive
import io.ktor.server.response.respondText
import io.ktor.server.routing.Route
import io.ktor.server.routing.post

private fun Route.webhook(credited: suspend (Map<String, List<String>>, ByteArray) -> Reply) {
    post("/webhook") {
        val headers = call.request.headers.entries().associate { it.key to it.value }
        val reply = credited(headers, call.receive<ByteArray>()) // your function, as below
        call.respondText(reply.body, ContentType.Application.Json, HttpStatusCode.fromValue(reply.status))
    }
}
