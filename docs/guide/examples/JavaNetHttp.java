import io.github.billwire.*;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

final class JavaNetHttp {
    static SettlementOutcome send(HttpClient client, SettlementCall call)
            throws BillwireException, InterruptedException {
        var request = call.request();
        var http =
                java.net.http.HttpRequest.newBuilder(URI.create(request.getUrl()))
                        .timeout(Duration.ofSeconds(30))
                        .method(
                                request.getMethod().name(),
                                BodyPublishers.ofString(request.getBody().text()));
        request.getHeaders()
                .forEach(header -> http.header(header.getName(), header.getValue().text()));
        try {
            var answer =
                    client.send(
                            http.build(),
                            BodyHandlers.ofByteArray()); // reads an answer of any length
            return call.decode(answer.statusCode(), answer.body());
        } catch (IOException failure) {
            throw call.noAnswer(failure instanceof ConnectException ? Sent.NO : Sent.MAYBE);
        }
    }
}
