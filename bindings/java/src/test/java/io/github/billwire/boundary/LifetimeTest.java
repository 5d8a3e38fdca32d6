package io.github.billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.billwire.Biller;
import io.github.billwire.BillwireException;
import io.github.billwire.HashToken;
import io.github.billwire.Line;
import io.github.billwire.SigningKey;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Lifetime of objects on any thread. */
class LifetimeTest {
    private static final int THREADS = 8;
    private static final int CALLS = 50_000;

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
