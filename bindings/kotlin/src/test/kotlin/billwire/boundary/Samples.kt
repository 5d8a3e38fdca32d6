package io.github.billwire.boundary

import com.fasterxml.jackson.databind.JsonNode
import io.github.billwire.*
import io.github.billwire.vectors.JSON
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
internal val SIGNED = SignedFields("INV-0001", BILL.date, "KHR", 40000, "C-1", "S-1")

internal fun biller(profile: WireProfile? = null) =
    Biller(
        "https://service.example",
        BearerToken("bearer"),
        VerificationToken("verification"),
        HashToken("hash-key"),
        profile,
    )

internal fun receiver() = merchantProxyReceiver(listOf(WebhookToken(TOKEN)))

internal fun WebhookReceiver.receive(json: String) = receive(mapOf("Token" to listOf(TOKEN)), json.toByteArray())

internal fun json(text: String?): JsonNode = JSON.readTree(checkNotNull(text))

/** Returns the body prepared from a draft. */
internal fun bodyOf(draft: Any): JsonNode =
    biller().use { biller ->
        val request =
            when (draft) {
                is Onboarding -> biller.prepareOnboarding(draft).use { it.request() }
                is Settlement -> biller.prepareSettlement(draft).use { it.request() }
                else -> biller.prepareVerification(draft as Verification).use { it.request() }
            }
        json(request.body?.text)
    }

/** Returns path and code of each violation. */
internal fun violationsOf(work: () -> Any): List<Pair<String, String>> =
    assertFailsWith<BillwireException.InvalidRequest> { work() }.violations.listed.map { it.path to codeText(it.code) }
