package io.github.billwire.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.Billwire;
import io.github.billwire.BillwireException;
import io.github.billwire.CodeShapes;
import io.github.billwire.Finding;
import io.github.billwire.HashToken;
import io.github.billwire.VerificationToken;
import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Drafts;
import io.github.billwire.vectors.Shown;
import io.github.billwire.vectors.Vectors;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.function.Executable;

/** Helpers of the vectors' checks. */
final class Billers {
    static final String BASE_URL = "https://service.example";

    private Billers() {}

    /** Returns settings with all credentials. */
    static BillerConfig.Builder config(String hashToken) {
        return BillerConfig.builder()
                .baseUrl(BASE_URL)
                .bearer(new BearerToken("test-bearer"))
                .verificationToken(new VerificationToken("test-verification"))
                .hashToken(new HashToken(hashToken));
    }

    /** Returns the biller of a case, with its settings. */
    static Biller of(Case one) throws Exception {
        BillerConfig.Builder config = config("test-hash-key").strict(one.get("strict").asBoolean());
        if (one.has("code_shapes")) config.codeShapes(Drafts.said(CodeShapes.class, one.get("code_shapes")));
        if (one.has("profile")) config.profile(Billwire.readWireProfile(one.json("profile")));
        return new Biller(config.build());
    }

    static JsonNode json(String text) throws JsonProcessingException {
        return Vectors.JSON.readTree(text);
    }

    static void assertSame(JsonNode expected, JsonNode actual) {
        assertTrue(Shown.same(expected, actual), () -> "\n    is  " + actual + "\n    not " + expected);
    }

    /** Compares paths and codes in order, and an offset where the vector states one. */
    static void assertPlaces(Iterable<JsonNode> expected, List<Finding> actual) {
        List<JsonNode> places = StreamSupport.stream(expected.spliterator(), false).toList();
        assertEquals(
                places.stream().map(place -> place.get("path").textValue() + " " + place.get("code").textValue()).toList(),
                actual.stream().map(finding -> finding.path() + " " + finding.code().text()).toList());
        for (int i = 0; i < places.size(); i++) {
            JsonNode offset = places.get(i).get("offset");
            if (offset != null) assertEquals(offset.intValue(), actual.get(i).offset());
        }
    }

    /** Returns the error that some work throws. */
    static BillwireException errorOf(Executable work) {
        return assertThrows(BillwireException.class, work);
    }

    /** Returns a constant as the vectors write it: {@code SEND_AGAIN} is {@code sendAgain}. */
    static String word(Enum<?> constant) {
        StringBuilder word = new StringBuilder();
        for (String part : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            word.append(word.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }
}
