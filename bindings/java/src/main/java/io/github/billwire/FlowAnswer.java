package io.github.billwire;

/**
 * Answer to a request of a flow. It does not print its body.
 *
 * @param status HTTP status.
 * @param body Body, as received.
 */
public record FlowAnswer(int status, byte[] body) {
    /** Returns the status alone. */
    @Override
    public String toString() {
        return "FlowAnswer[status=" + status + "]";
    }
}
