package io.github.billwire.boundary;

import static io.github.billwire.boundary.Inputs.bill;
import static io.github.billwire.boundary.Inputs.body;
import static io.github.billwire.boundary.Inputs.received;
import static io.github.billwire.boundary.Inputs.text;
import static io.github.billwire.boundary.Inputs.violations;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.Billwire;
import io.github.billwire.BillwireException;
import io.github.billwire.Customers;
import io.github.billwire.Finding;
import io.github.billwire.HashToken;
import io.github.billwire.Language;
import io.github.billwire.Line;
import io.github.billwire.Onboarding;
import io.github.billwire.PaymentServiceType;
import io.github.billwire.Settlement;
import io.github.billwire.SignedFields;
import io.github.billwire.SigningKey;
import io.github.billwire.WebhookLimits;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WireProfile;
import io.github.billwire.vectors.Drafts;
import io.github.billwire.vectors.Vectors;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts, numbers, instants and absence at their limits. */
class ValuesTest {
    /** Khmer with a zero-width space, and a surrogate pair. */
    private static final String KHMER = "សុខ\u200bដារ៉ា ១២៣ 𝄞";

    private static final String LONE = "a\ud83d?";
    private static final long LARGEST = (1L << 53) - 1;

    private static final Map<Class<?>, String> DRAFTS = Map.of(
            Onboarding.class, "{'supplier_sync_code':'S-1','name':'Store','return_url':'https://a.example'}",
            Settlement.class,
                    "{'ref_id':'INV-0001','date':'2026-01-31T17:00:00Z','due_date':'2026-02-28T17:00:00Z','currency':'KHR',"
                            + "'total_amount':40000,'total_amount_khr':'40000','customer_sync_code':'C-1','settlement_to':'S-1'}",
            io.github.billwire.Verification.class, "{'identity_code':'INV-0001','purpose_of_transaction':'2026-01-31'}");

    @Test
    void aFindingHasASentenceInEachLanguage() throws BillwireException {
        var verification = io.github.billwire.Verification.builder().identityCode("").purposeOfTransaction("INV-1").build();
        var finding = io.github.billwire.Drafts.validate(verification).violations().getFirst();
        assertEquals("The text is empty.", Billwire.sentence(finding, Language.ENGLISH));
        assertEquals(Billwire.sentence(finding.code(), Language.KHMER), Billwire.sentence(finding, Language.KHMER));
        assertTrue(Billwire.sentence(finding, Language.KHMER).endsWith("។"));
    }

    @Test
    void aTransactionIsReadWithoutABiller() throws BillwireException {
        String json = """
                {"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.123","tran_amount":"9007199254740993.25","fee_amount":0,
                "total_amount":"9007199254740993.25","currency":"USD","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
                "purpose_of_transaction":"INV-1","status":"pending","extra":{}}""";
        assertEquals(new BigDecimal("9007199254740993.25"), Billwire.transactionFromJson(json).totalAmount());
        assertThrows(BillwireException.Unreadable.class, () -> Billwire.transactionFromJson("{}"));
    }

    @TestFactory
    Stream<DynamicTest> everyTextFieldTakesKhmerAndNoLoneSurrogate() {
        return DRAFTS.keySet().stream().flatMap(type -> textFields(type).map(field -> DynamicTest.dynamicTest(
                type.getSimpleName() + "." + field, () -> {
                    assertEquals(KHMER, body(with(type, field, KHMER)).get(field).textValue());
                    Object broken = with(type, field, LONE);
                    assertTrue(violations(() -> text(broken)).getFirst().startsWith(field + " "));
                })));
    }

    @Test
    void receivesKhmerUnchanged() throws Exception {
        var payload = received("{\"bank_name\":\"" + KHMER + "\",\"customers\":[{\"customer_name\":\"" + KHMER + "\"}]}");
        assertEquals(KHMER, payload.bankName());
        var listed = assertInstanceOf(Customers.Listed.class, payload.customers());
        assertEquals(KHMER, listed.customers().getFirst().customerName());
    }

