package io.github.billwire.readme;

import io.github.billwire.BearerToken;
import io.github.billwire.Biller;
import io.github.billwire.BillerConfig;
import io.github.billwire.BillwireException;
import io.github.billwire.Expectation;
import io.github.billwire.FlowAnswer;
import io.github.billwire.FlowRequest;
import io.github.billwire.FlowRuntime;
import io.github.billwire.HashToken;
import io.github.billwire.HttpSender;
import io.github.billwire.NextStep;
import io.github.billwire.OperationName;
import io.github.billwire.Settlement;
import io.github.billwire.SettlementFlow;
import io.github.billwire.SettlementOutcome;
import io.github.billwire.StoredRecord;
import io.github.billwire.Verdict;
import io.github.billwire.VerificationToken;
import io.github.billwire.WebhookReceiver;
import io.github.billwire.WebhookToken;
import io.github.billwire.javahttp.JavaHttpTransport;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Snippets of the README: ReadmeTest looks for each of them here. */
final class Snippets {
    private final HttpSender http = new HttpSender(new JavaHttpTransport()); // or new OkHttpTransport(client)

    Biller biller(String baseUrl, String bearer, String verificationToken, String hashToken) throws BillwireException {
        var biller = new Biller(BillerConfig.builder()
                .baseUrl(baseUrl)
                .bearer(new BearerToken(bearer))
                .verificationToken(new VerificationToken(verificationToken))
                .hashToken(new HashToken(hashToken))
                .build());
        return biller;
    }

    void settle(Biller biller, Instant date, Instant dueDate) throws Exception {
        var bill = Settlement.builder()
                .refId("INV-0001")
                .date(date)
                .dueDate(dueDate)
                .currency("KHR")
                .totalAmount(40_000)
                .customerSyncCode("C-1")
                .settlementTo("S-1") // required fields, in this order
                .description("January")
                .build();
        try (var call = biller.prepareSettlement(bill)) { // throws all violations at once
            switch (http.send(call)) { // throws a BillwireException with its next step
                case SettlementOutcome.Settled settled -> System.out.println("the money has moved");
                case SettlementOutcome.Accepted accepted -> System.out.println("not known yet: " + accepted.nextStep());
            }
        }
    }

    void confirm(Biller biller, String webhookToken, Map<String, List<String>> headers, byte[] rawBody,
            Expectation expectation, Consumer<String> creditOnce) throws Exception {
        var receiver = WebhookReceiver.merchantProxy(List.of(new WebhookToken(webhookToken)));
        try (var event = receiver.receive(headers, rawBody); // the token first, then the bytes
                var confirmation = event.confirm(biller, expectation)) {
            switch (http.send(confirmation)) {
                case Verdict.Confirmed it -> creditOnce.accept(it.confirmed().claimKey()); // one transaction pays one bill
                case Verdict.Mismatch it -> System.out.println("nothing is credited: " + it.mismatches());
            }
        }
    }

    interface Store {
        boolean save(StoredRecord record) throws SQLException;
    }

    void settleOnce(Biller biller, Settlement bill, @Nullable String record, Store store) throws Exception {
        try (var flow = record == null
                ? SettlementFlow.start(biller, bill)
                : SettlementFlow.resume(biller, bill, record)) {
            var ending = flow.run(new FlowRuntime<SQLException>() {
                @Override
                public boolean save(StoredRecord record) throws SQLException {
                    return store.save(record); // false if another process stored one in the meantime
                }

                @Override
                public FlowAnswer send(FlowRequest request) throws IOException, InterruptedException {
                    return http.send(request);
                }
            });
            System.out.println(ending == null ? "another process goes on with this bill" : ending);
        }
    }

    HttpSender observed(Metrics metrics) {
        return new HttpSender(new JavaHttpTransport(), Duration.ofSeconds(10), 1_048_576, attempt -> {
            metrics.record(attempt.operation(), attempt.duration(), attempt.status(), attempt.nextStep()); // no secret
        });
    }

    interface Metrics {
        void record(OperationName operation, Duration duration, @Nullable Integer status, @Nullable NextStep nextStep);
    }
}
