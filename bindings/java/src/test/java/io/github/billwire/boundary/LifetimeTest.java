package io.github.billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillwireException;
import io.github.billwire.CreditFlow;
import io.github.billwire.HashToken;
import io.github.billwire.Line;
import io.github.billwire.OperationName;
import io.github.billwire.SettlementCall;
import io.github.billwire.SettlementFlow;
import io.github.billwire.SigningKey;
import io.github.billwire.WebhookEvent;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookTarget;
import io.github.billwire.WebhookToken;
import java.util.AbstractList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Lifetime of objects on any thread. */
class LifetimeTest {
    private static final int THREADS = 8;
    private static final int CALLS = 50_000;
    private static final int VIRTUAL_THREADS = 20_000;
    private static final Map<String, List<String>> HEADERS = Map.of("Token", List.of(Inputs.TOKEN));
    private static final byte[] NOTICE = Inputs.bytes("{\"tran_id\":\"T-1\"}");

    @Test
    void eightThreadsShareAKey() throws Exception {
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
    void refusesUseAfterClose() throws Exception {
        Biller biller = Inputs.biller();
        var call = biller.prepareSettlement(Inputs.bill().build());
        biller.close();
        biller.close();
        assertThrows(IllegalStateException.class, () -> biller.prepareSettlement(Inputs.bill().build()));
        assertEquals("POST", call.request().method());
    }

    @Test
    void closedCallOrEventThrows() throws Exception {
        try (Biller biller = Inputs.biller(); WebhookReceiver receiver = Inputs.receiver()) {
            var call = biller.prepareSettlement(Inputs.bill().build());
            var event = receiver.receive(HEADERS, NOTICE);
            call.close();
            event.close();
            List<Executable> uses = List.of(
                    () -> call.decode(200, new byte[0]), call::warnings, call::operation, event::fingerprint,
                    event::warnings, event::authentication);
            for (Executable use : uses) assertThrows(IllegalStateException.class, use);
            assertEquals("POST", call.request().method());
            assertEquals("T-1", event.payload().tranId());
        }
    }

    @Test
    void closedObjectIsNoArgument() throws Exception {
        Biller biller = Inputs.biller();
        WebhookReceiver receiver = Inputs.receiver();
        WebhookEvent event = receiver.receive(HEADERS, NOTICE);
        HashToken token = new HashToken("hash-key");
        BearerToken bearer = new BearerToken("bearer");
        WebhookToken shown = new WebhookToken(Inputs.TOKEN);
        for (AutoCloseable object : List.of(biller, receiver, event, token, bearer, shown)) object.close();
        Biller open = Inputs.biller();
        var config = Inputs.config("secret").hashToken(token).build();
        List<Executable> uses = List.of(
                () -> new SigningKey(token),
                () -> new Biller(config),
                () -> open.withBearer(bearer),
                () -> WebhookReceiver.merchantProxy(List.of(shown)),
                () -> new WebhookTarget(receiver),
                () -> SettlementFlow.start(biller, Inputs.bill().build()),
                () -> CreditFlow.ofUnknownBill(open, event));
        for (Executable use : uses) assertThrows(IllegalStateException.class, use);
    }

    @Test
    void aCallOutlivesItsClosedBillerAndDecodes() throws Exception {
        SettlementCall call;
        try (Biller biller = Inputs.biller()) {
            call = biller.prepareSettlement(Inputs.bill().build());
        }
        assertEquals(List.of(), call.warnings());
        var refused = assertThrows(BillwireException.class, () -> call.decode(401, new byte[0]));
        assertEquals(OperationName.SETTLEMENT, refused.details().operation());
        assertEquals(OperationName.SETTLEMENT, call.operation());
        assertEquals(List.of(), call.warnings());
    }

    @Test
    void closeDuringACallIsSafe() throws Exception {
        var fields = Inputs.fields("INV-1", Inputs.DATE, 1);
        for (int round = 0; round < 200; round++) {
            SigningKey key = new SigningKey(new HashToken("hash-key"));
            String hash = key.sign(fields);
            onThreads(Executors.newFixedThreadPool(THREADS), THREADS, thread -> {
                if (thread == THREADS / 2) key.close();
                try {
                    assertEquals(hash, key.sign(fields));
                } catch (IllegalStateException error) {
                    assertTrue(error.getMessage().contains("destroyed"), error::getMessage);
                }
            });
        }
    }

    /** Packets are not bound to a thread: a virtual one may be carried by another thread after any line. */
    @Test
    void virtualThreadsShareObjects() throws Exception {
        try (Biller biller = Inputs.biller(); WebhookReceiver receiver = Inputs.receiver()) {
            onThreads(Executors.newVirtualThreadPerTaskExecutor(), VIRTUAL_THREADS, thread -> {
                String refId = "INV-" + thread;
                var call = biller.prepareSettlement(Inputs.bill(refId, Inputs.DATE, thread + 1L).build());
                Thread.yield();
                assertTrue(call.request().body().text().contains("\"ref_id\":\"" + refId + "\""));
                byte[] notice = Inputs.bytes("{\"tran_id\":\"ទ-" + thread + "\"}");
                assertEquals("ទ-" + thread, receiver.receive(HEADERS, notice).payload().tranId());
            });
        }
    }

    @Test
    void aListMayCallTheLibraryWhileItIsRead() throws Exception {
        try (Biller biller = Inputs.biller(); SigningKey key = new SigningKey(new HashToken("hash-key"))) {
            var lines = new AbstractList<Line>() {
                @Override
                public Line get(int index) {
                    try {
                        key.sign(Inputs.fields("INV-1", Inputs.DATE, index));
                    } catch (BillwireException error) {
                        throw new AssertionError(error);
                    }
                    return Line.builder().itemName("Item " + index).build();
                }

                @Override
                public int size() {
                    return 20;
                }
            };
            var lazy = biller.prepareSettlement(Inputs.bill().details(lines).build());
            var eager = biller.prepareSettlement(Inputs.bill().details(List.copyOf(lines)).build());
            assertEquals(eager.request(), lazy.request());
        }
    }

    private interface Work {
        void run(int thread) throws Exception;
    }

    private static void onThreads(ExecutorService pool, int threads, Work work) throws Exception {
        try (pool) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(() -> {
                    work.run(thread);
                    return null;
                }));
            }
            for (Future<?> done : running) done.get();
        }
    }

    private static int rightHashes(SigningKey key, String refId) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA512");
        mac.init(new SecretKeySpec(Inputs.bytes("hash-key"), "HmacSHA512"));
        for (int call = 1; call <= CALLS; call++) {
            byte[] hash = mac.doFinal(Inputs.bytes(refId + "20260131170000KHR" + call + "C-1S-1"));
            assertEquals(Base64.getEncoder().encodeToString(hash), key.sign(Inputs.fields(refId, Inputs.DATE, call)));
        }
        return CALLS;
    }
}
