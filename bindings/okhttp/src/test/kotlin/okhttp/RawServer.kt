package io.github.billwire.okhttp

import java.io.InputStream
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.concurrent.thread

/** A request, and the number of its connection from 1. */
internal class Received(val head: String, val body: String, val connection: Int) {
    val isSettlement = "push_bill_with_payment" in head
}

/** A server on bare sockets, which counts the requests that it has read to their end. It settles every bill. */
internal class RawServer(
    @Volatile var respond: (Socket, Received) -> Unit = { socket, request -> succeed(socket, request) }
) : AutoCloseable {
    val received = CopyOnWriteArrayList<Received>()
    private val listener = ServerSocket(0, 50, InetAddress.getLoopbackAddress())
    private val sockets = CopyOnWriteArrayList<Socket>()
    private val acceptor = daemon { while (true) accept(listener.accept()) }
    val url = "http://127.0.0.1:${listener.localPort}"

    override fun close() {
        listener.close()
        acceptor.join() // until then it may accept one more
        sockets.forEach { it.close() }
    }

    private fun accept(socket: Socket) {
        sockets += socket
        val connection = sockets.size
        daemon {
            socket.use {
                val input = it.getInputStream().buffered()
                generateSequence { head(input) }
                    .forEach { head ->
                        val length = LENGTH.find(head)?.groupValues?.get(1)?.toInt() ?: 0
                        val request = Received(head, input.readNBytes(length).decodeToString(), connection)
                        received += request
                        respond(socket, request)
                    }
            }
        }
    }

    private fun head(input: InputStream): String? {
        val head = StringBuilder()
        while (!head.endsWith("\r\n\r\n")) head.append(input.read().also { if (it < 0) return null }.toChar())
        return head.toString()
    }

    companion object {
        private val LENGTH = Regex("^content-length: *(\\d+)", setOf(RegexOption.IGNORE_CASE, RegexOption.MULTILINE))

        /** Settles a bill, or finds its transaction. */
        fun succeed(socket: Socket, request: Received) =
            answer(socket, 200, if ("verify" in request.head) FOUND else SETTLED)

        /** Writes a whole answer and keeps the connection open. */
        fun answer(socket: Socket, status: Int, body: String, vararg headers: String) {
            val more = headers.joinToString("") { "$it\r\n" }
            write(socket, "HTTP/1.1 $status Status\r\nContent-Length: ${body.toByteArray().size}\r\n$more\r\n$body")
        }

        fun write(socket: Socket, text: String) =
            socket.getOutputStream().run {
                write(text.toByteArray())
                flush()
            }

        fun reset(socket: Socket) {
            socket.setSoLinger(true, 0)
            socket.close()
        }

        /** The other side may end a connection at any time. */
        fun daemon(work: () -> Unit) = thread(isDaemon = true) { runCatching(work) }
    }
}

/** A server that accepts nothing: its queue is full, so the kernel does not answer a further attempt to connect. */
internal class SilentServer : AutoCloseable {
    private val listener = ServerSocket(0, 1, InetAddress.getLoopbackAddress())
    private val queue = List(2) { Socket(listener.inetAddress, listener.localPort) }
    val url = "http://127.0.0.1:${listener.localPort}"

    override fun close() = (queue + listener).forEach { it.close() }
}
