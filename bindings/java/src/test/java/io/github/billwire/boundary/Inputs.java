package io.github.billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.HashToken;
import io.github.billwire.Onboarding;
import io.github.billwire.Settlement;
import io.github.billwire.SignedFields;
import io.github.billwire.Verification;
import io.github.billwire.VerificationToken;
import io.github.billwire.WebhookPayload;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import io.github.billwire.WireProfile;
import io.github.billwire.vectors.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/** Inputs of the boundary tests. */
final class Inputs {
    static final Instant DATE = Instant.parse("2026-01-31T17:00:00Z");
    static final String TOKEN = "webhook-token";

    private Inputs() {}

    static Settlement.Builder bill() {
        return bill("INV-0001", DATE, 40000);
    }

    static Settlement.Builder bill(String refId, Instant date, long totalAmount) {
        return Settlement.builder()
                .refId(refId)
                .date(date)
                .dueDate(Instant.parse("9999-12-31T00:00:00Z"))
                .currency("KHR")
                .totalAmount(totalAmount)
                .customerSyncCode("C-1")
                .settlementTo("S-1");
    }

    static SignedFields fields(String refId, Instant date, long totalAmount) {
        return new SignedFields(refId, date, "KHR", totalAmount, "C-1", "S-1");
    }

    static Biller biller() throws BillwireException {
        return biller("hash-key", null);
    }

    static Biller biller(String secret, WireProfile profile) throws BillwireException {
        return new Biller(config(secret).profile(profile).build());
    }

    static BillerConfig.Builder config(String secret) {
        return BillerConfig.builder()
                .baseUrl("https://service.example")
                .bearer(new BearerToken(secret))
                .verificationToken(new VerificationToken(secret))
                .hashToken(new HashToken(secret));
    }

    static WebhookReceiver receiver() throws BillwireException {
        return WebhookReceiver.merchantProxy(List.of(new WebhookToken(TOKEN)));
    }

    static WebhookPayload received(String json) throws BillwireException {
        try (var receiver = receiver(); var event = receiver.receive(Map.of("Token", List.of(TOKEN)), bytes(json))) {
            return event.payload();
        }
    }

    /** Returns the body of a draft as text. */
    static String text(Object draft) throws BillwireException {
        try (Biller biller = biller()) {
            var request = switch (draft) {
                case Onboarding onboarding -> biller.prepareOnboarding(onboarding).request();
                case Settlement bill -> biller.prepareSettlement(bill).request();
                case Verification verification -> biller.prepareVerification(verification).request();
                default -> throw new AssertionError("no draft: " + draft);
            };
            return request.body().text();
        }
    }

    static JsonNode body(Object draft) throws Exception {
        return Vectors.JSON.readTree(text(draft));
    }

    /** Returns path and code of each violation. */
    static List<String> violations(Executable work) {
        BillwireException error = assertThrows(BillwireException.InvalidRequest.class, work);
        return error.details().violations().stream().map(it -> it.path() + " " + it.code().text()).toList();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
