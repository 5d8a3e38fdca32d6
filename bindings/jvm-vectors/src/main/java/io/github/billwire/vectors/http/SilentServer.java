package io.github.billwire.vectors.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A server that accepts nothing: its queue is full, so the kernel does not answer a further attempt to connect. */
final class SilentServer implements AutoCloseable {
    /** Connections that fill the queue of a backlog of 1. */
    private static final int QUEUE = 2;

    private final ServerSocket listener;
    private final List<Socket> queue = new ArrayList<>();

    SilentServer() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        for (int place = 0; place < QUEUE; place++) queue.add(new Socket(listener.getInetAddress(), listener.getLocalPort()));
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : queue) socket.close();
        listener.close();
    }
}
