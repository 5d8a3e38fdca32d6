/**
 * Sending a request over an HTTP client, at most once. {@code billwire-okhttp} and {@code billwire-ktor} implement {@link
 * io.github.billwire.http.Transport}.
 */
package io.github.billwire.http;
