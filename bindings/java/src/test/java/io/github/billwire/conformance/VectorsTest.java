package io.github.billwire.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.billwire.vectors.Case;
import io.github.billwire.vectors.Vectors;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Runs every vector of every file, by its id. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VectorsTest {
    private final TreeSet<String> passed = new TreeSet<>();

    @TestFactory
    Stream<DynamicTest> signing() {
        return vectors("signing", Signatures::checkSigning);
    }

    @TestFactory
    Stream<DynamicTest> requests() {
        return vectors("requests", Requests::checkRequest);
    }

    @TestFactory
    Stream<DynamicTest> responses() {
        return vectors("responses", Answers::checkResponse);
    }

    @TestFactory
    Stream<DynamicTest> webhooks() {
        return vectors("webhooks", Webhooks::checkWebhook);
    }

    @TestFactory
    Stream<DynamicTest> confirmations() {
        return vectors("confirmations", Webhooks::checkConfirmation);
    }

    @TestFactory
    Stream<DynamicTest> lookups() {
        return vectors("lookups", Webhooks::checkLookup);
    }

    @TestFactory
    Stream<DynamicTest> deliveries() {
        return vectors("deliveries", Webhooks::checkDelivery);
    }

    @TestFactory
    Stream<DynamicTest> mistakes() {
        return vectors("mistakes", Signatures::checkMistake);
    }

    @TestFactory
    Stream<DynamicTest> parses() {
        return vectors("parses", Signatures::checkParses);
    }

    @AfterAll
    void writeDownWhatPassed() {
        Vectors.writePassed("java", passed);
    }

    private Stream<DynamicTest> vectors(String file, Check check) {
        return Vectors.cases(file).stream().map(one -> dynamicTest(one.id(), () -> {
            check.check(one);
            assertTrue(passed.add(one.id()), "the id stands twice");
        }));
    }

    @FunctionalInterface
    private interface Check {
        void check(Case one) throws Exception;
    }
}
