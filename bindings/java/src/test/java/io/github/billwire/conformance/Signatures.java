package io.github.billwire.conformance;

import static io.github.billwire.conformance.Billers.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.billwire.Biller;
import io.github.billwire.Billwire;
import io.github.billwire.CodeShapes;
import io.github.billwire.ExplainOptions;
import io.github.billwire.Explanation;
import io.github.billwire.HashToken;
import io.github.billwire.Observed;
import io.github.billwire.Part;
import io.github.billwire.SensitiveText;
import io.github.billwire.Settlement;
import io.github.billwire.SettlementCall;
import io.github.billwire.SignedFields;
import io.github.billwire.SigningKey;
import io.github.billwire.WireProfile;
import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Drafts;
import io.github.billwire.vectors.Vectors;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Hashes and their explanations. */
final class Signatures {
    private static final List<String> PARTS =
            List.of("ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to");

    private Signatures() {}

    static void checkSigning(Case one) throws Exception {
        SignedFields fields = Drafts.said(SignedFields.class, one.get("fields"));
        ZoneOffset offset = ZoneOffset.of(one.text("signing_offset"));
        HashToken token = new HashToken(one.text("key"));
        try (SigningKey key = new SigningKey(token)) {
            assertEquals(one.text("hash"), key.sign(fields, offset));
            if (offset.equals(ZoneOffset.UTC)) assertEquals(one.text("hash"), key.sign(fields));
        }

        ExplainOptions options = ExplainOptions.builder().observedHash(one.text("hash")).signingOffset(offset).build();
        Explanation explanation = Billwire.explainSignature(fields, token, options);
        assertEquals(one.text("signing_string"), explanation.signingString());
        assertEquals(one.text("signing_string"), joined(explanation));
        assertEquals(PARTS, explanation.parts().stream().map(Part::field).toList());
        assertEquals(one.text("hash"), explanation.hash());
        assertTrue(explanation.observed().matches());

        assertEquals(one.text("hash"), prepared(fields, one.text("key"), offset).get("hash").textValue());
    }

    static void checkMistake(Case one) throws Exception {
        JsonNode bill = one.get("bill");
        ExplainOptions options = ExplainOptions.builder()
                .observedHash(one.text("observed_hash"))
                .totalAmountKhr(amountInKhr(bill).orElse(null))
                .dueDate(dueDate(bill).orElse(null))
                .body(body(one).orElse(null))
                .signingOffset(ZoneOffset.of(one.text("signing_offset")))
                .zones(candidates(one, "zones").stream().map(ZoneOffset::of).toList())
                .separators(candidates(one, "separators"))
                .destinations(candidates(one, "destinations"))
                .build();
        SignedFields fields = Drafts.said(SignedFields.class, signedFields(bill));
        Explanation explanation = Billwire.explainSignature(fields, new HashToken(one.text("key")), options);
        List<List<String>> expected = StreamSupport.stream(one.get("causes").spliterator(), false)
                .map(cause -> Arrays.asList(
                        cause.path("mistake").textValue(),
                        cause.path("with").textValue(),
                        cause.path("setting").textValue()))
                .toList();
        Observed observed = explanation.observed();
        List<List<String>> found = observed.causes().stream()
                .map(cause -> Arrays.asList(cause.mistake(), cause.with(), cause.setting()))
                .toList();
        assertEquals(expected, found);
        assertEquals(one.get("matches").booleanValue(), observed.matches());
        assertEquals(one.get("trimmed").booleanValue(), observed.trimmed());
        assertEquals(one.text("code"), observed.code().name().toLowerCase(Locale.ROOT));
        boolean isOurs = explanation.hash().equals(one.text("observed_hash"));
        assertEquals(observed.matches() && !observed.trimmed(), isOurs);
        assertEquals(explanation.signingString(), joined(explanation));
    }

    static void checkParses(Case one) throws Exception {
        CodeShapes shapes = Drafts.said(CodeShapes.class, one.get("shapes"));
        assertEquals(one.get("parses").longValue(), Billwire.countParses(one.text("signing_string"), shapes));
    }

    private static String joined(Explanation explanation) {
        return explanation.parts().stream().map(Part::text).collect(Collectors.joining());
    }

    /** Returns the body of a bill with these fields. */
    private static JsonNode prepared(SignedFields fields, String hashToken, ZoneOffset offset) throws Exception {
        Settlement bill = Settlement.builder()
                .refId(fields.refId())
                .date(fields.date())
                .dueDate(Instant.parse("2026-02-28T17:00:00Z"))
                .currency(fields.currency())
                .totalAmount(fields.totalAmount())
                .customerSyncCode(fields.customerSyncCode())
                .settlementTo(fields.settlementTo())
                .totalAmountKhr(BigDecimal.ONE)
                .build();
        WireProfile profile = WireProfile.builder().signingOffset(offset).build();
        try (Biller biller = new Biller(Billers.config(hashToken).profile(profile).build());
                SettlementCall call = biller.prepareSettlement(bill)) {
            return json(call.request().body().text());
        }
    }

    private static JsonNode signedFields(JsonNode bill) {
        ObjectNode fields = Vectors.JSON.createObjectNode();
        PARTS.forEach(part -> fields.set(part, bill.get(part)));
        return fields;
    }

    /** Returns the amount times the exchange rate, unless the bill has its own (section 2.3). */
    private static Optional<String> amountInKhr(JsonNode bill) {
        if (bill.has("total_amount_khr")) return Optional.of(bill.get("total_amount_khr").asText());
        BigDecimal amount = bill.get("total_amount").decimalValue();
        if (bill.get("currency").textValue().equals("KHR")) return Optional.of(plain(amount));
        Optional<JsonNode> rate = Optional.ofNullable(bill.get("exchange_rate_khr"));
        return rate.map(given -> plain(amount.multiply(new BigDecimal(given.asText()))));
    }

    private static Optional<Instant> dueDate(JsonNode bill) {
        Optional<String> text = Optional.ofNullable(bill.path("due_date").textValue());
        return text.map(given -> OffsetDateTime.parse(given).toInstant());
    }

    private static Optional<SensitiveText> body(Case one) {
        return Optional.ofNullable(one.get("body").textValue()).map(SensitiveText::new);
    }

    private static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }

    private static List<String> candidates(Case one, String kind) {
        JsonNode candidates = one.get("candidates").path(kind);
        return StreamSupport.stream(candidates.spliterator(), false).map(JsonNode::textValue).toList();
    }
}
