package io.github.billwire.java;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.billwire.*;
import io.github.billwire.okhttp.HttpSender;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The package as a program in Java 8 sees it. */
class FromJavaTest {
    private static final String BILL =
            "{\"ref_id\":\"INV-0001\",\"date\":\"2026-01-31T02:00:00Z\",\"due_date\":\"2026-01-31T02:00:00Z\","
                + "\"currency\":\"KHR\",\"total_amount\":40000,\"customer_sync_code\":\"C-17\","
                + "\"settlement_to\":\"SHOP-1\"}";
    private static final String SETTLED =
            "{\"code\":\"000\",\"data\":{\"bill\":{\"status\":\"success\"},\"payment\":{\"status\":\"success\"}}}";

    private final Biller biller;

    FromJavaTest() throws BillwireException {
        WireProfile profile =
                BillwireKt.readWireProfile(
                        "{\"settlementLookup\":{\"identity_code\":\"ref_id\",\"purpose_of_transaction\":\"ref_id\"}}");
        biller =
                Billwire.biller(
                        "https://service.example",
                        new BearerToken("b"),
                        new VerificationToken("v"),
                        new HashToken("k"),
                        profile);
    }

    @Test
    void a_draft_and_json_make_the_same_request() throws BillwireException {
        Instant date = Instant.parse("2026-01-31T02:00:00Z");
        Settlement bill =
                new Settlement(
                        "INV-0001",
                        date,
                        date,
                        "KHR",
                        40_000,
                        "C-17",
                        null,
                        null,
                        "SHOP-1",
                        null,
                        null,
                        null,
                        null,
                        "");
        HttpRequest request = biller.prepareSettlement(bill).request();
        assertEquals(request, biller.prepareSettlementJson(BILL).request());
        assertEquals(bill, BillwireKt.settlementFromJson(BILL, null));
        assertTrue(Billwire.isValid(Billwire.validate(bill)));
    }

    @Test
    void exceptions_are_declared_and_receivers_close() {
        try (WebhookReceiver receiver =
                Billwire.merchantProxyReceiver(Collections.singletonList(new WebhookToken("a")))) {
            Billwire.receive(
                    receiver,
                    Collections.singletonMap("Token", Collections.singletonList("b")),
                    new byte[0]);
            fail("the token is wrong");
        } catch (BillwireException.Unauthenticated error) {
            assertEquals(401, error.response().getStatus());
        } catch (BillwireException error) {
            fail(error);
        }
    }

    @Test
    void json_reports_all_violations() {
        try {
            biller.prepareSettlementJson(
                    BILL.replace("settlement_to", "settlement_too").replace("40000", "-1"));
            fail("it is wrong");
        } catch (BillwireException error) {
            List<String> paths =
                    error.violations().stream()
                            .map(Finding::getPath)
                            .sorted()
                            .collect(Collectors.toList());
            assertEquals(Arrays.asList("settlement_to", "settlement_too", "total_amount"), paths);
        }
    }

    @Test
    void flows_run_on_a_thread() throws Exception {
        Settlement bill = BillwireKt.settlementFromJson(BILL, null);
        Table table = new Table();
        try (SettlementFlow flow = Billwire.settlementFlow(biller, bill)) {
            SettlementRun run =
                    Flows.runBlocking(
                            flow, table, request -> new FlowAnswer(200, SETTLED.getBytes()));
            assertTrue(((SettlementRun.Ended) run).getEnding() instanceof SettlementEnding.Settled);
            assertEquals(SettlementState.SETTLED, table.stored.getState());
        }
        FlowSender sender = new HttpSender();
        try (CreditFlow flow =
                Billwire.creditFlow(
                        Billwire.biller(
                                "https://nobody.invalid", null, new VerificationToken("v"), null),
                        new Expectation("INV-0001", "INV-0001", "KHR", BigDecimal.ONE, null, null),
                        Collections.emptyList(),
                        new CreditPolicy(1, 1L, 1L, null))) {
            CreditStep.Finished end =
                    Flows.runBlocking(flow, sender, confirmed -> Claim.CREDITED, review -> true);
            assertTrue(end.getEnding() instanceof CreditEnding.Unconfirmed);
        }
    }

    /** A table with one row. */
    private static final class Table implements RecordStore {
        private SettlementStep.Save stored;

        @Override
        public String load() {
            return stored == null ? null : stored.getRecord();
        }

        @Override
        public boolean save(SettlementStep.Save step) {
            stored = step;
            return true;
        }

        @Override
        public Settlement control() {
            return null;
        }
    }
}
