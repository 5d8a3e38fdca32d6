package billwire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Headers as they cross: names and values by turns. */
final class Headers {
    private static final String RECEIVED = Billwire.webhookHeaderHot();

    private Headers() {}

    /** Those that a receiver looks at, and a few at most that it does not. */
    static void writeReceived(Map<String, List<String>> headers, Packet packet) {
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            if (!RECEIVED.equalsIgnoreCase(header.getKey())) continue;
            for (String value : header.getValue()) {
                packet.putText(header.getKey());
                packet.putText(value);
            }
        }
    }

    static List<String> byTurns(Map<String, List<String>> headers) {
        List<String> lines = new ArrayList<>(2 * headers.size());
        headers.forEach((name, values) -> {
            for (String value : values) {
                lines.add(name);
                lines.add(value);
            }
        });
        return lines;
    }

    static Map<String, List<String>> grouped(List<String> lines) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.size(); i += 2) {
            headers.computeIfAbsent(lines.get(i - 1), name -> new ArrayList<>()).add(lines.get(i));
        }
        return headers;
    }
}
