package io.github.billwire.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.Claim;
import io.github.billwire.Code;
import io.github.billwire.CodesByOperation;
import io.github.billwire.Confirmed;
import io.github.billwire.CreditEnding;
import io.github.billwire.CreditFlow;
import io.github.billwire.CreditPolicy;
import io.github.billwire.CreditRuntime;
import io.github.billwire.CreditStep;
import io.github.billwire.DraftSettings;
import io.github.billwire.Drafts;
import io.github.billwire.Expectation;
import io.github.billwire.FlowAnswer;
import io.github.billwire.FlowRequest;
import io.github.billwire.HashToken;
import io.github.billwire.NotSentException;
import io.github.billwire.OperationName;
import io.github.billwire.Sent;
import io.github.billwire.Settlement;
import io.github.billwire.SettlementEnding;
import io.github.billwire.SettlementFlow;
import io.github.billwire.SettlementLookup;
import io.github.billwire.SettlementPolicy;
import io.github.billwire.SettlementProof;
import io.github.billwire.SettlementStep;
import io.github.billwire.StoredRecord;
import io.github.billwire.VerificationToken;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import io.github.billwire.WireProfile;
import io.github.billwire.vectors.Vectors;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows as a program of Java drives them. Core's tests have their rules. */
class FlowTest {
    private static final String SETTLED =
            "{\"code\":\"000\",\"data\":{\"bill\":{\"status\":\"success\"},\"payment\":{\"status\":\"success\"}}}";
    private static final String FOUND = """
            {"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
             "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
             "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}""";
    private static final String NOT_FOUND = "{\"code\":\"404\"}";
    private static final Expectation BILLED =
            new Expectation("INV-1", "INV-1", "KHR", new BigDecimal("40000"), null);
    private static final SettlementPolicy POLICY = SettlementPolicy.builder()
            .attempts(2)
            .pauseMs(10L)
            .longestPauseMs(10L)
            .notFoundHoldsMs(100L)
            .inFlightMs(50L)
            .deadlineMs(1_000L)
            .build();

    @Test
    void savesSendsAndEnds() throws Exception {
        try (var flow = start()) {
            assertEquals(kept("in-doubt"), save(flow, 0));
            flow.answered(request(flow, 0).number(), 200, bytes(SETTLED), at(0));
            assertEquals(kept("settled-by-answer"), save(flow, 0));
            var end = assertInstanceOf(SettlementStep.Finished.class, flow.step(at(0), 1.0));
            var settled = assertInstanceOf(SettlementEnding.Settled.class, end.ending());
            assertEquals("000", assertInstanceOf(SettlementProof.Answer.class, settled.proof()).response().code());
        }
    }

    @Test
    void refusesWhatItDidNotAskFor() throws Exception {
        try (var flow = start()) {
            assertOutOfTurn(() -> flow.saved(1));
            assertInstanceOf(SettlementStep.Save.class, flow.step(at(0), 1.0));
            assertOutOfTurn(() -> flow.answered(1, 200, bytes(SETTLED), at(0)));
            save(flow, 0);
            long number = request(flow, 0).number();
            assertOutOfTurn(() -> flow.step(at(0), 1.0));
            flow.noAnswer(number, Sent.MAYBE, at(0));
            assertOutOfTurn(() -> flow.answered(number, 200, bytes(SETTLED), at(0)));
        }
    }

    @Test
    void endsWhenAnotherFlowStoredARecord() throws Exception {
        try (var flow = start()) {
            var save = assertInstanceOf(SettlementStep.Save.class, flow.step(at(0), 1.0));
            flow.notSaved(save.revision());
            assertInstanceOf(SettlementStep.TakenOver.class, flow.step(at(0), 1.0));
        }
    }

