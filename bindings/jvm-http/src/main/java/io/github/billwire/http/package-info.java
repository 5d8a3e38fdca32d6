/**
 * Sending a request over an HTTP client, at most once. {@code billwire-okhttp} and {@code billwire-java-http} implement {@link
 * io.github.billwire.http.Transport}.
 */
package io.github.billwire.http;
