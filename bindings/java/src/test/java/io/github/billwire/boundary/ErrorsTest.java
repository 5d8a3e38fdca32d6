package io.github.billwire.boundary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.AddLinkAccount;
import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.CodesByOperation;
import io.github.billwire.HashToken;
import io.github.billwire.NextStep;
import io.github.billwire.Onboarding;
import io.github.billwire.SensitiveText;
import io.github.billwire.Settlement;
import io.github.billwire.SigningKey;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import io.github.billwire.WireProfile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Errors by their kind, and secrets that nothing prints. */
class ErrorsTest {
    private static final String CANARY = "Canary7e1f";
    private static final WireProfile REFUSING = WireProfile.builder()
            .refusalCodes(CodesByOperation.builder().settlement(List.of("E-17")).build())
            .build();

    @Test
    void throwsEachKindWithItsNextStep() {
        Map<Class<? extends BillwireException>, Executable> kinds = Map.of(
                BillwireException.InvalidRequest.class, () -> Inputs.text(Inputs.bill("", Inputs.DATE, 1).build()),
                BillwireException.InvalidConfig.class, () -> new Biller(BillerConfig.builder().baseUrl("http://a.example").build()),
                BillwireException.MissingCredential.class, () -> new Biller(BillerConfig.builder()
                        .baseUrl("https://a.example").bearer(new BearerToken("b")).build()).prepareSettlement(Inputs.bill().build()),
                BillwireException.Rejected.class, () -> Inputs.biller("k", REFUSING).decodeSettlement(200, refusal()),
                BillwireException.Undetermined.class, () -> Inputs.biller().decodeSettlement(500, new byte[0]),
                BillwireException.Unreadable.class, () -> Inputs.biller().decodeVerification(200, Inputs.bytes("{")),
                BillwireException.Unauthenticated.class, () -> Inputs.receiver().receive(Map.of(), new byte[0]),
                BillwireException.InvalidWebhook.class, () -> WebhookReceiver.checkout().receive(Map.of(), new byte[0]));
        Set<Class<?>> all = new HashSet<>(List.of(BillwireException.class.getPermittedSubclasses()));
        all.remove(BillwireException.Internal.class); // No input causes it.
        assertEquals(all, kinds.keySet());
        kinds.forEach((kind, work) -> {
            BillwireException error = assertThrows(kind, work);
            String end = " [%s, next: %s]".formatted(error.details().kind(), error.details().nextStep().name());
            assertEquals(error.details().text() + end, error.getMessage());
            String name = kind.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
            assertEquals(name, error.details().kind());
            assertTrue(error.toString().endsWith(": " + error.getMessage()) && error.getMessage().length() > 15);
        });
        BillwireException error = assertThrows(BillwireException.Unreadable.class, kinds.get(BillwireException.Unreadable.class));
        assertEquals(NextStep.VERIFY_AGAIN, error.details().nextStep());
        assertEquals("https://billwire.github.io/billwire/errors.html#" + error.details().code().text(), error.details().code().docUrl());
    }

    @Test
    void reportsAllViolationsAtOnce() {
        var wrong = Inputs.bill("", Inputs.DATE, -1).description("\u0001").build();
        assertEquals(List.of("ref_id empty", "total_amount out_of_range", "description control_character"),
                Inputs.violations(() -> Inputs.text(wrong)));
    }

    @Test
    void printsNoMessageOfTheService() {
        BillwireException error =
                assertThrows(BillwireException.Rejected.class, () -> Inputs.biller("k", REFUSING).decodeSettlement(200, refusal()));
        assertEquals(CANARY, error.details().messageEn().text());
        assertEquals("E-17", error.details().responseCode());
        assertHidden(error, error.details());
    }

    @Test
    void anInvalidStatusIsNoSuccess() {
        for (int status : List.of(-1, 0, 70000, 65736, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
            assertThrows(BillwireException.Undetermined.class,
                    () -> Inputs.biller().decodeOnboarding(status, Inputs.bytes("{\"code\":\"000\"}")));
        }
    }

    @Test
    void printsNoSecret() throws Exception {
        BillerConfig config = Inputs.config(CANARY).build();
        Biller biller = new Biller(config);
        HashToken token = new HashToken(CANARY);
        Settlement bill = Inputs.bill().paymentMethodToken(new SensitiveText(CANARY)).build();
        var call = biller.prepareSettlement(bill);
        var onboarding = biller.prepareOnboarding(Onboarding.builder().supplierSyncCode("S-1").name("Store").build());
        assertTrue(call.request().body().text().contains(CANARY));
        assertTrue(onboarding.request().headers().stream().anyMatch(header -> header.value().text().contains(CANARY)));
        var linked = biller.decodeOnboarding(
                200, Inputs.bytes("{\"code\":\"000\",\"data\":{\"add_link_account\":{\"web_url\":\"https://a.example/" + CANARY + "\"}}}"));
        assertTrue(linked.data().addLinkAccount().webUrl().text().endsWith(CANARY));
        assertHidden(config, config.bearer(), config.verificationToken(), config.hashToken(), biller, token, new SigningKey(token),
                biller.withBearer(new BearerToken(CANARY)), new WebhookToken(CANARY),
                WebhookReceiver.merchantProxy(List.of(new WebhookToken(CANARY))), bill, bill.toString(), call, call.request(),
                onboarding, onboarding.request(), linked, new AddLinkAccount(new SensitiveText(CANARY), "{}"),
                assertThrows(BillwireException.class, () -> new Biller(Inputs.config(CANARY + " ").build())),
                assertThrows(AssertionError.class, () -> assertEquals(Inputs.bill().build(), bill)));
    }

    @Test
    void sensitiveTextIsComparedLikeText() {
        assertEquals(new SensitiveText("a"), new SensitiveText("a"));
        assertEquals(new SensitiveText("a").hashCode(), new SensitiveText("a").hashCode());
        assertFalse(new SensitiveText("a").equals(new SensitiveText("b")));
    }

    private static byte[] refusal() {
        return Inputs.bytes("{\"code\":\"E-17\",\"message\":\"" + CANARY + "\"}");
    }

    private static void assertHidden(Object... values) {
        for (Object value : values) {
            StringWriter printed = new StringWriter().append(String.valueOf(value)).append("%s".formatted(value));
            if (value instanceof Throwable error) error.printStackTrace(new PrintWriter(printed));
            assertFalse(printed.toString().contains(CANARY), printed::toString);
        }
    }
}
