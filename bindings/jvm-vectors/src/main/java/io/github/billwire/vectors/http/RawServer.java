package io.github.billwire.vectors.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on bare sockets, which counts the requests that it has read to their end. */
public final class RawServer implements AutoCloseable {
    /** A request, and the number of its connection from 1. */
    public record Received(String head, String body, int connection) {}

    /** Answers a request, or ends its connection. */
    public interface Responder {
        void respond(Socket socket, Received request) throws IOException, InterruptedException;
    }

    private static final Pattern LENGTH = Pattern.compile("^content-length: *(\\d+)", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    private final ServerSocket listener;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Thread acceptor;
    private volatile Responder responder;

    public RawServer(Responder responder) {
        this.responder = responder;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        acceptor = daemon(this::accept);
    }

    /** Writes a whole answer and keeps the connection open. */
    public static void answer(Socket socket, int status, String body, String... headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        write(socket, "HTTP/1.1 " + status + " Status\r\nContent-Length: " + bytes.length + "\r\n" + more + "\r\n" + body);
    }

    /** Writes a text. */
    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Ends a connection by a reset. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public void respond(Responder responder) {
        this.responder = responder;
    }

    public List<Received> received() {
        return received;
    }

    /** Numbers of the connections, a request each. */
    public List<Integer> connections() {
        return received.stream().map(Received::connection).toList();
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listener.close();
            acceptor.join(); // until then it may accept one more
            for (Socket socket : sockets) socket.close();
        } catch (IOException | InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                int connection = sockets.size();
                daemon(() -> serve(socket, connection));
            }
        } catch (IOException closed) {
            // By `close`.
        }
    }

    private void serve(Socket socket, int connection) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String head = head(in); head != null; head = head(in)) {
                Matcher length = LENGTH.matcher(head);
                byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
                Received request = new Received(head, new String(body, StandardCharsets.UTF_8), connection);
                received.add(request);
                responder.respond(socket, request);
            }
        } catch (IOException | InterruptedException ended) {
            // The other side may end the connection at any time.
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) return null;
            head.append((char) next);
        }
        return head.toString();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
