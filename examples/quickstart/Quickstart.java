// Settles a bill whose answer is lost, and credits its payment once, although the webhook comes
// twice.
import io.github.billwire.*;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

public class Quickstart {
    static final Instant NOW =
            Instant.parse("2026-01-31T16:40:00Z"); // the simulator reads no clock
    static final BearerToken BEARER = new BearerToken("test-bearer");
    static final VerificationToken TOKEN = new VerificationToken("test-verification");
    static final HashToken KEY = new HashToken("test-key");
    static final WebhookToken WEBHOOK_TOKEN = new WebhookToken("test-webhook");

    // A draft is a JSON object with the names of the interface.
    static final String BILL =
            """
            {
              "ref_id": "INV-0001",
              "date": "2026-01-31T02:00:00Z",
              "due_date": "2026-02-28T02:00:00Z",
              "currency": "KHR",
              "total_amount": 40000,
              "customer_sync_code": "C-17",
              "settlement_to": "SHOP-1"
            }\
            """;

    // The simulated service: no network. To go live, send with your HTTP client in `send`.
    final WebhookEndpoint endpoint =
            new WebhookEndpoint("https://shop.example/webhook", WEBHOOK_TOKEN, null, null, null);
    final Simulator service =
            new Simulator(
                    new SimulatorConfig(
                            BEARER, TOKEN, KEY, null, null, endpoint, null, false, null, null, null,
                            null, null));
    final Biller biller;
    final WebhookReceiver receiver = Billwire.merchantProxyReceiver(List.of(WEBHOOK_TOKEN));
    // Claim key to bill; in production, a table with a unique claim key.
    final Map<String, String> credits = new HashMap<>();

    Quickstart() throws BillwireException {
        // Agree on these with your provider: how a verification finds a bill, and its code for "not
        // found".
        var profile =
                BillwireKt.readWireProfile(
                        """
                        {
                          "settlementLookup": { "identity_code": "ref_id", "purpose_of_transaction": "ref_id" },
                          "notFoundCodes": { "verification": ["NOT_FOUND"] }
                        }\
                        """);
        biller = Billwire.biller("https://service.example", BEARER, TOKEN, KEY, profile);
    }

    public static void main(String[] arguments) throws BillwireException {
        new Quickstart().run();
    }

    void run() throws BillwireException {
        service.script(
                """
                {
                  "settlement": [{ "ref_id": "INV-0001", "fault": { "kind": "drop_after" } }],
                  "webhooks": [{ "ref_id": "INV-0001", "fault": { "kind": "twice" } }]
                }\
                """); // the money moves, and the answer is lost
        var shop =
                biller.prepareOnboardingJson(
                        """
                        { "supplier_sync_code": "SHOP-1", "name": "Angkor Fresh Market" }\
                        """);
        var answer = send(shop.request(), shop::noAnswer);
        shop.decode(answer.getStatus(), answer.getBody());

        System.out.println("the bill is " + settle());
        for (var due = service.dueWebhooks(NOW); !due.isEmpty(); due = service.dueWebhooks(NOW)) {
            for (var webhook : due)
                service.delivered(webhook.getId(), receive(webhook.getRequest()), NOW);
        }
        var books = service.books();
        var agree =
                credits.size() == 1
                        && books.getTotals().equals(Map.of("KHR", "40000"))
                        && books.getWebhooks().getAcknowledged() == 2;
        if (!agree) throw new IllegalStateException("the books differ");
        System.out.println("confirmed, credited once");
    }

    /**
     * Settles the bill. After a lost answer, it looks the bill up: sending it again could pay
     * twice.
     */
    String settle() throws BillwireException {
        // Throws all violations at once, or returns a signed request.
        var call = biller.prepareSettlementJson(BILL);
        try {
            var answer = send(call.request(), call::noAnswer);
            var outcome = call.decode(answer.getStatus(), answer.getBody());
            return outcome instanceof SettlementOutcome.Settled
                    ? "settled"
                    : "not settled yet: look it up";
        } catch (BillwireException error) {
            if (error.nextStep() != NextStep.VERIFY_FIRST) throw error;
            var lookup = biller.prepareSettlementLookup(BillwireKt.settlementFromJson(BILL, null));
            var answer = send(lookup.call().request(), lookup.call()::noAnswer);
            // null: the time of the first attempt is not stored here.
            var verdict = lookup.decide(answer.getStatus(), answer.getBody(), null);
            var isSettled = verdict instanceof LookupVerdict.Settled;
            return isSettled ? "settled" : "in doubt: look it up again, or ask the service";
        }
    }

    /**
     * Receives a webhook and returns the reply. The service's verification decides, not the
     * webhook.
     */
    Reply receive(HttpRequest webhook) {
        var headers =
                webhook.getHeaders().stream()
                        .collect(
                                Collectors.toMap(
                                        Header::getName,
                                        header -> List.of(header.getValue().text())));
        var rawBody = webhook.getBody().text().getBytes(StandardCharsets.UTF_8);
        try {
            var event =
                    Billwire.receive(
                            receiver, headers,
                            rawBody); // checks the token, then parses the raw body
            // In production, the bill of event.payload().getIdentityCode().
            var billed =
                    new Expectation(
                            "INV-0001", "INV-0001", "KHR", new BigDecimal("40000"), null, null);
            var confirmation = event.confirm(biller, billed);
            var answer = send(confirmation.call().request(), confirmation.call()::noAnswer);
            var verdict = confirmation.decide(answer.getStatus(), answer.getBody());
            if (verdict instanceof Verdict.Confirmed match) {
                credits.put(
                        match.getConfirmed().claimKey(),
                        "INV-0001"); // the second webhook has the same key
                return event.acknowledge();
            }
            if (verdict instanceof Verdict.Failed) return event.acknowledge(); // it paid nothing
            // Not decided yet: it comes again.
            if (verdict instanceof Verdict.Pending) return new Reply(503, Map.of(), "");
            return new Reply(409, Map.of(), ""); // another amount, or another bill: credit nothing
        } catch (BillwireException error) {
            return error
                    .response(); // 401 or 400 for a false webhook; none if the verification failed
        }
    }

    /**
     * Sends a request once and unchanged. Without an answer, the error says whether it may be sent
     * again.
     */
    SimulatedAnswer send(HttpRequest request, Function<Sent, BillwireException> noAnswer)
            throws BillwireException {
        var answer = service.handle(request, NOW);
        if (answer.getTransport() instanceof ResponseTransport.Send) return answer;
        throw noAnswer.apply(Sent.MAYBE);
    }
}
