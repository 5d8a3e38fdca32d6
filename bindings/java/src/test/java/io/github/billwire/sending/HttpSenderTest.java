package io.github.billwire.sending;

import static io.github.billwire.vectors.http.RawServer.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.billwire.Attempt;
import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.Code;
import io.github.billwire.FlowAnswer;
import io.github.billwire.FlowRequest;
import io.github.billwire.FlowRuntime;
import io.github.billwire.HashToken;
import io.github.billwire.HttpSender;
import io.github.billwire.LookupVerdict;
import io.github.billwire.NextStep;
import io.github.billwire.NotSentException;
import io.github.billwire.Onboarding;
import io.github.billwire.Settlement;
import io.github.billwire.SettlementEnding;
import io.github.billwire.SettlementFlow;
import io.github.billwire.SettlementLookup;
import io.github.billwire.SettlementOutcome;
import io.github.billwire.SettlementPolicy;
import io.github.billwire.SettlementProof;
import io.github.billwire.SettlementStep;
import io.github.billwire.StoredRecord;
import io.github.billwire.VerificationToken;
import io.github.billwire.WireProfile;
import io.github.billwire.http.Transport;
import io.github.billwire.javahttp.JavaHttpTransport;
import io.github.billwire.okhttp.OkHttpTransport;
import io.github.billwire.vectors.http.RawServer;
import io.github.billwire.vectors.http.RawServer.Received;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sender over both transports, against a server on bare sockets. */
class HttpSenderTest {
    private static final String SETTLED =
            "{\"code\":\"000\",\"data\":{\"bill\":{\"status\":\"success\"},\"payment\":{\"status\":\"success\"}}}";
    private static final String FOUND = """
            {"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
             "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
             "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}""";

    private final RawServer server = new RawServer((socket, request) -> answer(socket, 200, success(request)));
    private final List<Attempt> attempts = new ArrayList<>();

