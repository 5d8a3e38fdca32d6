package io.github.billwire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The fast path answers everyday input, and never otherwise than the full path. */
class FastPathTest {
    private static final int DRAFTS = 3_000;
    private static final String TOKEN = "webhook-token";
    private static final Map<String, List<String>> HEADERS =
            Map.of("Host", List.of("merchant.example"), "Token", List.of(TOKEN));
    private static final Instant DATE = Instant.parse("2026-01-31T17:00:00Z");

    private final RandomInputs random = new RandomInputs();
    private final Biller biller = biller();
    private final WebhookReceiver receiver = WebhookReceiver.merchantProxy(List.of(new WebhookToken(TOKEN)));
    private final BillerFastPath fastBiller = new BillerFastPath(biller.ffi());
    private final ReceiverFastPath fastReceiver = new ReceiverFastPath(receiver.ffi(), WebhookAuthentication.TOKEN);

    FastPathTest() throws BillwireException {}

    @Test
    void everydayRequestsTakeTheFastPath() throws BillwireException {
        Line line = Line.builder().itemName("អង្ករ").quantity(2L).price(new BigDecimal("10.50")).build();
        assertNotNull(fast(bill("INV-1").build()));
        for (int lines : new int[] {0, 1, 50}) {
            var bill = bill("INV-1").description("ខែមករា 😀").details(Collections.nCopies(lines, line));
            assertNotNull(fast(bill.build()), () -> lines + " lines");
        }
        var subBiller = Onboarding.builder().supplierSyncCode("S-1").name("Sok Dara Store").build();
        assertNotNull(fastBiller.prepare(OperationName.ONBOARDING, packet -> Packets.add(packet, subBiller)));
        assertNotNull(fastBiller.prepare(OperationName.VERIFICATION, packet -> Packets.add(packet, search())));
        assertNotNull(new SigningKey(new HashToken("hash-key")).fast(signed(bill("INV-1").build())));
    }

    @Test
    void unusualRequestsTakeTheFullPath() throws BillwireException {
        assertNull(fast(bill("").build()), "a violation");
        assertNull(fast(bill("INV-1", "XYZ", 40_000).build()), "a warning");
        assertNull(fast(bill("INV-1").extra("{}").build()), "another member");
        assertNull(
                fastBiller.prepare(OperationName.GET_LIST_BILLS, packet -> Packets.add(packet, search())),
                "an operation without a shape");
    }

    @Test
    void bothPathsPrepareTheSame() throws Exception {
        int taken = 0;
        for (int i = 0; i < DRAFTS; i++) {
            Settlement bill = random.bill();
            Object full = outcome(() -> full(bill));
            assertEquals(full, outcome(() -> biller.prepareSettlement(bill).request()));
            HttpRequest fast = fast(bill);
            if (fast == null) continue;
            assertEquals(full, fast);
            taken++;
        }
        assertMany(taken);
    }

    @Test
    void bothPathsWriteEveryCentTheSame() throws BillwireException {
        for (int first = 0; first < 10_000; first += 1_000) {
            List<Line> lines = new ArrayList<>();
            for (int scale = 0; scale <= 2; scale++) {
                for (int cents = first; cents < first + 1_000; cents++) {
                    lines.add(Line.builder().price(BigDecimal.valueOf(cents, scale)).build());
                }
            }
            Settlement bill = bill("INV-1").details(lines).build();
            assertEquals(full(bill), fast(bill));
        }
    }

    @Test
    void bothPathsSignTheSame() throws Exception {
        var token = new HashToken("hash-key");
        try (var key = new SigningKey(token); var full = new io.github.billwire.ffi.SigningKey(token.ffi())) {
            int taken = 0;
            for (int i = 0; i < DRAFTS; i++) {
                SignedFields fields = signed(random.bill());
                Object hash = outcome(() -> NativeLibrary.call(() -> full.sign(Conversions.ffi(fields), null)));
                assertEquals(hash, outcome(() -> key.sign(fields)));
                if (key.fast(fields) != null) taken++;
            }
            assertMany(taken);
        }
    }