    @Test
    void resumesEveryKeptRecord() throws Exception {
        assertInstanceOf(SettlementStep.Save.class, resume(kept("open")).step(at(500), 1.0));
        for (String name : List.of("in-doubt", "not-found")) {
            assertEquals(OperationName.VERIFICATION, request(resume(kept(name)), 500).operation());
        }
        for (String name : List.of("settled-by-answer", "settled-by-verification", "refused", "unclear")) {
            assertInstanceOf(SettlementStep.Finished.class, resume(kept(name)).step(at(500), 1.0));
        }
    }

    @Test
    void writesEveryKeptRecordByteForByte() throws Exception {
        assertEquals(kept("open"), answered(429, ""));
        assertEquals(kept("refused"), answered(400, ""));
        assertEquals(kept("settled-by-answer"), answered(200, SETTLED));
        try (var found = inDoubt(); var notFound = inDoubt()) {
            found.answered(request(found, 10).number(), 200, bytes(FOUND), at(10));
            assertEquals(kept("settled-by-verification"), save(found, 10));
            notFound.answered(request(notFound, 10).number(), 200, bytes(NOT_FOUND), at(10));
            assertEquals(kept("not-found"), save(notFound, 10));
            assertEquals(kept("unclear"), save(notFound, 1_200));
        }
    }

    @Test
    void readsAndWritesEveryKeptCredit() throws Exception {
        try (var paid = credit(null); var failed = credit(null)) {
            assertEquals(keptCredit("in-flight"), save(paid, 0));
            paid.answered(request(paid, 0).number(), 200, bytes(FOUND), at(0));
            var step = assertInstanceOf(CreditStep.Credit.class, paid.step(at(0), 1.0));
            assertEquals(keptCredit("paid"), step.record());
            save(failed, 0);
            failed.noAnswer(request(failed, 0).number(), Sent.MAYBE, at(5));
            assertEquals(keptCredit("failed"), save(failed, 5));
        }
        var busy = assertInstanceOf(CreditStep.Finished.class, credit(keptCredit("in-flight")).step(at(1), 1.0));
        assertInstanceOf(CreditEnding.Busy.class, busy.ending());
        var wait = assertInstanceOf(CreditStep.Wait.class, credit(keptCredit("failed")).step(at(5), 1.0));
        assertEquals(at(15), wait.until());
        var before = assertInstanceOf(CreditStep.Finished.class, credit(keptCredit("paid")).step(at(1), 1.0));
        assertInstanceOf(CreditEnding.CreditedBefore.class, before.ending());
    }

    @Test
    void refusesARecordThatItCannotRead() {
        for (String record : List.of("", "{", "\uD800", kept("open").replace("INV-1", "INV-2"))) {
            assertThrows(BillwireException.InvalidRequest.class, () -> resume(record));
        }
    }

    @Test
    void namesAWrongSettingOfThePolicy() {
        var policy = SettlementPolicy.builder().attempts(-1).build();
        var error = assertThrows(BillwireException.InvalidConfig.class,
                () -> SettlementFlow.start(biller(), bill().build(), policy, at(0)));
        assertEquals("policy.attempts", error.details().violations().getFirst().path());
    }

    @Test
    void printsNeitherCredentialsNorBody() throws Exception {
        try (var flow = SettlementFlow.start(biller(), bill().description("secret-words").build(), POLICY, at(0))) {
            save(flow, 0);
            var request = request(flow, 0);
            assertTrue(request.http().body().text().contains("secret-words"));
            for (String printed : List.of(flow.toString(), request.toString())) {
                assertFalse(printed.contains("secret"), printed);
            }
        }
    }

    @Test
    void runsToTheProof() throws Exception {
        var program = new Program(request -> answer(SETTLED));
        assertInstanceOf(SettlementEnding.Settled.class, start().run(program));
        assertTrue(program.record.contains("\"state\":\"settled\""), program.record);
        assertNull(start().run(new Program(request -> answer(SETTLED)) {
            @Override
            public boolean save(StoredRecord record) {
                return false;
            }
        }));
    }

