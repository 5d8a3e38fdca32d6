package io.github.billwire.java;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.Finding;
import io.github.billwire.HashToken;
import io.github.billwire.Settlement;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The package as a program in Java sees it. */
class FromJavaTest {
    private final Biller biller = new Biller(new BillerConfig.Builder("https://service.example")
            .bearer(new BearerToken("test-bearer"))
            .hashToken(new HashToken("test-key"))
            .build());

    @Test
    void the_quickstart_credits_once() throws Exception {
        PrintStream console = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            // A class without a package cannot be imported.
            Class.forName("Quickstart").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        assertEquals(List.of("the bill is settled", "confirmed, credited once"), printed.toString().lines().toList());
    }

    @Test
    void a_builder_and_json_make_the_same_request() {
        var date = Instant.parse("2026-01-31T02:00:00Z");
        var bill = new Settlement.Builder("INV-0001", date, date, "USD", 40_000, "C-17", "SHOP-1")
                .description("ទឹក")
                .totalAmountKhr(new BigDecimal("40000.50"))
                .build();
        var json = """
            {"ref_id":"INV-0001","date":"2026-01-31T02:00:00Z","due_date":"2026-01-31T02:00:00Z","currency":"USD","total_amount":40000,
             "customer_sync_code":"C-17","settlement_to":"SHOP-1","description":"ទឹក","total_amount_khr":"40000.50"}""";
        var built = biller.prepareSettlement(bill).request();
        assertEquals(built, biller.prepareSettlementJson(json).request());
    }

    /** Neither `throws` nor `Companion`: a program may catch the exception, and factories are static. */
    @Test
    void exceptions_are_unchecked_and_factories_static() {
        try (var receiver = WebhookReceiver.merchantProxy(List.of(new WebhookToken("a")))) {
            receiver.receive(Map.of("Token", List.of("b")), new byte[0]);
            fail("the token is wrong");
        } catch (BillwireException.Unauthenticated error) {
            assertEquals(401, error.getDetails().getResponse().getStatus());
        }
        WebhookReceiver.checkout().close();
    }

    @Test
    void json_reports_all_violations() {
        var json = """
            {"ref_id":"INV-0001","date":"yesterday","due_date":"2026-01-31T02:00:00Z","currency":"KHR","total_amount":-1,
             "customer_sync_code":"C-17","settlement_too":"SHOP-1"}""";
        var error = assertThrows(BillwireException.InvalidRequest.class, () -> biller.prepareSettlementJson(json));
        var paths = error.getDetails().getViolations().stream().map(Finding::getPath).sorted().toList();
        assertEquals(List.of("date", "settlement_to", "settlement_too", "total_amount"), paths);
    }
}
