package io.github.billwire.http;

import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TimeZone;
import java.util.regex.Pattern;

/** The header {@code Retry-After}: seconds, or a date by the service's own clock. */
final class RetryAfter {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
    private static final Pattern HTTP_DATE =
            Pattern.compile("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT");

    private RetryAfter() {}

    static OptionalLong millis(String retryAfter, String date, long nowMillis) {
        String wait = retryAfter == null ? "" : retryAfter.trim();
        if (SECONDS.matcher(wait).matches()) return OptionalLong.of(Long.parseLong(wait) * 1_000);
        OptionalLong until = parsed(wait);
        if (!until.isPresent()) return until;
        long now = parsed(date == null ? "" : date.trim()).orElse(nowMillis);
        return OptionalLong.of(Math.max(0, until.getAsLong() - now));
    }

    private static OptionalLong parsed(String text) {
        if (!HTTP_DATE.matcher(text).matches()) return OptionalLong.empty();
        // Android below API level 26 has no java.time.
        SimpleDateFormat format = new SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("GMT"));
        Date date = format.parse(text, new ParsePosition(0));
        return date == null ? OptionalLong.empty() : OptionalLong.of(date.getTime());
    }
}
