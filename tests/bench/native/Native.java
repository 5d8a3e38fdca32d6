// What a call of the Kotlin package costs on a JVM, compared with javax.crypto and Jackson, in one
// run, after `cargo xtask kotlin --sources`:
//
// mvn -f bindings/pom.xml --projects kotlin dependency:build-classpath \
//     -Dmdep.outputFile=target/native.txt
// java -cp "$(cat target/native.txt):$(ls target/maven/billwire/billwire-*.jar)" \
//     tests/bench/native/Native.java

import com.fasterxml.jackson.databind.json.JsonMapper;

import io.github.billwire.*;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Native {
    private static final int CALLS = 20_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Instant DATE = Instant.parse("2026-01-31T17:00:00Z");

    public static void main(String[] args) throws Exception {
        HashToken token = new HashToken("test-hash-key");
        Biller biller =
                Billwire.biller(
                        "https://service.example", new BearerToken("test-bearer"), null, token);
        SigningKey key = Billwire.signingKey(token);
        SignedFields fields = new SignedFields("INV-0001", DATE, "KHR", 40_000, "C-1", "S-1");
        SecretKeySpec secret =
                new SecretKeySpec("test-hash-key".getBytes(StandardCharsets.UTF_8), "HmacSHA512");
        String text = "INV-000120260131170000KHR40000C-1S-1";
        Callable<Object> sign = () -> key.sign(fields, null);
        Callable<Object> crypto =
                () -> {
                    Mac mac = Mac.getInstance("HmacSHA512");
                    mac.init(secret);
                    return Base64.getEncoder()
                            .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
                };
        if (!sign.call().equals(crypto.call())) throw new AssertionError("the hashes differ");

        Settlement bill = bill(3);
        String json = BillwireKt.settlementToJson(bill, null);
        JsonMapper mapper = new JsonMapper();
        Object tree = mapper.readValue(json, Map.class);
        byte[] event =
                ("{\"tran_id\":\"T-1\",\"tran_amount\":40000,\"status\":\"success\","
                                + "\"customers\":[{\"bill_no\":\"INV-0001\"}]}")
                        .getBytes(StandardCharsets.UTF_8);
        WebhookReceiver receiver = Billwire.merchantProxyReceiver(List.of(new WebhookToken("t")));
        Map<String, List<String>> headers = Collections.singletonMap("Token", List.of("t"));

        print("sign", sign, "javax.crypto", crypto);
        print(
                "prepare, 3 lines, with its request",
                () -> {
                    try (SettlementCall call = biller.prepareSettlement(bill)) {
                        return call.request();
                    }
                },
                "Jackson writes the same bill",
                () -> mapper.writeValueAsBytes(tree));
        byte[] answer =
                ("{\"code\":\"000\",\"message\":\"ok\",\"data\":{\"bill\":{\"status\":\"success\"},"
                                + "\"payment\":{\"status\":\"success\"}}}")
                        .getBytes(StandardCharsets.UTF_8);
        print(
                "decode the answer to a settlement",
                () -> biller.decodeSettlement(200, answer),
                "Jackson reads the same answer",
                () -> mapper.readTree(answer));
        print(
                "receive, 1 customer, with its payload",
                () -> {
                    try (WebhookEvent received = Billwire.receive(receiver, headers, event)) {
                        return received.payload();
                    }
                },
                "Jackson reads the same event",
                () -> mapper.readTree(event));
    }

    private static Settlement bill(int lines) {
        BigDecimal price = new BigDecimal("2.50");
        Line line = new Line("Rice", "Jasmine, 5 kg", 2L, price, price, price, "VAT", "");
        return new Settlement(
                "INV-0001",
                DATE,
                DATE,
                "KHR",
                40_000,
                "C-1",
                null,
                null,
                "S-1",
                null,
                null,
                null,
                Collections.nCopies(lines, line),
                "");
    }

    private static void print(
            String ours, Callable<Object> call, String theirs, Callable<Object> other)
            throws Exception {
        double[] times = {micros(call), micros(other)};
        System.out.printf(
                "%-40s %6.1f µs   %-30s %6.1f µs   %.1f%n",
                ours, times[0], theirs, times[1], times[0] / times[1]);
    }

    /**
     * Returns the median of eleven rounds, of which the first warm up, in processor time: the
     * machine may be busy.
     */
    private static double micros(Callable<Object> call) throws Exception {
        double[] rounds = new double[11];
        for (int warm = 0; warm < 2; warm++) {
            for (int round = 0; round < rounds.length; round++) {
                long begun = THREADS.getCurrentThreadCpuTime();
                for (int at = 0; at < CALLS / rounds.length; at++)
                    if (call.call() == null) throw new AssertionError();
                rounds[round] =
                        (THREADS.getCurrentThreadCpuTime() - begun) / 1e3 / (CALLS / rounds.length);
            }
        }
        Arrays.sort(rounds);
        return rounds[rounds.length / 2];
    }
}
