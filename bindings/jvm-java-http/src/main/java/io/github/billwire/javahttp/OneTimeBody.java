package io.github.billwire.javahttp;

import io.github.billwire.http.OneTimeRequest;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** Body of a request. The client subscribes when the connection is made, and again if it repeats the request. */
final class OneTimeBody implements BodyPublisher {
    private final OneTimeRequest request;

    OneTimeBody(OneTimeRequest request) {
        this.request = request;
    }

    @Override
    public long contentLength() {
        return request.bodyLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        try {
            BodyPublishers.ofByteArray(request.takeBody()).subscribe(subscriber);
        } catch (IOException error) {
            subscriber.onSubscribe(new NoSubscription());
            subscriber.onError(error);
        }
    }

    /** Subscription to nothing, which must come before an error. */
    private static final class NoSubscription implements Flow.Subscription {
        @Override
        public void request(long number) {}

        @Override
        public void cancel() {}
    }
}
