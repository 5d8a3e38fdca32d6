// Settles a bill whose answer is lost, and credits its payment once, although the webhook comes twice.
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
    static final Instant NOW = Instant.parse("2026-01-31T16:40:00Z"); // the simulator reads no clock
    final Simulator service;
    final Biller biller;
    final WebhookReceiver receiver;
    final Map<String, String> credits = new HashMap<>(); // claim key to bill; in production, a table with a unique claim key
    final Settlement bill = Settlement.builder()
            .refId("INV-0001")
            .date(Instant.parse("2026-01-31T02:00:00Z"))
            .dueDate(Instant.parse("2026-02-28T02:00:00Z"))
            .currency("KHR")
            .totalAmount(40_000)
            .customerSyncCode("C-17")
            .settlementTo("SHOP-1")
            .build();

    Quickstart() throws BillwireException {
        var bearer = new BearerToken("test-bearer");
        var token = new VerificationToken("test-verification");
        var key = new HashToken("test-key");
        var webhookToken = new WebhookToken("test-webhook");
        // The simulated service: no network. To go live, send with your HTTP client in `send`.
        service = new Simulator(SimulatorConfig.builder()
                .bearer(bearer)
                .verificationToken(token)
                .hashToken(key)
                .webhook(WebhookEndpoint.builder().url("https://shop.example/webhook").token(webhookToken).build())
                .build());
        // The fields by which a verification finds a bill. Agree on them with your provider.
        var lookup = SettlementLookup.builder().identityCode("ref_id").purposeOfTransaction("ref_id").build();
        biller = new Biller(BillerConfig.builder()
                .baseUrl("https://service.example")
                .bearer(bearer)
                .verificationToken(token)
                .hashToken(key)
                .profile(WireProfile.builder().settlementLookup(lookup).build())
                .build());
        receiver = WebhookReceiver.merchantProxy(List.of(webhookToken));
    }

    public static void main(String[] arguments) throws BillwireException {
        new Quickstart().run();
    }

    void run() throws BillwireException {
        service.script("""
            {
              "settlement": [{ "ref_id": "INV-0001", "fault": { "kind": "drop_after" } }],
              "webhooks": [{ "ref_id": "INV-0001", "fault": { "kind": "twice" } }]
            }"""); // the money moves, and the answer is lost
        var name = Onboarding.builder().supplierSyncCode("SHOP-1").name("Angkor Fresh Market").build();
        var shop = biller.prepareOnboarding(name);
        var answer = send(shop.request(), shop::noAnswer);
        shop.decode(answer.status(), answer.body());

        System.out.println("the bill is " + settle());
        for (var due = service.dueWebhooks(NOW); !due.isEmpty(); due = service.dueWebhooks(NOW)) {
            for (var webhook : due) service.delivered(webhook.id(), receive(webhook.request()), NOW);
        }
        var books = service.books();
        var agree = credits.size() == 1 && books.totals().equals(Map.of("KHR", "40000")) && books.webhooks().acknowledged() == 2;
        if (!agree) throw new IllegalStateException("the books differ");
        System.out.println("confirmed, credited once");
    }

    /** Settles the bill. After a lost answer, it looks the bill up: sending it again could pay twice. */
    String settle() throws BillwireException {
        var call = biller.prepareSettlement(bill); // throws all violations at once, or returns a signed request
        try {
            var answer = send(call.request(), call::noAnswer);
            return switch (call.decode(answer.status(), answer.body())) {
                case SettlementOutcome.Settled settled -> "settled";
                case SettlementOutcome.Accepted accepted -> "accepted: its outcome is not known yet";
            };
        } catch (BillwireException error) {
            if (error.details().nextStep() != NextStep.VERIFY_FIRST) throw error;
            var lookup = biller.prepareSettlementLookup(bill);
            var answer = send(lookup.call().request(), lookup.call()::noAnswer);
            var isSettled = lookup.decide(answer.status(), answer.body()) instanceof LookupVerdict.Settled;
            return isSettled ? "settled" : "in doubt: look it up again, or ask the service";
        }
    }

    /** Receives a webhook and returns the reply. The service's verification decides, not the webhook. */
    Reply receive(HttpRequest webhook) {
        var headers = webhook.headers().stream().collect(Collectors.toMap(HttpHeader::name, it -> List.of(it.value().text())));
        var rawBody = webhook.body().text().getBytes(StandardCharsets.UTF_8);
        try {
            var event = receiver.receive(headers, rawBody); // checks the token, then parses the raw body
            var billed = Expectation.builder() // in production, the bill of event.payload().identityCode()
                    .identityCode(bill.refId())
                    .purposeOfTransaction(bill.refId())
                    .currency(bill.currency())
                    .amount(BigDecimal.valueOf(bill.totalAmount()))
                    .build();
            var confirmation = event.confirm(biller, billed);
            var answer = send(confirmation.call().request(), confirmation.call()::noAnswer);
            return switch (confirmation.decide(answer.status(), answer.body())) {
                case Verdict.Confirmed it -> {
                    credits.put(it.confirmed().claimKey(), bill.refId()); // the second webhook has the same key
                    yield event.acknowledge();
                }
                case Verdict.Mismatch it -> new Reply(409, Map.of(), ""); // another amount, or another bill: credit nothing
            };
        } catch (BillwireException error) {
            return error.details().response(); // 401 or 400 for a false webhook; none if the verification failed
        }
    }

    /** Sends a request once and unchanged. Without an answer, the error says whether it may be sent again. */
    SimulatedAnswer send(HttpRequest request, Function<Sent, BillwireException> noAnswer) throws BillwireException {
        var answer = service.handle(request, NOW);
        if (answer.transport() instanceof ResponseTransport.Send) return answer;
        throw noAnswer.apply(Sent.MAYBE);
    }
}
