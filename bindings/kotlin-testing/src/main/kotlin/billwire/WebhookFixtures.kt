package io.github.billwire.testing

import io.github.billwire.testing.ffi.webhookFixtures as ffiWebhookFixtures

/**
 * Returns webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts,
 * unknown members, and bodies that no receiver may take.
 *
 * They report one transaction of 40,000 KHR for the bill `INV-1`; those of other payment types, for `INV-2` to `INV-4`.
 */
public fun webhookFixtures(): List<WebhookFixture> = native { ffiWebhookFixtures() }.map { it.lift() }
