package io.github.billwire.vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Values of the package in the form of the vectors. */
public final class Shown {
    /** The words of sections 2.7 and 3, by the names that they have as types. */
    private static final Map<String, String> WORDS = Map.of(
            "Success", "success",
            "BankChannel", "Bank Channel",
            "Khqr", "KHQR",
            "DeeplinkCheckout", "Deeplink/Checkout",
            "DirectDebit", "Direct Debit");

    private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

    /** Numbers count by their value as doubles, which is how the vectors show them. */
    private static final Comparator<JsonNode> LEAVES = (one, other) -> {
        if (one.isNumber() && other.isNumber()) return Double.compare(one.doubleValue(), other.doubleValue());
        return one.equals(other) ? 0 : 1;
    };

    private Shown() {}

    /** Whether two values are the same: keys in any order, numbers by value. */
    public static boolean same(JsonNode one, JsonNode other) {
        return one.equals(LEAVES, other);
    }

    /** A value as JSON. A field that is null is left out; decimals are text, with the digits that they have. */
    public static JsonNode of(Object value) {
        if (value instanceof String text) return NODES.textNode(text);
        if (value instanceof Long || value instanceof Integer) return NODES.numberNode(((Number) value).longValue());
        if (value instanceof Boolean truth) return NODES.booleanNode(truth);
        if (value instanceof BigDecimal decimal) return NODES.textNode(decimal.toPlainString());
        if (value instanceof List<?> list) return list(list);
        if (value instanceof Enum<?> word) return NODES.textNode(word.name().toLowerCase(Locale.ROOT));
        return switch (value.getClass().getSimpleName()) {
            case "SensitiveText", "Other", "Listed" -> of(Members.value(Members.of(value.getClass()).get(0), value));
            case "Null" -> NODES.nullNode();
            case "Absent" -> NODES.missingNode();
            default -> {
                String word = WORDS.get(value.getClass().getSimpleName());
                yield word == null ? object(value) : NODES.textNode(word);
            }
        };
    }

    private static ArrayNode list(List<?> items) {
        ArrayNode array = NODES.arrayNode();
        items.forEach(item -> array.add(of(item)));
        return array;
    }

    private static ObjectNode object(Object value) {
        ObjectNode object = NODES.objectNode();
        for (Field field : Members.of(value.getClass())) {
            Object member = Members.value(field, value);
            if (member == null) continue;
            JsonNode shown = field.getName().equals("extra") ? parsed((String) member) : of(member);
            if (!shown.isMissingNode()) object.set(Members.wireName(field.getName()), shown);
        }
        return object;
    }

    private static JsonNode parsed(String json) {
        try {
            return Vectors.JSON.readTree(json);
        } catch (JsonProcessingException error) {
            throw new AssertionError("extra is no JSON", error);
        }
    }
}
