/**
 * Sending a request over an HTTP client, at most once. {@code billwire-okhttp} and {@code billwire-java-http} implement {@link
 * billwire.http.Transport}.
 */
package billwire.http;