    @Test
    void anExceptionOfSendMayHaveBeenSent() throws Exception {
        var program = new Program(request -> {
            if (request.operation() == OperationName.SETTLEMENT) throw new IOException("reset");
            return answer(FOUND);
        });
        var settled = assertInstanceOf(SettlementEnding.Settled.class, start().run(program));
        assertInstanceOf(SettlementProof.Verification.class, settled.proof());
        assertEquals(List.of(OperationName.SETTLEMENT, OperationName.VERIFICATION), program.sent);
    }

    @Test
    void aRequestWithoutAConnectionIsSentAgain() throws Exception {
        var program = new Program(null) {
            @Override
            FlowAnswer answerTo(FlowRequest request) throws IOException {
                if (sent.size() == 1) throw new NotSentException(new ConnectException());
                return answer(SETTLED);
            }
        };
        assertInstanceOf(SettlementEnding.Settled.class, start().run(program));
        assertEquals(List.of(OperationName.SETTLEMENT, OperationName.SETTLEMENT), program.sent);
    }

    @Test
    void sendsNothingAfterAStoreThatThrows() throws Exception {
        var program = new Program(request -> answer(SETTLED)) {
            @Override
            public boolean save(StoredRecord record) {
                throw new IllegalStateException("no database");
            }
        };
        assertThrows(IllegalStateException.class, () -> start().run(program));
        assertEquals(List.of(), program.sent);
    }

    @Test
    void creditsOnceAndReturnsTheReply() throws Exception {
        var receiver = WebhookReceiver.merchantProxy(List.of(new WebhookToken("token")));
        var json = "{\"tran_id\":\"T-1\",\"status\":\"success\",\"identity_code\":\"INV-1\"}";
        var event = receiver.receive(Map.of("Token", List.of("token")), bytes(json));
        var policy = CreditPolicy.builder().build();
        var program = new Program(request -> answer(FOUND));
        try (var flow = CreditFlow.ofEvent(biller(), event, BILLED, null, policy, at(0)); var end = flow.run(program)) {
            var credited = assertInstanceOf(CreditEnding.Credited.class, end.ending());
            assertEquals("T-1", credited.confirmed().claimKey());
            assertEquals(200, end.reply().status());
        }
        assertEquals(List.of("T-1"), program.claims);
        try (var again = CreditFlow.ofBill(biller(), BILLED, program.record, policy); var end = again.run(program)) {
            assertInstanceOf(CreditEnding.CreditedBefore.class, end.ending());
            assertNull(end.reply());
        }
        try (var unknown = CreditFlow.ofUnknownBill(biller(), event, policy, at(0)); var end = unknown.run(program)) {
            assertInstanceOf(CreditEnding.UnknownBill.class, end.ending());
            assertEquals(409, end.reply().status());
        }
    }

    @Test
    void draftsNeedNoCredentials() throws Exception {
        var bill = bill("វិក្កយបត្រ-១").build();
        assertTrue(Drafts.validate(bill).violations().isEmpty());
        assertEquals(bill, Drafts.settlementFromJson(Drafts.toJson(bill)));
        var wrong = bill("\uD800").build();
        assertEquals("ref_id", Drafts.validate(wrong).violations().getFirst().path());
        assertThrows(BillwireException.InvalidRequest.class, () -> Drafts.toJson(wrong));
        var settings = DraftSettings.builder().maxLines(0).build();
        assertThrows(BillwireException.InvalidConfig.class, () -> Drafts.validate(bill, settings));
    }

    /** A program with a clock of its own: waiting moves it. */
    private static class Program implements CreditRuntime<RuntimeException> {
        private final Service service;
        final List<OperationName> sent = new ArrayList<>();
        final List<String> claims = new ArrayList<>();
        String record;
        Instant time = at(0);

        Program(Service service) {
            this.service = service;
        }

        FlowAnswer answerTo(FlowRequest request) throws IOException {
            return service.answer(request);
        }

        @Override
        public boolean save(StoredRecord saved) {
            record = saved.record();
            return true;
        }

        @Override
        public FlowAnswer send(FlowRequest request) throws IOException {
            assertNotNull(record, "an attempt is stored before it is sent");
            sent.add(request.operation());
            return answerTo(request);
        }

