package io.github.billwire.http;

import java.io.IOException;

/** HTTP client that sends a request once. */
public interface Transport {
    /**
     * Sends a request and reads its answer, within the request's time and limit. It follows no redirect and repeats nothing.
     *
     * @throws IOException if there is no answer
     * @throws InterruptedException if the thread is interrupted
     */
    HttpAnswer send(OneTimeRequest request) throws IOException, InterruptedException;
}
