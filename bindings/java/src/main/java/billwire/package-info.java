/**
 * An SDK for one payment interface. Start with {@link billwire.Biller}; receive webhooks with
 * {@link billwire.WebhookReceiver}.
 *
 * <p>Only this package is for programs. {@code billwire.ffi} is written by uniffi and may change with every release.
 */
@NullMarked
package billwire;

import org.jspecify.annotations.NullMarked;