    @Test
    void everydayWebhooksTakeTheFastPath() {
        String customer = "{\"customer_name\":\"សុខ ដារ៉ា\",\"bill_no\":\"B-1\",\"amount\":\"10.50\"}";
        String customers = String.join(",", Collections.nCopies(20, customer));
        for (String body : List.of(
                "{}",
                "{\"tran_id\":\"T-1\",\"tran_amount\":10.50,\"status\":\"success\",\"customers\":null}",
                "{\"bank_name\":\"ធនាគារ 😀\",\"payment_service_type\":\"KHQR\",\"customers\":[" + customers + "]}")) {
            assertNotNull(fastReceiver.receive(HEADERS, bytes(body)), body);
        }
    }

    @Test
    void unusualWebhooksTakeTheFullPath() {
        for (String body : List.of(
                "[]", "{\"new\":1}", "{\"tran_id\":\"\\u0041\"}", "{\"tran_amount\":1e3}", "{\"Customer\":[]}")) {
            assertNull(fastReceiver.receive(HEADERS, bytes(body)), body);
        }
        for (Map<String, List<String>> headers : List.of(
                Map.<String, List<String>>of(),
                Map.of("To\u212aen", List.of(TOKEN)),
                Map.of("Token", List.of("another")),
                Map.of("Token", List.of(TOKEN + "\u0100")),
                Map.of("Token", List.<String>of()),
                Map.of("Token", List.of("")),
                Map.of("Token", List.of(TOKEN, TOKEN)),
                Map.of("Token", List.of(TOKEN), "TOKEN", List.of(TOKEN)),
                Collections.singletonMap((String) null, List.of(TOKEN)))) {
            assertNull(fastReceiver.receive(headers, bytes("{}")), headers::toString);
        }
    }

    @Test
    void bothPathsReceiveTheSame() throws Exception {
        int taken = 0;
        var lines = Values.webhookHeaders(HEADERS);
        for (int i = 0; i < DRAFTS; i++) {
            String notice = random.notice();
            byte[] body = bytes(notice);
            Object full = outcome(() -> seen(
                    NativeLibrary.read(body, bytes -> new WebhookEvent(receiver.ffi().receive(lines, bytes)))));
            assertEquals(full, outcome(() -> seen(receiver.receive(HEADERS, body))), notice);
            WebhookEvent fast = fastReceiver.receive(HEADERS, body);
            if (fast == null) continue;
            assertEquals(full, seen(fast), notice);
            taken++;
        }
        assertMany(taken);
    }

    @Test
    void checkoutWebhooksNeedNoToken() throws BillwireException {
        try (var checkout = WebhookReceiver.checkout()) {
            var fast = new ReceiverFastPath(checkout.ffi(), WebhookAuthentication.UNAUTHENTICATED);
            var event = fast.receive(Map.of(), bytes("{}"));
            assertNotNull(event);
            assertEquals(WebhookAuthentication.UNAUTHENTICATED, event.authentication());
            assertEquals(event.authentication(), checkout.receive(HEADERS, bytes("{}")).authentication());
        }
    }

    @Test
    void largeRequestsAndBodiesGrowTheBuffers() throws BillwireException {
        Line line = Line.builder().itemName("\"".repeat(40)).amount(new BigDecimal("0.01")).build();
        Settlement bill = bill("INV-1", "KHR", 90).details(Collections.nCopies(9_000, line)).build();
        assertEquals(full(bill), fast(bill));
        String customers = String.join(",", Collections.nCopies(1_000, "{\"customer_name\":\"ដារ៉ា\"}"));
        byte[] body = bytes("{\"customers\":[" + customers + "]}");
        WebhookEvent event = fastReceiver.receive(HEADERS, body);
        assertNotNull(event);
        assertEquals(seen(receiver.receive(HEADERS, body)), seen(event));
    }

    @Test
    void aReceivedBodyMayBeChangedByItsOwner() throws BillwireException {
        byte[] body = bytes("{\"tran_id\":\"T-1\"}");
        List<Object> expected = seen(receiver.receive(HEADERS, body));
        WebhookEvent event = receiver.receive(HEADERS, body);
        Arrays.fill(body, (byte) '!');
        assertEquals(expected, seen(event));
    }

