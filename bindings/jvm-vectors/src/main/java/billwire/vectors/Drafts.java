package billwire.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the package's own types from the JSON of the vectors, field by field. */
public final class Drafts {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern INSTANT =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?)(?:Z|([+-])(\\d\\d):(\\d\\d))");

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
        try {
            return Members.construct(type, values.toArray());
        } catch (InvocationTargetException error) {
            if (error.getCause() instanceof NullPointerException) throw new Unsayable("something required is absent");
            throw new AssertionError(error);
        }
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
        if (type == long.class || type == Long.class) return integer(json);
        if (type == BigDecimal.class) return decimal(json);
        if (json.isObject() && type instanceof Class<?> record) return said(record, json);
        if (!json.isTextual()) throw new Unsayable("it is no text");
        if (type == String.class) return json.textValue();
        if (type == Instant.class) return instant(json.textValue());
        if (type instanceof Class<?> text && text.getSimpleName().equals("SensitiveText")) return sensitive(text, json);
        throw new AssertionError("a type that is new: " + type);
    }

    private static List<Object> list(ParameterizedType type, JsonNode json) throws Unsayable {
        if (!json.isArray()) throw new Unsayable("it is no list");
        List<Object> items = new ArrayList<>();
        for (JsonNode item : json) items.add(value(type.getActualTypeArguments()[0], item));
        return items;
    }

    private static Long integer(JsonNode json) throws Unsayable {
        if (!json.isNumber()) throw new Unsayable("it is no number");
        try {
            return json.decimalValue().longValueExact();
        } catch (ArithmeticException error) {
            throw new Unsayable("it is no long");
        }
    }

    private static BigDecimal decimal(JsonNode json) throws Unsayable {
        if (json.isNumber()) return json.decimalValue();
        if (json.isTextual() && NUMBER.matcher(json.textValue()).matches()) return new BigDecimal(json.textValue());
        throw new Unsayable("it is no decimal");
    }

    private static Object sensitive(Class<?> type, JsonNode json) {
        try {
            return Members.construct(type, new Object[] {json.textValue()});
        } catch (InvocationTargetException error) {
            throw new AssertionError(error);
        }
    }
}
