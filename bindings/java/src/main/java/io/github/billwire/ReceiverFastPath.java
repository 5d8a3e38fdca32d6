package io.github.billwire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fast path of a receiver. It receives everyday webhooks. For any other it returns null, and the receiver takes the full
 * path, which reports every error.
 */
final class ReceiverFastPath {
    private static final String TOKEN = "token";
    private static final int LOWER_CASE = 0x20;

    /** Number that the library forgets when the receiver is closed. A closed one takes the full path, which throws. */
    private final long number;
    private final WebhookAuthentication authentication;

    ReceiverFastPath(io.github.billwire.ffi.WebhookReceiver ffi, WebhookAuthentication authentication) {
        number = ffi.number();
        this.authentication = authentication;
    }

    /** Returns the event of a webhook; null if it needs the full path. */
    @Nullable WebhookEvent receive(Map<String, List<String>> headers, byte[] body) {
        return Packet.use(packet -> {
            String token = null;
            if (authentication == WebhookAuthentication.TOKEN) {
                token = soleToken(headers);
                if (token == null) return null;
            }
            // The caller may change the bytes while they are read.
            byte[] received = body.clone();
            WebhookPayload payload = packet.receive(number, received, token);
            return payload == null ? null : new WebhookEvent(payload, authentication, received);
        });
    }

    /** Returns the only value of the header {@code Token}; null if there is none, or several. */
    private static @Nullable String soleToken(Map<String, List<String>> headers) {
        String token = null;
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            if (!isToken(header.getKey())) continue;
            if (token != null || header.getValue().size() != 1) return null;
            token = header.getValue().getFirst();
        }
        return token == null || token.isEmpty() ? null : token;
    }

    /** Returns whether a name is {@code token}, in any case of ASCII. {@code equalsIgnoreCase} takes the Kelvin sign for a K. */
    private static boolean isToken(String name) {
        if (name.length() != TOKEN.length()) return false;
        for (int i = 0; i < name.length(); i++) {
            if ((name.charAt(i) | LOWER_CASE) != TOKEN.charAt(i)) return false;
        }
        return true;
    }
}
