package io.github.billwire.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the package's own types from the JSON of the vectors, field by field. */
public final class Drafts {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern INSTANT =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?)(?:Z|([+-])(\\d\\d):(\\d\\d))");

    private static final int DIGITS_OF_A_DOUBLE = 15;
    private static final BigDecimal LARGEST_WHOLE = BigDecimal.valueOf((1L << 53) - 1);

    private Drafts() {}

    /**
     * A JSON object as a value of this type.
     *
     * @throws Unsayable if the types cannot say it
     */
    public static <T> T said(Class<T> type, JsonNode json) throws Unsayable {
        if (!json.isObject()) throw new Unsayable("it is no object");
        Set<String> unknown = new HashSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        List<Object> values = new ArrayList<>();
        for (Field field : Members.of(type)) {
            String name = Members.wireName(field.getName());
            unknown.remove(name);
            values.add(value(field, json.path(name)));
        }
        if (!unknown.isEmpty()) throw new Unsayable("nobody knows " + unknown);
        return Members.construct(type, values.toArray());
    }

    /**
     * An instant in the notation of RFC 3339, to the millisecond.
     *
     * @throws Unsayable if the text is none
     */
    public static Instant instant(String text) throws Unsayable {
        Matcher parts = INSTANT.matcher(text);
        if (!parts.matches()) throw new Unsayable("no instant");
        try {
            Instant utc = LocalDateTime.parse(parts.group(1)).toInstant(ZoneOffset.UTC);
            if (parts.group(2) == null) return utc;
            int hours = Integer.parseInt(parts.group(3));
            int minutes = Integer.parseInt(parts.group(4));
            if (hours > 23 || minutes > 59) throw new Unsayable("no offset");
            Duration east = Duration.ofHours(hours).plusMinutes(minutes);
            return parts.group(2).equals("+") ? utc.minus(east) : utc.plus(east);
        } catch (DateTimeException error) {
            throw new Unsayable("no instant");
        }
    }

    private static Object value(Field field, JsonNode json) throws Unsayable {
        if (json.isMissingNode() || json.isNull()) return null;
        if (field.getName().equals("extra")) {
            if (!json.isObject()) throw new Unsayable("extra is an object");
            return json.toString();
        }
        return value(field.getGenericType(), json);
    }

    private static Object value(Type type, JsonNode json) throws Unsayable {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) return list(list, json);
        if (type == long.class || type == Long.class) return integer(json, BigDecimal::longValueExact);
        if (type == Integer.class) return integer(json, BigDecimal::intValueExact);
        if (type == BigDecimal.class) return decimal(json);
        if (type == String.class) return text(json);
        if (type == Instant.class) return instant(text(json));
        Class<?> own = (Class<?>) type;
        return own.getSimpleName().equals("SensitiveText") ? Members.construct(own, text(json)) : said(own, json);
    }

    private static String text(JsonNode json) throws Unsayable {
        if (!json.isTextual()) throw new Unsayable("it is no text");
        return json.textValue();
    }

    private static List<Object> list(ParameterizedType type, JsonNode json) throws Unsayable {
        if (!json.isArray()) throw new Unsayable("it is no list");
        List<Object> items = new ArrayList<>();
        for (JsonNode item : json) items.add(value(type.getActualTypeArguments()[0], item));
        return items;
    }

    private static <N> N integer(JsonNode json, Function<BigDecimal, N> exact) throws Unsayable {
        if (!json.isNumber()) throw new Unsayable("it is no number");
        try {
            return exact.apply(json.decimalValue());
        } catch (ArithmeticException error) {
            throw new Unsayable("it is no integer of this type");
        }
    }

    /** A JSON number stands for a double, and no type here is one: it says a decimal only where it tells each from the next. */
    private static BigDecimal decimal(JsonNode json) throws Unsayable {
        if (json.isNumber()) {
            BigDecimal number = json.decimalValue();
            boolean whole = number.stripTrailingZeros().scale() <= 0 && number.abs().compareTo(LARGEST_WHOLE) <= 0;
            if (!whole && number.stripTrailingZeros().precision() > DIGITS_OF_A_DOUBLE) throw new Unsayable("it is no double");
            return number;
        }
        String text = text(json);
        if (!NUMBER.matcher(text).matches()) throw new Unsayable("it is no decimal");
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException error) {
            throw new Unsayable("its exponent is beyond a decimal's");
        }
    }
}
