/** Adapter of billwire over {@code java.net.http}. */
package io.github.billwire.javahttp;
