package io.github.billwire.conformance;

import static io.github.billwire.conformance.Billers.assertPlaces;
import static io.github.billwire.conformance.Billers.errorOf;
import static io.github.billwire.conformance.Billers.word;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.github.billwire.Biller;
import io.github.billwire.BillwireException;
import io.github.billwire.Finding;
import io.github.billwire.HttpRequest;
import io.github.billwire.NextStep;
import io.github.billwire.OperationName;
import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Drafts;
import io.github.billwire.vectors.Operations;
import io.github.billwire.vectors.Unsayable;
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
            if (draft.isPresent()) check(one, () -> fromDraft(biller, one, draft.get()));
        }
    }

    private static void check(Case one, Work work) throws Exception {
        if (one.has("violations")) {
            BillwireException error = assertInstanceOf(BillwireException.InvalidRequest.class, errorOf(work::prepare));
            assertEquals(one.text("operation"), word(error.details().operation()));
            assertEquals(NextStep.FIX_REQUEST, error.details().nextStep());
            assertPlaces(one.get("violations"), error.details().violations());
            assertEquals(one.get("violations_omitted").intValue(), error.details().violationsOmitted());
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

    private static Prepared fromJson(Biller biller, Case one) throws Exception {
        return Prepared.of(Operations.prepareJson(biller, one.text("operation"), one.json("request")));
    }

    private static Prepared fromDraft(Biller biller, Case one, Object draft) throws Exception {
        return Prepared.of(Operations.prepare(biller, one.text("operation"), draft));
    }

    /** Returns the draft of a request, if the types can express it. */
    private static Optional<Object> draft(Case one) {
        // An Instant has no offset: billwire writes it in UTC.
        if (one.get("profile").path("dateStyle").asText().startsWith("offset")) return Optional.empty();
        try {
            return Optional.of(Drafts.said(Operations.draft(Biller.class, one.text("operation")), one.get("request")));
        } catch (Unsayable reason) {
            return Optional.empty();
        }
    }

    /** A call of any operation. */
    private record Prepared(OperationName operation, HttpRequest request, List<Finding> warnings) {
        static Prepared of(Object prepared) throws Exception {
            try (AutoCloseable call = (AutoCloseable) prepared) {
                List<?> warnings = (List<?>) Operations.invoke(call, "warnings");
                return new Prepared(
                        (OperationName) Operations.invoke(call, "operation"),
                        (HttpRequest) Operations.invoke(call, "request"),
                        warnings.stream().map(Finding.class::cast).toList());
            }
        }
    }

    @FunctionalInterface
    private interface Work {
        Prepared prepare() throws Exception;
    }
}
