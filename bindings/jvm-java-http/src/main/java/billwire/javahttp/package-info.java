/** Adapter of billwire over {@code java.net.http}. */
package billwire.javahttp;
