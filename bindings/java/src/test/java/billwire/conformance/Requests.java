package billwire.conformance;

import static billwire.conformance.Billers.assertPlaces;
import static billwire.conformance.Billers.errorOf;
import static billwire.conformance.Billers.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import billwire.Biller;
import billwire.BillwireException;
import billwire.Finding;
import billwire.HttpRequest;
import billwire.NextStep;
import billwire.Onboarding;
import billwire.OnboardingCall;
import billwire.OperationName;
import billwire.Settlement;
import billwire.SettlementCall;
import billwire.Verification;
import billwire.VerificationCall;
import billwire.vectors.Case;
import billwire.vectors.Drafts;
import billwire.vectors.Unsayable;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Requests from JSON, and from drafts where the types can express them. */
final class Requests {
    private Requests() {}

    static void checkRequest(Case one) throws Exception {
        try (Biller biller = Billers.of(one)) {
            check(one, () -> fromJson(biller, one));
            Optional<Object> draft = draft(one);
            if (draft.isPresent()) check(one, () -> fromDraft(biller, draft.get()));
        }
    }

    private static void check(Case one, Work work) throws Exception {
        if (one.has("violations")) {
            BillwireException error = assertInstanceOf(BillwireException.InvalidRequest.class, errorOf(work::prepare));
            assertEquals(one.text("operation"), word(error.details().operation()));
            assertEquals(NextStep.FIX_REQUEST, error.details().nextStep());
            assertPlaces(one.get("violations"), error.details().violations());
            assertEquals(one.get("violations_omitted").longValue(), error.details().violationsOmitted());
            return;
        }
        Prepared prepared = work.prepare();
        assertEquals(one.text("operation"), word(prepared.operation));
        assertEquals(one.text("method"), prepared.request.method());
        assertEquals(Billers.BASE_URL + one.text("path"), prepared.request.url());
        List<String> headers = StreamSupport.stream(one.get("headers").spliterator(), false)
                .map(header -> header.get(0).textValue() + ": " + header.get(1).textValue())
                .toList();
        assertEquals(headers, prepared.request.headers().stream().map(it -> it.name() + ": " + it.value().text()).toList());
        assertEquals(one.text("body"), prepared.request.body().text());
        assertPlaces(one.get("warnings"), prepared.warnings);
    }

    private static Prepared fromJson(Biller biller, Case one) throws BillwireException {
        String json = one.json("request");
        return switch (one.text("operation")) {
            case "onboarding" -> Prepared.of(biller.prepareOnboardingJson(json));
            case "settlement" -> Prepared.of(biller.prepareSettlementJson(json));
            case "verification" -> Prepared.of(biller.prepareVerificationJson(json));
            default -> throw new AssertionError("no shape: " + one.text("operation"));
        };
    }

    private static Prepared fromDraft(Biller biller, Object draft) throws BillwireException {
        return switch (draft) {
            case Onboarding onboarding -> Prepared.of(biller.prepareOnboarding(onboarding));
            case Settlement bill -> Prepared.of(biller.prepareSettlement(bill));
            case Verification verification -> Prepared.of(biller.prepareVerification(verification));
            default -> throw new AssertionError("no draft: " + draft);
        };
    }

    /** Returns the draft of a request, if the types can express it. */
    private static Optional<Object> draft(Case one) {
        // An Instant has no offset: billwire writes it in UTC.
        if (one.get("profile").path("dateStyle").asText().startsWith("offset")) return Optional.empty();
        Class<?> type = switch (one.text("operation")) {
            case "onboarding" -> Onboarding.class;
            case "settlement" -> Settlement.class;
            case "verification" -> Verification.class;
            default -> throw new AssertionError("no shape: " + one.text("operation"));
        };
        try {
            return Optional.of(Drafts.said(type, one.get("request")));
        } catch (Unsayable reason) {
            return Optional.empty();
        }
    }

    /** A call of any operation. */
    private record Prepared(OperationName operation, HttpRequest request, List<Finding> warnings) {
        static Prepared of(OnboardingCall call) {
            try (call) {
                return new Prepared(call.operation(), call.request(), call.warnings());
            }
        }

        static Prepared of(SettlementCall call) {
            try (call) {
                return new Prepared(call.operation(), call.request(), call.warnings());
            }
        }

        static Prepared of(VerificationCall call) {
            try (call) {
                return new Prepared(call.operation(), call.request(), call.warnings());
            }
        }
    }

    @FunctionalInterface
    private interface Work {
        Prepared prepare() throws BillwireException;
    }
}
