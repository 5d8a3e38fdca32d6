package billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import billwire.Biller;
import billwire.BillwireException;
import billwire.HashToken;
import billwire.SigningKey;
import billwire.WebhookReceiver;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects live as long as somebody uses them, on any thread, and no longer. */
class LifetimeTest {
    private static final int THREADS = 8;
    private static final int CALLS = 50_000;
    private static final long MOST_KILOBYTES = 5_000;

    @Test
    void eightThreadsShareAKeyAndEveryHashIsRight() throws Exception {
        try (SigningKey key = new SigningKey(new HashToken("hash-key"))) {
            List<Callable<Integer>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                String refId = "INV-" + thread + "-";
                work.add(() -> rightHashes(key, refId));
            }
            try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
                int right = 0;
                for (Future<Integer> done : pool.invokeAll(work)) right += done.get();
                assertEquals(THREADS * CALLS, right);
            }
        }
    }

    @Test
    void whatIsClosedCannotBeUsedAndMayBeClosedAgain() throws Exception {
        Biller biller = Given.biller();
        var call = biller.prepareSettlement(Given.bill().build());
        biller.close();
        biller.close();
        assertThrows(IllegalStateException.class, () -> biller.prepareSettlement(Given.bill().build()));
        assertEquals("POST", call.request().method());
    }

    /** In a JVM of its own whose heap is in memory from the start, so that what grows is the library's. */
    @Test
    @Tag("memory")
    void memoryDoesNotGrow() throws Exception {
        Biller biller = Given.biller();
        WebhookReceiver receiver = Given.receiver();
        for (int number = 1; number <= 10_000; number++) everything(biller, receiver, number);
        long resident = residentKilobytes();
        for (int number = 10_001; number <= 100_000; number++) everything(biller, receiver, number);
        long grown = residentKilobytes() - resident;
        System.out.println("from call 10,000 to call 100,000: resident size " + grown + " kB more");
        assertTrue(grown <= MOST_KILOBYTES, "the resident size grew by " + grown + " kB");
        Reference.reachabilityFence(biller);
        Reference.reachabilityFence(receiver);
    }

    /** A server may have a thread for each request. */
    @Test
    @Tag("memory")
    void memoryDoesNotGrowWithThreads() throws Exception {
        try (SigningKey key = new SigningKey(new HashToken("hash-key"))) {
            signOnThreads(key, 100_000);
            long resident = residentKilobytes();
            signOnThreads(key, 300_000);
            long grown = residentKilobytes() - resident;
            assertTrue(grown <= MOST_KILOBYTES, "the resident size grew by " + grown + " kB");
        }
    }

    private static void signOnThreads(SigningKey key, int threads) throws Exception {
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> {
                try {
                    key.sign(Given.fields("INV-1", Given.DATE, 1));
                } catch (BillwireException error) {
                    throw new AssertionError(error);
                }
            }).join();
        }
    }

    private static int rightHashes(SigningKey key, String refId) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA512");
        mac.init(new SecretKeySpec(Given.bytes("hash-key"), "HmacSHA512"));
        for (int call = 1; call <= CALLS; call++) {
            byte[] hash = mac.doFinal(Given.bytes(refId + "20260131170000KHR" + call + "C-1S-1"));
            assertEquals(Base64.getEncoder().encodeToString(hash), key.sign(Given.fields(refId, Given.DATE, call)));
        }
        return CALLS;
    }

    private static void everything(Biller biller, WebhookReceiver receiver, int number) throws Exception {
        var call = biller.prepareSettlement(Given.bill().build());
        call.request();
        var event = receiver.receive(Map.of("token", List.of(Given.TOKEN)), Given.bytes("{\"tran_id\":\"T-1\",\"a\":[1]}"));
        event.payload();
        if (number % 2 == 0) {
            call.close();
            event.close();
        }
        var wrong = Given.bill("", Given.DATE, -1).build();
        assertThrows(BillwireException.InvalidRequest.class, () -> biller.prepareSettlement(wrong));
        assertThrows(BillwireException.Undetermined.class, () -> biller.decodeSettlement(502, new byte[0]));
    }

    private static long residentKilobytes() throws Exception {
        System.gc();
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(it -> it.startsWith("VmRSS:")).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }
}
