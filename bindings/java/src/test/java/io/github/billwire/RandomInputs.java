package io.github.billwire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random requests and webhooks, most of them everyday ones. */
final class RandomInputs {
    private static final Instant DATE = Instant.parse("2026-01-31T17:00:00Z");
    private static final String[] TEXTS = {
        "", " ", "អគ្គិសនី", "é", "😀", "\ud83d", "a\udc00b", "\u0001", "\u0085", "\"\\/", "\t\r\n", "a".repeat(5_000),
        "ក".repeat(3_000), "\u200b", "\uffff",
    };
    private static final String[] DECIMALS = {
        "0", "0.00", "1.5", "10.05", "-3", "0.001", "1E+3", "1e-20", "42949672.95", "42949672.96", "9007199254740993",
        "1".repeat(40),
    };
    private static final String[] WORDS = {
        "T-1", "success", "KHQR", "Direct Debit", "ធនាគារ", "é", "😀", "2026-01-31T17:00:00",
    };
    private static final String[] VALUES = {
        "null", "1", "true", "\"\\u1780\\n\"", "\"\\ud83d\"", "\"\u0001\"", "[]", "\"\"",
    };
    private static final String[] AMOUNTS = {
        "0", "\"10.50\"", "-1", "1e3", "\"0.10\"", "\"007\"", "100000", "\"x\"", "null", "true", "[]",
    };

    private final Random random = new Random(22);

    Settlement bill() {
        return Settlement.builder()
                .refId(text("INV-1"))
                .date(instant())
                .dueDate(instant())
                .currency(usually("KHR", "USD", "XYZ"))
                .totalAmount(usually(40_000L, 0L, -1L, (1L << 53) - 1, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE))
                .customerSyncCode(text("C-1"))
                .settlementTo(text("S-1"))
                .totalTax(orNull(() -> usually(3L, 50_000L)))
                .paymentMethodToken(orNull(() -> new SensitiveText(text("pm"))))
                .description(orNull(() -> text("ខែមករា")))
                .exchangeRateKhr(orNull(() -> decimal("4100")))
                .totalAmountKhr(orNull(() -> decimal("40000")))
                .details(orNull(() -> several(this::line)))
                .extra(usually(null, "{}", "[]", "{\"a\":1}"))
                .build();
    }

    /** Returns the body of a webhook. */
    String notice() {
        String customers = String.join(",", several(() -> "{" + members("customer_name", "bill_no", "amount") + "}"));
        String members = members("tran_id", "tran_no", "tran_amount", "status", "bank_name", "payment_service_type");
        String list = usually("[" + customers + "]", "null", "[null]", "{}");
        return "{" + members + ",\"" + usually("customers", "Customer", "new") + "\":" + list + "}";
    }

    private Line line() {
        return Line.builder()
                .itemName(orNull(() -> text("Rice")))
                .description(orNull(() -> text("5 kg\nJasmine")))
                .quantity(orNull(() -> usually(2L, 0L, -1L)))
                .price(orNull(() -> decimal("10.50")))
                .amount(usually(null, new BigDecimal("40000.00"), BigDecimal.ONE))
                .taxAmount(usually(null, new BigDecimal("3"), new BigDecimal("0.0")))
                .taxName(orNull(() -> text("VAT")))
                .build();
    }

    private String text(String usual) {
        return random.nextInt(12) > 0 ? usual + random.nextInt(1_000) : one(TEXTS);
    }

    private BigDecimal decimal(String usual) {
        return new BigDecimal(usually(usual, DECIMALS));
    }

    private Instant instant() {
        return usually(DATE, DATE.plusNanos(1_999_999), DATE.plusMillis(-1), Instant.EPOCH, Instant.MIN, Instant.MAX);
    }

    private String members(String... names) {
        List<String> members = new ArrayList<>();
        for (String name : names) {
            if (members.isEmpty() || random.nextBoolean()) members.add("\"" + name + "\":" + value(name));
        }
        return String.join(",", members);
    }

    private String value(String name) {
        return name.endsWith("amount") ? usually("12.50", AMOUNTS) : usually("\"" + one(WORDS) + "\"", VALUES);
    }

    private <T> List<T> several(Supplier<T> make) {
        return IntStream.range(0, random.nextInt(3)).mapToObj(i -> make.get()).toList();
    }

    private <T> @Nullable T orNull(Supplier<T> make) {
        return random.nextBoolean() ? make.get() : null;
    }

    @SafeVarargs
    private <T> T usually(T usual, T... others) {
        return random.nextInt(12) > 0 ? usual : one(others);
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
