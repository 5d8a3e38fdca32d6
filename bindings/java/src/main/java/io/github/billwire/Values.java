package io.github.billwire;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Conversions between Java's own types and the texts and numbers that cross to the library. */
final class Values {
    private static final double MILLIS_OF_A_SECOND = 1000;
    private static final int NANOS_OF_A_MILLI = 1_000_000;

    private Values() {}

    static BigDecimal of(io.github.billwire.ffi.Decimal decimal) {
        return new BigDecimal(decimal.value());
    }

    static BigDecimal of(io.github.billwire.ffi.DecimalDraft decimal) {
        return new BigDecimal(decimal.value());
    }

    static Instant of(io.github.billwire.ffi.Instant instant) {
        return Instant.ofEpochMilli(instant.value().longValue());
    }

    static ZoneOffset of(io.github.billwire.ffi.SigningOffset offset) {
        return ZoneOffset.ofTotalSeconds(offset.value());
    }

    static SensitiveText of(io.github.billwire.ffi.Sensitive text) {
        return new SensitiveText(text.value());
    }

    /** Names and values alternate in the library's list. */
    static Map<String, List<String>> of(io.github.billwire.ffi.WebhookHeaders headers) {
        Map<String, List<String>> map = new LinkedHashMap<>();
        List<String> lines = headers.value();
        for (int i = 1; i < lines.size(); i += 2) {
            map.computeIfAbsent(lines.get(i - 1), name -> new ArrayList<>()).add(lines.get(i));
        }
        return map;
    }

    static io.github.billwire.ffi.DecimalDraft decimalDraft(BigDecimal decimal) {
        return new io.github.billwire.ffi.DecimalDraft(decimal.toString());
    }

    /** A double holds every instant: one far away is out of range there, too. */
    static io.github.billwire.ffi.Instant instant(Instant instant) {
        return new io.github.billwire.ffi.Instant(millis(instant));
    }

    static double millis(Instant instant) {
        return instant.getEpochSecond() * MILLIS_OF_A_SECOND + instant.getNano() / NANOS_OF_A_MILLI;
    }

    static io.github.billwire.ffi.SigningOffset signingOffset(ZoneOffset offset) {
        return new io.github.billwire.ffi.SigningOffset(offset.getTotalSeconds());
    }

    static io.github.billwire.ffi.Sensitive sensitive(SensitiveText text) {
        return new io.github.billwire.ffi.Sensitive(text(text.text()));
    }

    static io.github.billwire.ffi.WebhookHeaders webhookHeaders(Map<String, List<String>> headers) {
        List<String> lines = new ArrayList<>(2 * headers.size());
        headers.forEach((name, values) -> {
            for (String value : values) {
                lines.add(text(name));
                lines.add(text(value));
            }
        });
        return new io.github.billwire.ffi.WebhookHeaders(lines);
    }

    static <A, B> List<B> list(List<A> list, Function<A, B> conversion) {
        return list.stream().map(conversion).toList();
    }

    static <A, B> Map<String, B> map(Map<String, A> values, Function<A, B> conversion) {
        Map<String, B> map = new LinkedHashMap<>();
        values.forEach((name, value) -> map.put(name, conversion.apply(value)));
        return map;
    }

    static Map<String, String> texts(Map<String, String> texts) {
        Map<String, String> map = new LinkedHashMap<>();
        texts.forEach((name, value) -> map.put(text(name), text(value)));
        return map;
    }

    /**
     * Returns a text that has a form in UTF-8. A lone surrogate becomes a control character, which no field takes: so it
     * is a violation with its path, where uniffi would throw.
     */
    static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) return withoutLoneSurrogates(text);
        }
        return text;
    }

    private static String withoutLoneSurrogates(String text) {
        StringBuilder mended = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (i + 1 < text.length() && Character.isSurrogatePair(letter, text.charAt(i + 1))) i++;
            else if (Character.isSurrogate(letter)) mended.setCharAt(i, '\0');
        }
        return mended.toString();
    }
}
