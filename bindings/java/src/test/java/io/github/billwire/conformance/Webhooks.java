package io.github.billwire.conformance;

import static io.github.billwire.conformance.Billers.assertPlaces;
import static io.github.billwire.conformance.Billers.assertSame;
import static io.github.billwire.conformance.Billers.errorOf;
import static io.github.billwire.conformance.Billers.word;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.billwire.Biller;
import io.github.billwire.BillwireException;
import io.github.billwire.Confirmation;
import io.github.billwire.Delivery;
import io.github.billwire.DeliveryVerdict;
import io.github.billwire.ErrorDetails;
import io.github.billwire.Expectation;
import io.github.billwire.Lookup;
import io.github.billwire.LookupVerdict;
import io.github.billwire.NextStep;
import io.github.billwire.OperationName;
import io.github.billwire.Reply;
import io.github.billwire.Settlement;
import io.github.billwire.Transaction;
import io.github.billwire.Verdict;
import io.github.billwire.VerificationCall;
import io.github.billwire.WebhookEvent;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Drafts;
import io.github.billwire.vectors.Shown;
import io.github.billwire.vectors.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Webhooks, their confirmations, lookups and repeated deliveries. */
final class Webhooks {
    private static final Reply ACKNOWLEDGED = new Reply(
            200, Map.of("Content-Type", "application/json"), "{\"status\":\"success\",\"message\":\"success\"}");

    private Webhooks() {}

    static void checkWebhook(Case one) throws Exception {
        try (WebhookReceiver receiver = receiver(one)) {
            Map<String, List<String>> headers = headers(one);
            if (one.has("error")) {
                checkError(errorOf(() -> receiver.receive(headers, one.body())), one.get("error"));
                return;
            }
            try (WebhookEvent event = receiver.receive(headers, one.body())) {
                ObjectNode expected = one.get("event").deepCopy();
                assertPlaces(expected.path("warnings"), event.warnings());
                expected.remove("warnings");
                assertSame(expected, shown(event));
                assertEquals(ACKNOWLEDGED, event.acknowledge());
            }
        }
    }

    static void checkConfirmation(Case one) throws Exception {
        ObjectNode expected = one.get("expectation").deepCopy();
        // BigDecimal holds all digits of the number.
        expected.put("amount", expected.get("amount").asText());
        Expectation expectation = Drafts.said(Expectation.class, expected);
        try (Biller biller = Billers.of(one);
                WebhookEvent event = checkout(one.json("payload"));
                Confirmation confirmation = event.confirm(biller, expectation);
                VerificationCall call = confirmation.call()) {
            assertEquals(OperationName.VERIFICATION, call.operation());
            assertEquals(one.text("request_body"), call.request().body().text());
            checkVerdict(one, confirmation);
        }
    }

    static void checkLookup(Case one) throws Exception {
        Settlement bill = Drafts.said(Settlement.class, one.get("bill"));
        try (Biller biller = Billers.of(one);
                Lookup lookup = biller.prepareSettlementLookup(bill);
                VerificationCall call = lookup.call()) {
            assertEquals(OperationName.VERIFICATION, call.operation());
            assertEquals(one.text("request_body"), call.request().body().text());
            assertSame(one.get("expected"), shown(lookup.decide(one.get("status").intValue(), one.body())));
        }
    }

    static void checkDelivery(Case one) throws Exception {
        try (WebhookEvent first = checkout(one.json("first"));
                WebhookEvent second = checkout(one.json("second"))) {
            for (DeliveryVerdict verdict : List.of(second.compare(first.fingerprint()), first.compare(second.fingerprint()))) {
                assertEquals(one.text("delivery"), word(verdict.delivery()));
                assertEquals(verdict.delivery() == Delivery.CONFLICT ? 409 : 200, verdict.reply().status());
            }
            assertEquals(Delivery.NEW, second.compare(null).delivery());
        }
    }

