/**
 * An SDK for one payment interface. Start with {@link io.github.billwire.Biller}; receive webhooks with
 * {@link io.github.billwire.WebhookReceiver}.
 *
 * <p>Only this package is for programs. {@code io.github.billwire.ffi} is written by uniffi and may change with every release.
 */
@NullMarked
package io.github.billwire;

import org.jspecify.annotations.NullMarked;
