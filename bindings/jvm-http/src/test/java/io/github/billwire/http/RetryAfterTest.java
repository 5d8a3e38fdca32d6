package io.github.billwire.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final long NOON = 1_769_860_800_000L; // 2026-01-31T12:00:00Z

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | | 0",
                " 120 | | 120000",
                "999999999 | | 999999999000",
                "Sat, 31 Jan 2026 12:00:05 GMT | | 5000",
                "Sat, 31 Jan 2026 11:59:00 GMT | | 0",
                "Sat, 31 Jan 2026 12:00:05 GMT | Sat, 31 Jan 2026 12:00:02 GMT | 3000",
                "Sat, 31 Jan 2026 12:00:05 GMT | yesterday | 5000",
            })
    void countsSecondsOrByADate(String retryAfter, String date, long millis) {
        assertEquals(OptionalLong.of(millis), RetryAfter.millis(retryAfter, date, NOON));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "-1", "1.5", "1000000000", "soon", "2026-01-31T12:00:05Z", "Sat, 31 Abc 2026 12:00:05 GMT"})
    void ignoresEverythingElse(String retryAfter) {
        assertEquals(OptionalLong.empty(), RetryAfter.millis(retryAfter, null, NOON));
    }
}
