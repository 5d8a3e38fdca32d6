package io.github.billwire;

import java.io.IOException;
import java.time.Instant;

/** One request of a flow, and what the flow is told about it. */
final class Exchange {
    private Exchange() {}

    /** Takes an answer. */
    interface Answered {
        void answered(long number, int status, byte[] body, Instant now) throws BillwireException;
    }

    /** Takes a missing answer. */
    interface NoAnswer {
        void noAnswer(long number, Sent sent, Instant now) throws BillwireException;
    }

    static void send(FlowRequest request, FlowRuntime<?> runtime, Answered answered, NoAnswer noAnswer)
            throws BillwireException, InterruptedException {
        FlowAnswer answer;
        try {
            answer = runtime.send(request);
        } catch (NotSentException error) {
            noAnswer.noAnswer(request.number(), Sent.NO, runtime.now());
            return;
        } catch (IOException | RuntimeException error) {
            noAnswer.noAnswer(request.number(), Sent.MAYBE, runtime.now());
            return;
        }
        answered.answered(request.number(), answer.status(), answer.body(), runtime.now());
    }
}
