package io.github.billwire.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.Billwire;
import io.github.billwire.BillwireException;
import io.github.billwire.Books;
import io.github.billwire.CustomerAmounts;
import io.github.billwire.CustomersKey;
import io.github.billwire.DueWebhook;
import io.github.billwire.Expectation;
import io.github.billwire.HashToken;
import io.github.billwire.NextStep;
import io.github.billwire.Onboarding;
import io.github.billwire.Reply;
import io.github.billwire.ResponseTransport;
import io.github.billwire.Sent;
import io.github.billwire.Settlement;
import io.github.billwire.SettlementOutcome;
import io.github.billwire.SimulatedAnswer;
import io.github.billwire.Simulator;
import io.github.billwire.SimulatorConfig;
import io.github.billwire.Verdict;
import io.github.billwire.VerificationToken;
import io.github.billwire.WebhookEndpoint;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookTarget;
import io.github.billwire.WebhookToken;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bill from settlement to confirmation, without a network. */
class SimulatorTest {
    private static final Instant NOW = Instant.parse("2026-01-31T17:00:00Z");
    private static final String CANARY = "canary-4711";
    private static final String ACKNOWLEDGEMENT = "{\"status\":\"success\",\"message\":\"success\"}";
    private Simulator service;
    private Biller biller;

    @BeforeEach
    void start() throws Exception {
        service = new Simulator(SimulatorConfig.builder()
                .bearer(new BearerToken(CANARY))
                .verificationToken(new VerificationToken(CANARY))
                .hashToken(new HashToken(CANARY))
                .baseUrl("https://service.example/api/")
                .webhook(WebhookEndpoint.builder()
                        .url("https://merchant.example/hook").token(new WebhookToken(CANARY)).build())
                .fee(500L)
                .build());
        biller = biller("https://service.example/api");
        try (var call = biller.prepareOnboarding(
                Onboarding.builder().supplierSyncCode("S-1").name("Sok Dara Store").build())) {
            SimulatedAnswer answer = service.handle(call.request(), NOW);
            assertEquals("S-1", call.decode(answer.status(), answer.body()).data().supplierSyncCode());
        }
    }

    @Test
    void aSettledBillIsConfirmedByItsWebhook() throws Exception {
        assertInstanceOf(SettlementOutcome.Settled.class, settled(bill("INV-1")));
        DueWebhook due = onlyDue(NOW);
        assertEquals("https://merchant.example/hook", due.request().url());
        assertEquals(1, due.attempt());
        String claimed = confirmed(due);
        service.delivered(due.id(), new Reply(200, Map.of(), ACKNOWLEDGEMENT), NOW);

        Books books = service.books();
        assertEquals(Map.of("S-1", Map.of("KHR", "40000")), books.balances());
        assertEquals(Map.of("KHR", "40000"), books.totals());
        assertEquals(List.of(claimed), books.bills().getFirst().tranIds());
        assertEquals(List.of(1, 1, 1, 0, 0), counts(books));
        assertNull(service.nextDue());
    }

    @Test
    void aBlindRetryShowsInTheBooks() throws Exception {
        service.script("{\"settlement\":[{\"ref_id\":\"INV-1\",\"fault\":{\"kind\":\"drop_after\"}}]}");
        try (var call = biller.prepareSettlement(bill("INV-1"))) {
            assertInstanceOf(ResponseTransport.DropAfter.class, service.handle(call.request(), NOW).transport());
            assertEquals(NextStep.ASK_SERVICE, call.noAnswer(Sent.MAYBE).details().nextStep());
            service.handle(call.request(), NOW);
        }
        Books books = service.books();
        assertEquals(Map.of("KHR", "80000"), books.totals());
        assertEquals(2, books.bills().getFirst().tranIds().size());
        assertEquals(Map.of("settlement/drop_after", 1), books.faultsServed());
    }

    @Test
    void retriesALateWebhookUntilItIsAcknowledged() throws Exception {
        service.script("{\"webhooks\":[{\"ref_id\":\"INV-1\",\"fault\":{\"kind\":\"late\",\"delay_ms\":5000}}]}");
        settled(bill("INV-1"));
        assertEquals(List.of(), service.dueWebhooks(NOW));
        assertEquals(NOW.plusSeconds(5), service.nextDue());
        DueWebhook first = onlyDue(NOW.plusSeconds(5));
        service.delivered(first.id(), null, NOW.plusSeconds(5));
        assertEquals(NOW.plusSeconds(5).plusMillis(250), service.nextDue());
        assertEquals(2, onlyDue(NOW.plusSeconds(6)).attempt());
    }

    @Test
    void onlyTheAnswerOfSection28Acknowledges() throws Exception {
        settled(bill("INV-1"));
        Instant now = NOW;
        for (Reply answer : List.of(new Reply(200, Map.of(), ""), new Reply(204, Map.of(), ACKNOWLEDGEMENT))) {
            service.delivered(onlyDue(now).id(), answer, now);
            assertEquals(0, service.books().webhooks().acknowledged());
            now = service.nextDue();
        }
        service.delivered(onlyDue(now).id(), new Reply(200, Map.of(), ACKNOWLEDGEMENT), now);
        assertEquals(1, service.books().webhooks().acknowledged());
    }

    @Test
    void checkoutCustomersTakeEitherForm() throws Exception {
        service.sendWebhooksTo(WebhookEndpoint.builder()
                .url("https://m.example")
                .amounts(CustomerAmounts.NUMBER)
                .customersKey(CustomersKey.CUSTOMER)
                .build());
        settled(bill("INV-1"));
        String body = onlyDue(NOW).request().body().text();
        assertTrue(body.contains("\"Customer\":[{") && body.contains("\"amount\":40000"), body);
    }

