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
import io.github.billwire.ErrorDetails;
import io.github.billwire.SettlementOutcome;
import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Operations;
import io.github.billwire.vectors.Shown;
import io.github.billwire.vectors.Vectors;
import java.util.List;

/** Answers, decoded by their calls and by their operations' names. */
final class Answers {
    private Answers() {}

    static void checkResponse(Case one) throws Exception {
        byte[] body = one.body();
        try (Biller biller = Billers.of(one)) {
            for (Decoder decoder : List.<Decoder>of(Answers::byCall, Answers::byName)) {
                if (one.has("error")) checkError(errorOf(() -> decoder.decode(biller, one, body)), one);
                else assertSame(one.get("outcome"), outcome(decoder.decode(biller, one, body)));
            }
        }
    }

    private static Object byCall(Biller biller, Case one, byte[] body) throws Exception {
        try (var call = (AutoCloseable) Operations.prepareMinimal(biller, one.text("operation"))) {
            return Operations.invoke(call, "decode", one.get("status").intValue(), body);
        }
    }

    private static Object byName(Biller biller, Case one, byte[] body) throws Exception {
        return Operations.decode(biller, one.text("operation"), one.get("status").intValue(), body);
    }

    /** Returns the outcome as the vectors show it, with both outcomes of a settlement as one object. */
    private static JsonNode outcome(Object decoded) {
        ObjectNode shown = Vectors.JSON.createObjectNode();
        return switch (decoded) {
            case SettlementOutcome.Settled settled -> shown.put("outcome", "settled")
                    .putNull("nextStep")
                    .set("response", Shown.of(settled.response()));
            case SettlementOutcome.Accepted accepted -> shown.put("outcome", "accepted")
                    .put("nextStep", word(accepted.nextStep()))
                    .set("response", Shown.of(accepted.response()));
            default -> Shown.of(decoded);
        };
    }

    private static void checkError(BillwireException error, Case one) {
        ErrorDetails details = error.details();
        JsonNode expected = one.get("error");
        assertSame(expected, shown(details, expected));
        assertEquals(one.text("operation"), word(details.operation()));
        assertEquals(one.get("status").intValue(), details.httpStatus());
        assertPlaces(expected.path("violations"), details.violations());
    }

    private static JsonNode shown(ErrorDetails details, JsonNode expected) {
        ObjectNode shown = Vectors.JSON.createObjectNode()
                .put("kind", details.kind())
                .put("code", details.code().text())
                .put("next_step", word(details.nextStep()));
        if (details.responseCode() != null) shown.put("response_code", details.responseCode());
        if (details.messageEn() != null) shown.put("message_en", details.messageEn().text());
        if (details.messageKh() != null) shown.put("message_kh", details.messageKh().text());
        // Compared one by one.
        if (expected.has("violations")) shown.set("violations", expected.get("violations"));
        return shown;
    }

    @FunctionalInterface
    private interface Decoder {
        Object decode(Biller biller, Case one, byte[] body) throws Exception;
    }
}
