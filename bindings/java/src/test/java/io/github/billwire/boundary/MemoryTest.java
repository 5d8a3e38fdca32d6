package io.github.billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.Biller;
import io.github.billwire.BillwireException;
import io.github.billwire.HashToken;
import io.github.billwire.SigningKey;
import io.github.billwire.WebhookReceiver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs in a separate JVM whose own memory does not grow (see the pom). */
@Tag("memory")
@EnabledOnOs(OS.LINUX)
class MemoryTest {
    private static final long MOST_KILOBYTES = 5_000;

    @Test
    void memoryDoesNotGrowWithCalls() throws Exception {
        try (Biller biller = Inputs.biller(); WebhookReceiver receiver = Inputs.receiver()) {
            stays("call", 10_000, 100_000, number -> everything(biller, receiver, number));
        }
    }

    /** A server may have a thread for each request. */
    @Test
    void memoryDoesNotGrowWithThreads() throws Exception {
        try (SigningKey key = new SigningKey(new HashToken("hash-key"))) {
            stays("thread", 100_000, 400_000, number -> signOnThread(key));
        }
    }

    private interface Work {
        void run(int number) throws Exception;
    }

    /** Fails if the resident size grows too much from one number of calls to another. */
    private static void stays(String what, int from, int to, Work work) throws Exception {
        for (int number = 1; number <= from; number++) work.run(number);
        long resident = residentKilobytes();
        for (int number = from + 1; number <= to; number++) work.run(number);
        long grown = residentKilobytes() - resident;
        System.out.printf("from %s %,d to %,d: resident size %,d kB more%n", what, from, to, grown);
        assertTrue(grown <= MOST_KILOBYTES, "the resident size grew by " + grown + " kB");
    }

    /** Closes every other object; the garbage collector frees the rest. */
    private static void everything(Biller biller, WebhookReceiver receiver, int number) throws Exception {
        var call = biller.prepareSettlement(Inputs.bill().build());
        call.operation();
        var headers = Map.of("token", List.of(Inputs.TOKEN));
        var event = receiver.receive(headers, Inputs.bytes("{\"tran_id\":\"T-1\"}"));
        event.fingerprint();
        var unusual = receiver.receive(headers, Inputs.bytes("{\"tran_id\":\"T-1\",\"a\":[1]}"));
        unusual.payload();
        if (number % 2 == 0) {
            for (AutoCloseable object : List.of(call, event, unusual)) object.close();
        }
        var wrong = Inputs.bill("", Inputs.DATE, -1).build();
        assertThrows(BillwireException.InvalidRequest.class, () -> biller.prepareSettlement(wrong));
        assertThrows(BillwireException.Undetermined.class, () -> biller.decodeSettlement(502, new byte[0]));
    }

    private static void signOnThread(SigningKey key) throws InterruptedException {
        Thread.ofVirtual().start(() -> {
            try {
                key.sign(Inputs.fields("INV-1", Inputs.DATE, 1));
            } catch (BillwireException error) {
                throw new AssertionError(error);
            }
        }).join();
    }

    private static long residentKilobytes() throws Exception {
        System.gc();
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(it -> it.startsWith("VmRSS:")).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }
}