    private static void checkVerdict(Case one, Confirmation confirmation) throws BillwireException {
        int status = one.get("status").intValue();
        if (one.has("error")) {
            ErrorDetails details = errorOf(() -> confirmation.decide(status, one.body())).details();
            List<String> found = List.of(details.kind(), details.code().text(), word(details.nextStep()));
            Stream<String> expected = Stream.of("kind", "code", "next_step").map(it -> one.get("error").get(it).textValue());
            assertEquals(expected.toList(), found);
            return;
        }
        try (Verdict verdict = confirmation.decide(status, one.body())) {
            switch (verdict) {
                case Verdict.Confirmed(var confirmed) -> assertEquals(one.text("claim_key"), confirmed.claimKey());
                case Verdict.Mismatch(var mismatches) -> assertSame(one.get("mismatches"), Shown.of(mismatches));
            }
        }
    }

    private static void checkError(BillwireException error, JsonNode expected) {
        ErrorDetails details = error.details();
        assertEquals(expected.get("kind").textValue(), details.kind());
        assertEquals(expected.get("code").textValue(), details.code().text());
        assertEquals(expected.get("status").intValue(), details.response().status());
        assertEquals(OperationName.WEBHOOK, details.operation());
        if (details.violations().isEmpty()) assertEquals("", expected.get("path").textValue());
        else assertPlaces(List.of(expected), details.violations());
    }

    private static WebhookReceiver receiver(Case one) throws BillwireException {
        if (one.text("variant").equals("checkout")) return WebhookReceiver.checkout();
        Stream<JsonNode> tokens = StreamSupport.stream(one.get("tokens").spliterator(), false);
        return WebhookReceiver.merchantProxy(tokens.map(token -> new WebhookToken(token.textValue())).toList());
    }

    private static WebhookEvent checkout(String body) throws BillwireException {
        try (WebhookReceiver receiver = WebhookReceiver.checkout()) {
            return receiver.receive(Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Map<String, List<String>> headers(Case one) {
        Map<String, List<String>> headers = new TreeMap<>();
        for (JsonNode header : one.get("headers")) {
            headers.computeIfAbsent(header.get(0).textValue(), name -> new ArrayList<>()).add(header.get(1).textValue());
        }
        return headers;
    }

    private static JsonNode shown(LookupVerdict told) {
        ObjectNode shown = Vectors.JSON.createObjectNode();
        switch (told) {
            case LookupVerdict.Settled settled -> shown.put("verdict", "settled")
                    .putNull("next_step")
                    .put("tran_id", settled.transaction().tranId());
            case LookupVerdict.NotFound ignored -> shown.put("verdict", "notFound")
                    .put("next_step", word(NextStep.VERIFY_AGAIN))
                    .putNull("tran_id");
            case LookupVerdict.Different different -> shown.put("verdict", "different")
                    .put("next_step", word(NextStep.ASK_SERVICE))
                    .put("tran_id", different.transaction().tranId())
                    .set("mismatches", Shown.of(different.mismatches()));
            case LookupVerdict.Pending pending -> shown.put("verdict", "pending")
                    .put("next_step", word(NextStep.VERIFY_AGAIN))
                    .put("tran_id", pending.transaction().tranId());
            case LookupVerdict.Unclear unclear -> {
                Transaction transaction = unclear.transaction();
                shown.put("verdict", "unclear").put("next_step", word(unclear.nextStep()));
                shown.put("tran_id", transaction == null ? null : transaction.tranId());
                ErrorDetails details = unclear.error();
                if (details != null) {
                    shown.putObject("error").put("kind", details.kind()).put("code", details.code().text());
                }
            }
        }
        return shown;
    }

    private static JsonNode shown(WebhookEvent event) {
        ObjectNode shown = Vectors.JSON.createObjectNode();
        shown.set("authentication", Shown.of(event.authentication()));
        shown.set("payload", Shown.of(event.payload()));
        return shown.put("dedup_key", event.dedupKey());
    }
}