    @Test
    void aQuestionMarkIsNoLoneSurrogate() throws Exception {
        assertEquals("Paid?", body(bill().description("Paid?").build()).get("description").textValue());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, LARGEST})
    void takesWholeNumbersBelow2To53(long amount) throws Exception {
        assertEquals(amount, body(Inputs.bill("I", Inputs.DATE, amount).build()).get("total_amount").longValue());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, LARGEST + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesWholeNumbersBeyond2To53(long amount) {
        var beyond = Inputs.bill("I", Inputs.DATE, amount).totalAmountKhr(BigDecimal.ONE).build();
        assertEquals(List.of("total_amount out_of_range"), violations(() -> text(beyond)));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0})
    void refusesCountsBelowOne(int count) {
        var config = BillerConfig.builder().baseUrl("https://service.example").maxLines(count).build();
        var limits = WebhookLimits.builder().bytes(count).build();
        Map<String, Executable> works = Map.of(
                "maxLines", () -> new Biller(config), "limits.bytes", () -> WebhookReceiver.checkout(limits));
        works.forEach((path, work) -> {
            var details = assertThrows(BillwireException.InvalidConfig.class, work).details();
            assertEquals(List.of(path), details.violations().stream().map(Finding::path).toList());
        });
    }

    @Test
    void decimalsHaveAtMost34Digits() throws Exception {
        String digits = "1234567890".repeat(4);
        for (String price : List.of(digits.substring(0, 34), "0." + digits.substring(0, 34), "-0.5", "1.50")) {
            assertTrue(text(priced(price)).contains("\"price\":" + price));
        }
        for (String price : List.of(digits.substring(0, 35), "0." + digits.substring(0, 35), "7".repeat(10_000))) {
            assertEquals(List.of("details[0].price too_many_digits"), violations(() -> text(priced(price))));
        }
    }

    @Test
    void decimalsKeepTheirValueAtEveryScale() throws Exception {
        for (String digits : List.of("0", "1", "126", "127", "128", "9".repeat(17), "9".repeat(18), "1" + "0".repeat(18))) {
            for (int scale : new int[] {-3, -1, 0, 1, 2, 5, 6, 7, 18}) {
                for (String sign : List.of("", "-")) {
                    BigDecimal price = new BigDecimal(new BigInteger(sign + digits), scale);
                    assertTrue(text(priced(price)).contains("\"price\":" + price.toPlainString() + "}"), price::toString);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e35", "1e-35", "1e2147483647", "1e-2147483647", "-1e2147483647"})
    void exponentsAreLimited(String price) {
        assertEquals(List.of("details[0].price out_of_range"), violations(() -> text(priced(price))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.10", "12345678901234567890.12345678901234", "1e-7"})
    void amountsAreReceivedWithEveryDigit(String amount) throws Exception {
        assertEquals(0, new BigDecimal(amount).compareTo(received("{\"tran_amount\":" + amount + "}").tranAmount()));
        assertEquals(0, new BigDecimal(amount).compareTo(received("{\"tran_amount\":\"" + amount + "\"}").tranAmount()));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T17:00:00.123Z, 2026-01-31T17:00:00.123Z",
        "2026-01-31T17:00:00.123999999Z, 2026-01-31T17:00:00.123Z",
        "1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00.000Z",
    })
    void writesMilliseconds(Instant given, String written) throws Exception {
        assertEquals(written, body(Inputs.bill("I", given, 1).build()).get("date").textValue());
    }

    @Test
    void writesEveryMillisecond() throws Exception {
        for (int millis = 0; millis < 1000; millis++) {
            String written = "2026-01-31T17:00:00.%03dZ".formatted(millis);
            assertEquals(written, body(Inputs.bill("I", Instant.parse(written), 1).build()).get("date").textValue());
        }
    }

    @Test
    void refusesYearsWithoutFourDigits() throws Exception {
        Instant first = Instant.parse("0000-01-01T00:00:00Z");
        Instant last = Instant.parse("9999-12-31T23:59:59.999Z");
        try (SigningKey key = new SigningKey(new HashToken("key"))) {
            for (Instant date : List.of(first.minusNanos(1), last.plusMillis(1), Instant.MIN, Instant.MAX)) {
                assertEquals("date year_out_of_range", violations(() -> text(Inputs.bill("I", date, 1).build())).getFirst());
                SignedFields fields = Inputs.fields("I", date, 1);
                assertEquals(List.of("date year_out_of_range"), violations(() -> key.sign(fields)));
            }
        }
        try (var biller = Inputs.biller("key", WireProfile.builder().signingOffset(ZoneOffset.ofHours(1)).build())) {
            assertEquals("date year_out_of_range", violations(() -> biller.prepareSettlement(Inputs.bill("I", last, 1).build())).getFirst());
        }
    }

    @Test
    void omitsAbsentFields() throws Exception {
        Set<String> keys = new HashSet<>();
        body(bill().build()).fieldNames().forEachRemaining(keys::add);
        assertEquals(Set.of("ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to",
                "total_amount_khr", "hash"), keys);
        assertFalse(body(bill().details(null).build()).has("details"));
        assertEquals(0, body(bill().details(List.of()).build()).get("details").size());
        assertEquals(List.of("description empty"), violations(() -> text(bill().description("").build())));
    }

    @Test
    void refusesNullForRequiredFields() {
        assertThrows(NullPointerException.class, () -> Inputs.bill(null, Inputs.DATE, 1).build());
    }

    @Test
    void tellsAbsentNullAndEmptyCustomersApart() throws Exception {
        assertEquals(new Customers.Absent(), received("{}").customers());
        assertEquals(new Customers.Null(), received("{\"customers\":null}").customers());
        assertEquals(new Customers.Listed(List.of()), received("{\"customers\":[]}").customers());
        assertNull(received("{\"tran_id\":null}").tranId());
        assertEquals("", received("{\"tran_id\":\"\"}").tranId());
    }

    @Test
    void keepsUnknownMembersAndWords() throws Exception {
        String extra = "{\"a\":null,\"b\":[1.50,1e400,\"ខ្មែរ\"]}";
        assertEquals(extra, received(extra).extra());
        assertEquals(new PaymentServiceType.Other("cash"), received("{\"payment_service_type\":\"cash\"}").paymentServiceType());
        assertEquals(new PaymentServiceType.Khqr(), received("{\"payment_service_type\":\"KHQR\"}").paymentServiceType());
    }

    @Test
    void recordsWithEqualComponentsAreEqual() throws Exception {
        Settlement bill = bill().totalTax(10L).details(List.of(Line.builder().price(new BigDecimal("1.50")).build())).build();
        Settlement same = bill().totalTax(10L).details(List.of(Line.builder().price(new BigDecimal("1.50")).build())).build();
        assertEquals(bill, same);
        assertEquals(bill.hashCode(), same.hashCode());
        assertNotEquals(bill, bill().build());
        assertEquals(received("{\"tran_amount\":1.50,\"a\":1}"), received("{\"tran_amount\":1.50,\"a\":1}"));
    }

    private static Settlement priced(String price) {
        return priced(new BigDecimal(price));
    }

    private static Settlement priced(BigDecimal price) {
        return bill().details(List.of(Line.builder().price(price).build())).build();
    }

    private static Object with(Class<?> type, String field, String text) throws Exception {
        ObjectNode json = (ObjectNode) Vectors.JSON.readTree(DRAFTS.get(type).replace('\'', '"'));
        return Drafts.said(type, json.put(field, text));
    }

    private static Stream<String> textFields(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .filter(part -> Set.of("String", "SensitiveText").contains(part.getType().getSimpleName()))
                .map(part -> part.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT))
                .filter(name -> !name.equals("extra"));
    }
}