    @Test
    void theSampleTargetObeysItsHeaders() throws Exception {
        byte[] body = "{\"tran_id\":\"T-1\"}".getBytes(StandardCharsets.UTF_8);
        try (var receiver = WebhookReceiver.checkout(); var target = new WebhookTarget(receiver)) {
            assertEquals(200, target.receive(Map.of("Success", List.of("success")), body).status());
            assertEquals(500,
                    target.receive(Map.of("fail", List.of("fail"), "Success", List.of("success")), body).status());
            assertEquals(400, target.receive(Map.of(), "[]".getBytes(StandardCharsets.UTF_8)).status());
            assertEquals("T-1", target.events().getFirst().payload().tranId());
            assertEquals(1, target.events().size());
        }
    }

    @Test
    void sendsWebhooksToTheNewEndpoint() throws Exception {
        service.sendWebhooksTo(WebhookEndpoint.builder().url("https://other.example/").build());
        settled(bill("INV-1"));
        DueWebhook due = onlyDue(NOW);
        assertEquals("https://other.example/", due.request().url());
        assertFalse(headers(due).containsKey("Token"));
    }

    @Test
    void namesTheFaultsOfAScript() {
        var error = assertThrows(BillwireException.InvalidConfig.class,
                () -> service.script("{\"settlement\":[{\"ref_id\":\"I\",\"fault\":{\"kind\":\"fast\"}}]}"));
        assertEquals("settlement[0].fault.kind", error.details().violations().getFirst().path());
    }

    @Test
    void refusesAnotherAddress() throws Exception {
        try (Biller elsewhere = biller("https://elsewhere.example"); var call = elsewhere.prepareSettlement(bill("INV-1"))) {
            assertInstanceOf(ResponseTransport.DropBefore.class, service.handle(call.request(), NOW).transport());
        }
        assertEquals(List.of(), service.books().bills());
    }

    @Test
    void nothingPrintsATokenOrABody() throws Exception {
        settled(bill("INV-1"));
        DueWebhook due = onlyDue(NOW);
        assertTrue(headers(due).get("Token").contains(CANARY));
        for (Object printed : List.of(due, due.request(), service, service.books())) {
            assertFalse(printed.toString().contains(CANARY), printed.getClass()::getName);
            assertFalse(printed.toString().contains("tran_amount"), printed.getClass()::getName);
        }
    }

    @Test
    void aReceiverTakesAndRefusesEachFixture() throws Exception {
        var fixtures = Billwire.webhookFixtures();
        assertTrue(fixtures.size() > 20, "there are " + fixtures.size());
        for (var fixture : fixtures) {
            var token = fixture.token();
            try (var receiver = token == null
                    ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy(List.of(token))) {
                if (fixture.error() == null) {
                    receiver.receive(fixture.headers(), fixture.body()).close();
                    continue;
                }
                var error = assertThrows(BillwireException.class,
                        () -> receiver.receive(fixture.headers(), fixture.body()), fixture.name());
                assertEquals(fixture.error(), error.details().code(), fixture.name());
            }
        }
    }

    private SettlementOutcome settled(Settlement bill) throws BillwireException {
        try (var call = biller.prepareSettlement(bill)) {
            SimulatedAnswer answer = service.handle(call.request(), NOW);
            return call.decode(answer.status(), answer.body());
        }
    }

    /** Returns the claim key of the webhook's transaction. */
    private String confirmed(DueWebhook due) throws Exception {
        byte[] body = due.request().body().text().getBytes(StandardCharsets.UTF_8);
        try (var receiver = WebhookReceiver.merchantProxy(List.of(new WebhookToken(CANARY)));
                var event = receiver.receive(headers(due), body);
                var confirmation = event.confirm(biller, expectation());
                var call = confirmation.call()) {
            SimulatedAnswer answer = service.handle(call.request(), NOW);
            try (Verdict verdict = confirmation.decide(answer.status(), answer.body())) {
                return assertInstanceOf(Verdict.Confirmed.class, verdict).confirmed().claimKey();
            }
        }
    }

    private DueWebhook onlyDue(Instant now) {
        List<DueWebhook> due = service.dueWebhooks(now);
        assertEquals(1, due.size());
        return due.getFirst();
    }

    private static Biller biller(String baseUrl) throws BillwireException {
        return new Biller(BillerConfig.builder()
                .baseUrl(baseUrl)
                .bearer(new BearerToken(CANARY))
                .verificationToken(new VerificationToken(CANARY))
                .hashToken(new HashToken(CANARY))
                .build());
    }

    private static Settlement bill(String refId) {
        return Settlement.builder()
                .refId(refId)
                .date(NOW)
                .dueDate(NOW.plusSeconds(86_400))
                .currency("KHR")
                .totalAmount(40_000)
                .customerSyncCode("C-1")
                .settlementTo("S-1")
                .build();
    }

    private static Expectation expectation() {
        return Expectation.builder()
                .identityCode("INV-1")
                .purposeOfTransaction("INV-1")
                .currency("KHR")
                .amount(BigDecimal.valueOf(40_000))
                .build();
    }

    private static Map<String, List<String>> headers(DueWebhook due) {
        return due.request().headers().stream()
                .collect(Collectors.toMap(header -> header.name(), header -> List.of(header.value().text())));
    }

    private static List<Integer> counts(Books books) {
        var counts = books.webhooks();
        return List.of(counts.due(), counts.delivered(), counts.acknowledged(), counts.failed(), counts.pending());
    }
}
