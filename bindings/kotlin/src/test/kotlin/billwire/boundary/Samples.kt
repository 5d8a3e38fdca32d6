package io.github.billwire.boundary

import com.fasterxml.jackson.databind.JsonNode
import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.HashToken
import io.github.billwire.Onboarding
import io.github.billwire.Settlement
import io.github.billwire.Verification
import io.github.billwire.VerificationToken
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.WireProfile
import io.github.billwire.text
import io.github.billwire.vectors.Vectors
import java.time.Instant
import kotlin.test.assertFailsWith

internal const val TOKEN = "webhook-token"

/** Valid bill. */
internal val BILL =
    Settlement(
        refId = "INV-0001",
        date = Instant.parse("2026-01-31T17:00:00Z"),
        dueDate = Instant.parse("2026-02-28T17:00:00Z"),
        currency = "KHR",
        totalAmount = 40000,
        customerSyncCode = "C-1",
        settlementTo = "S-1",
    )
internal val SUB_BILLER = Onboarding(supplierSyncCode = "S-1", name = "Sok Dara Store")
internal val SEARCH = Verification(identityCode = "INV-0001", purposeOfTransaction = "2026-01-31")

internal fun biller(profile: WireProfile? = null) =
    Biller(
        BillerConfig("https://service.example") {
            bearer(BearerToken("bearer"))
            verificationToken(VerificationToken("verification"))
            hashToken(HashToken("hash-key"))
            profile(profile)
        }
    )

internal fun receiver() = WebhookReceiver.merchantProxy(listOf(WebhookToken(TOKEN)))

internal fun WebhookReceiver.receive(json: String) = receive(mapOf("Token" to listOf(TOKEN)), json.toByteArray())

internal fun json(text: String?): JsonNode = Vectors.JSON.readTree(checkNotNull(text))

/** Returns the body prepared from a draft. */
internal fun bodyOf(draft: Any): JsonNode =
    biller().use { biller ->
        val request =
            when (draft) {
                is Onboarding -> biller.prepareOnboarding(draft).use { it.request() }
                is Settlement -> biller.prepareSettlement(draft).use { it.request() }
                is Verification -> biller.prepareVerification(draft).use { it.request() }
                else -> error("no draft: $draft")
            }
        json(request.body?.text)
    }

/** Returns path and code of each violation. */
internal fun violationsOf(work: () -> Any): List<Pair<String, String>> =
    assertFailsWith<BillwireException.InvalidRequest> { work() }.details.violations.map { it.path to it.code.text() }