        @Override
        public Claim credit(Confirmed confirmed, StoredRecord saved) {
            claims.add(confirmed.claimKey());
            record = saved.record();
            return Claim.CREDITED;
        }

        @Override
        public void waitUntil(Instant until) {
            time = until;
        }

        @Override
        public Instant now() {
            return time;
        }
    }

    private interface Service {
        FlowAnswer answer(FlowRequest request) throws IOException;
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void assertOutOfTurn(Call call) {
        var error = assertThrows(BillwireException.InvalidRequest.class, call::run);
        assertEquals(Code.OUT_OF_TURN, error.details().code());
    }

    private static String save(SettlementFlow flow, long now) throws BillwireException {
        var save = assertInstanceOf(SettlementStep.Save.class, flow.step(at(now), 1.0));
        flow.saved(save.revision());
        return save.record();
    }

    private static FlowRequest request(SettlementFlow flow, long now) throws BillwireException {
        return assertInstanceOf(SettlementStep.Send.class, flow.step(at(now), 1.0)).request();
    }

    private static String save(CreditFlow flow, long now) throws BillwireException {
        var save = assertInstanceOf(CreditStep.Save.class, flow.step(at(now), 1.0));
        flow.saved(save.revision());
        return save.record();
    }

    private static FlowRequest request(CreditFlow flow, long now) throws BillwireException {
        return assertInstanceOf(CreditStep.Send.class, flow.step(at(now), 1.0)).request();
    }

    /** Flow of an unpaid bill. */
    private static CreditFlow credit(String record) throws BillwireException {
        var policy = CreditPolicy.builder().pauseMs(10L).longestPauseMs(10L).inFlightMs(50L).build();
        return CreditFlow.ofBill(biller(), BILLED, record, policy);
    }

    /** Record after the answer to the first attempt. */
    private static String answered(int status, String body) throws BillwireException {
        try (var flow = start()) {
            save(flow, 0);
            flow.answered(request(flow, 0).number(), status, bytes(body), at(0));
            return save(flow, 0);
        }
    }

    /** Flow whose first attempt brought no answer. */
    private static SettlementFlow inDoubt() throws BillwireException {
        var flow = start();
        save(flow, 0);
        flow.noAnswer(request(flow, 0).number(), Sent.MAYBE, at(0));
        return flow;
    }

    private static SettlementFlow start() throws BillwireException {
        return SettlementFlow.start(biller(), bill().build(), POLICY, at(0));
    }

    private static SettlementFlow resume(String record) throws BillwireException {
        return SettlementFlow.resume(biller(), bill().build(), record, POLICY);
    }

    private static Settlement.Builder bill() {
        return bill("INV-1");
    }

    private static Settlement.Builder bill(String refId) {
        return Settlement.builder()
                .refId(refId)
                .date(at(0))
                .dueDate(at(0))
                .currency("KHR")
                .totalAmount(40_000)
                .customerSyncCode("C-1")
                .settlementTo("SUB-1");
    }

    private static Biller biller() throws BillwireException {
        return new Biller(BillerConfig.builder()
                .baseUrl("https://service.example")
                .bearer(new BearerToken("secret-bearer"))
                .verificationToken(new VerificationToken("secret-verification"))
                .hashToken(new HashToken("secret-hash"))
                .profile(WireProfile.builder()
                        .settlementLookup(new SettlementLookup("ref_id", "ref_id", null))
                        .notFoundCodes(CodesByOperation.builder().verification(List.of("404")).build())
                        .build())
                .build());
    }

    private static String kept(String name) {
        return record("settlement-v1-" + name);
    }

    private static String keptCredit(String name) {
        return record("credit-v1-" + name);
    }

    private static String record(String name) {
        try {
            return Files.readString(Vectors.root().resolve("tests/records/" + name + ".json")).strip();
        } catch (IOException error) {
            throw new AssertionError(error);
        }
    }

    private static FlowAnswer answer(String json) {
        return new FlowAnswer(200, bytes(json));
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