    @Test
    void aListThatFailsOrChangesFailsAsOnTheFullPath() throws BillwireException {
        Line line = Line.builder().itemName("Rice").build();
        List<Line> failing = new AbstractList<>() {
            @Override
            public Line get(int index) {
                if (index < 2) return line;
                throw new IllegalStateException("this list fails");
            }

            @Override
            public int size() {
                return 3;
            }
        };
        Settlement bill = bill("INV-1").details(failing).build();
        var error = assertThrows(IllegalStateException.class, () -> biller.prepareSettlement(bill));
        assertEquals("this list fails", error.getMessage());
        List<Line> shorter = new AbstractList<>() {
            private int reads;

            @Override
            public Line get(int index) {
                return line;
            }

            @Override
            public int size() {
                return reads++ == 0 ? 3 : 2;
            }
        };
        assertNull(fast(bill("INV-1").details(shorter).build()));
    }

    @Test
    void aClosedObjectThrowsTheSameOnBothPaths() throws BillwireException {
        Settlement bill = bill("INV-1").build();
        Biller closed = biller();
        var ffi = closed.ffi();
        closed.prepareSettlement(bill);
        closed.close();
        var full = assertThrows(IllegalStateException.class, () -> ffi.prepareSettlement(Conversions.ffi(bill)));
        var fast = assertThrows(IllegalStateException.class, () -> closed.prepareSettlement(bill));
        assertEquals(full.getMessage(), fast.getMessage());

        var key = new SigningKey(new HashToken("hash-key"));
        key.sign(signed(bill));
        key.close();
        assertThrows(IllegalStateException.class, () -> key.sign(signed(bill)));
        receiver.close();
        assertThrows(IllegalStateException.class, () -> receiver.receive(HEADERS, bytes("{}")));
    }

    private @Nullable HttpRequest fast(Settlement bill) throws BillwireException {
        return fastBiller.prepare(OperationName.SETTLEMENT, packet -> Packets.add(packet, bill));
    }

    private HttpRequest full(Settlement bill) throws BillwireException {
        var prepared = NativeLibrary.call(() -> biller.ffi().prepareSettlement(Conversions.ffi(bill)));
        return Conversions.of(prepared.request());
    }

    /** Returns a result, or what its error says. */
    private static Object outcome(Callable<Object> work) throws Exception {
        try {
            return work.call();
        } catch (BillwireException error) {
            return List.of(error.getClass(), error.details());
        }
    }

    private static List<Object> seen(WebhookEvent event) {
        try (event) {
            var seen = new ArrayList<Object>(List.of(event.payload(), event.authentication(), event.warnings()));
            // Asking for these makes the library's object.
            seen.addAll(Arrays.asList(event.dedupKey(), event.fingerprint(), event.acknowledge()));
            seen.addAll(List.of(event.authentication(), event.warnings()));
            return seen;
        }
    }

    private static void assertMany(int taken) {
        String message = taken + " of " + DRAFTS + " took the fast path";
        assertTrue(taken >= DRAFTS / 10 && taken <= DRAFTS * 9 / 10, message);
    }

    private static SignedFields signed(Settlement bill) {
        return new SignedFields(
                bill.refId(), bill.date(), bill.currency(), bill.totalAmount(), bill.customerSyncCode(),
                bill.settlementTo());
    }

    private static Settlement.Builder bill(String refId) {
        return bill(refId, "KHR", 40_000);
    }

    private static Settlement.Builder bill(String refId, String currency, long totalAmount) {
        return Settlement.builder()
                .refId(refId)
                .date(DATE)
                .dueDate(DATE)
                .currency(currency)
                .totalAmount(totalAmount)
                .customerSyncCode("C-1")
                .settlementTo("S-1");
    }

    private static Verification search() {
        return Verification.builder().identityCode("INV-1").purposeOfTransaction("2026-01-31").build();
    }

    private static Biller biller() throws BillwireException {
        return new Biller(BillerConfig.builder()
                .baseUrl("https://service.example")
                .bearer(new BearerToken("bearer"))
                .verificationToken(new VerificationToken("verification"))
                .hashToken(new HashToken("hash-key"))
                .build());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