    static Stream<Transport> transports() {
        return Stream.of(new JavaHttpTransport(), new OkHttpTransport());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aCutConnectionIsLookedUpAndReceivedOnce(Transport transport) throws Exception {
        var sender = sender(transport);
        assertInstanceOf(SettlementEnding.Settled.class, settle(sender)); // leaves a connection in the pool
        server.received().clear();
        server.respond((socket, request) -> {
            if (isSettlement(request)) socket.close();
            else answer(socket, 200, success(request));
        });
        var settled = assertInstanceOf(SettlementEnding.Settled.class, settle(sender));
        assertInstanceOf(SettlementProof.Verification.class, settled.proof());
        assertEquals(List.of(true, false), server.received().stream().map(HttpSenderTest::isSettlement).toList());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void everyKindOfCallIsDecoded(Transport transport) throws Exception {
        var sender = sender(transport);
        var biller = biller(server.url());
        assertInstanceOf(SettlementOutcome.Settled.class, sender.send(biller.prepareSettlement(bill())));
        assertInstanceOf(LookupVerdict.Settled.class, sender.send(biller.prepareSettlementLookup(bill())));
        var store = Onboarding.builder().supplierSyncCode("S-1").name("Store").build();
        assertEquals("000", sender.send(biller.prepareOnboarding(store)).code());
        assertEquals(List.of(200, 200, 200), attempts.stream().map(Attempt::status).toList());
        attempts.forEach(attempt -> assertNull(attempt.code()));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void withoutAnAnswerTheErrorKeepsTheCause(Transport transport) throws Exception {
        server.respond((socket, request) -> socket.close());
        var call = biller(server.url()).prepareSettlement(bill());
        var error = assertThrows(BillwireException.class, () -> sender(transport).send(call));
        assertEquals(Code.NO_ANSWER, error.details().code());
        assertEquals(NextStep.VERIFY_FIRST, error.details().nextStep());
        assertEquals(attempts.getFirst().cause(), error.getCause());
        var printed = new StringWriter();
        error.printStackTrace(new PrintWriter(printed));
        assertFalse((printed + attempts.toString()).contains("secret"), printed::toString);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void aClosedPortAllowsToSendAgain(Transport transport) throws Exception {
        server.close();
        var call = biller(server.url()).prepareSettlement(bill());
        var error = assertThrows(BillwireException.class, () -> sender(transport).send(call));
        assertEquals(NextStep.SEND_AGAIN, error.details().nextStep());
        assertInstanceOf(ConnectException.class, error.getCause());
        try (var flow = SettlementFlow.start(biller(server.url()), bill())) {
            flow.saved(assertInstanceOf(SettlementStep.Save.class, flow.step(Instant.now(), 1)).revision());
            var step = assertInstanceOf(SettlementStep.Send.class, flow.step(Instant.now(), 1));
            assertThrows(NotSentException.class, () -> sender(transport).send(step.request()));
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void theErrorAndTheAttemptSayHowLongToWait(Transport transport) throws Exception {
        server.respond((socket, request) -> answer(socket, 429, "", "Retry-After: 7"));
        var call = biller(server.url()).prepareSettlement(bill());
        var error = assertThrows(BillwireException.class, () -> sender(transport).send(call));
        assertEquals(Duration.ofSeconds(7), error.retryAfter());
        var attempt = attempts.getFirst();
        assertEquals(429, attempt.status());
        assertEquals(Duration.ofSeconds(7), attempt.retryAfter());
        assertEquals(error.details().nextStep(), attempt.nextStep());
        assertEquals(error.details().code(), attempt.code());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void anInterruptEndsTheCall(Transport transport) throws Exception {
        var waiting = Thread.currentThread();
        server.respond((socket, request) -> waiting.interrupt());
        var call = biller(server.url()).prepareSettlement(bill());
        assertThrows(InterruptedException.class, () -> sender(transport).send(call));
        assertInstanceOf(InterruptedException.class, attempts.getFirst().cause());
    }

    @Test
    void aFailingOnAttemptCannotFailASettledBill() throws Exception {
        var sender = new HttpSender(new JavaHttpTransport(), Duration.ofSeconds(5), 1_000, attempt -> {
            throw new IllegalStateException("mine");
        });
        assertInstanceOf(SettlementOutcome.Settled.class, sender.send(biller(server.url()).prepareSettlement(bill())));
    }

    @Test
    void refusesLimitsBelowOne() {
        var transport = new JavaHttpTransport();
        assertThrows(IllegalArgumentException.class, () -> new HttpSender(transport, Duration.ZERO, 1, attempt -> {}));
        assertThrows(
                IllegalArgumentException.class, () -> new HttpSender(transport, Duration.ofSeconds(1), 0, attempt -> {}));
    }

    private HttpSender sender(Transport transport) {
        return new HttpSender(transport, Duration.ofSeconds(5), 1_048_576, attempts::add);
    }

    private SettlementEnding settle(HttpSender sender) throws Exception {
        var policy = SettlementPolicy.builder().pauseMs(10L).longestPauseMs(10L).inFlightMs(50L).build();
        try (var flow = SettlementFlow.start(biller(server.url()), bill(), policy, Instant.now())) {
            return flow.run(new FlowRuntime<RuntimeException>() {
                @Override
                public boolean save(StoredRecord record) {
                    return true;
                }

                @Override
                public FlowAnswer send(FlowRequest request) throws IOException, InterruptedException {
                    return sender.send(request);
                }
            });
        }
    }

    private static Biller biller(String url) throws BillwireException {
        return new Biller(BillerConfig.builder()
                .baseUrl(url)
                .bearer(new BearerToken("secret-bearer"))
                .verificationToken(new VerificationToken("secret-verification"))
                .hashToken(new HashToken("secret-hash"))
                .allowLoopbackHttp(true)
                .profile(WireProfile.builder()
                        .settlementLookup(new SettlementLookup("ref_id", "ref_id", null))
                        .build())
                .build());
    }

    private static Settlement bill() {
        return Settlement.builder()
                .refId("INV-1")
                .date(Instant.EPOCH)
                .dueDate(Instant.EPOCH)
                .currency("KHR")
                .totalAmount(40_000)
                .customerSyncCode("C-1")
                .settlementTo("SUB-1")
                .build();
    }

    private static boolean isSettlement(Received request) {
        return request.head().contains("push_bill_with_payment");
    }

    private static String success(Received request) {
        return request.head().contains("verify") ? FOUND : SETTLED;
    }
}
