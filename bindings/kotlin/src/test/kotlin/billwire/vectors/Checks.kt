package io.github.billwire.vectors

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.*
import java.time.OffsetDateTime
import java.time.ZoneOffset
import kotlin.test.assertEquals
import kotlin.test.assertIs

internal const val BASE_URL = "https://service.example"

internal fun biller(
    hashToken: String = "test-hash-key",
    strict: Boolean = false,
    codeShapes: CodeShapes? = null,
    profile: WireProfile? = null,
): Biller {
    val (bearer, verification) = BearerToken("test-bearer") to VerificationToken("test-verification")
    return Biller(
        BillerConfig(
            BASE_URL,
            bearer,
            verification,
            HashToken(hashToken),
            strict = strict,
            codeShapes = codeShapes,
            profile = profile,
        )
    )
}

/** Returns a biller with the settings of a case. */
internal fun billerOf(one: Case) =
    biller(
        strict = one["strict"].asBoolean(),
        codeShapes = one.fields["code_shapes"]?.let { valueOf(it) },
        profile = one.json("profile")?.let(::readWireProfile),
    )

/** Compares paths and codes in order, and the offset if the vector has one. */
internal fun assertFindings(expected: Iterable<JsonNode>, actual: List<Finding>) {
    assertEquals(
        expected.map { it["path"].textValue() to it["code"].textValue() },
        actual.map { it.path to codeText(it.code) },
    )
    expected.zip(actual).forEach { (json, finding) ->
        json["offset"]?.let { assertEquals(it.intValue(), finding.offset) }
    }
}

/** Paths and codes of findings, as the vectors have them. */
internal fun places(findings: List<Finding>): JsonNode =
    JSON.createArrayNode().apply {
        findings.forEach { addObject().put("path", it.path).put("code", codeText(it.code)) }
    }

/** Returns the error that the work throws. */
internal fun errorOf(work: () -> Any): BillwireException =
    try {
        throw AssertionError("no error, but ${work()}")
    } catch (error: BillwireException) {
        error
    }

/** `SEND_AGAIN` is `sendAgain` in the vectors. */
internal fun word(step: NextStep) = step.name.lowercase().replace(Regex("_(.)")) { it.groupValues[1].uppercase() }

internal fun draftOf(one: Case): Any? {
    // An Instant has no offset.
    if (one["profile"].path("dateStyle").asText().startsWith("offset")) return null
    return try {
        when (one.text("operation")) {
            "onboarding" -> valueOf<Onboarding>(one["request"])
            "settlement" -> valueOf<Settlement>(one["request"])
            else -> valueOf<Verification>(one["request"])
        }
    } catch (_: Unsayable) {
        null
    }
}

/** A call of any operation. */
private class Prepared(
    val operation: OperationName,
    val request: HttpRequest,
    val warnings: List<Finding>,
    val decode: (Int, ByteArray) -> Any,
)

private fun prepared(call: OnboardingCall) = Prepared(call.operation(), call.request(), call.warnings(), call::decode)

private fun prepared(call: SettlementCall) = Prepared(call.operation(), call.request(), call.warnings(), call::decode)

private fun prepared(call: VerificationCall) = Prepared(call.operation(), call.request(), call.warnings(), call::decode)

private fun prepareJson(biller: Biller, operation: String, json: String) =
    when (operation) {
        "onboarding" -> prepared(biller.prepareOnboardingJson(json))
        "settlement" -> prepared(biller.prepareSettlementJson(json))
        else -> prepared(biller.prepareVerificationJson(json))
    }

internal fun checkRequest(one: Case) {
    val biller = billerOf(one)
    checkCall(one) { prepareJson(biller, one.text("operation"), checkNotNull(one.json("request"))) }
    val draft = draftOf(one) ?: return
    checkCall(one) {
        when (draft) {
            is Onboarding -> prepared(biller.prepareOnboarding(draft))
            is Settlement -> prepared(biller.prepareSettlement(draft))
            else -> prepared(biller.prepareVerification(draft as Verification))
        }
    }
}

private fun checkCall(one: Case, work: () -> Prepared) {
    if (one.has("violations")) {
        val error = assertIs<BillwireException.InvalidRequest>(errorOf(work))
        assertEquals(one.text("operation"), error.operation.name.lowercase())
        assertEquals(NextStep.FIX_REQUEST, error.nextStep())
        assertFindings(one["violations"], error.violations.listed)
        assertEquals(one["violations_omitted"].intValue(), error.violations.omitted)
        return
    }
    val call = work()
    assertEquals(one.text("operation"), call.operation.name.lowercase())
    assertEquals(one.text("method"), call.request.method.name)
    assertEquals(BASE_URL + one.text("path"), call.request.url)
    assertEquals(
        one["headers"].map { it[0].textValue() to it[1].textValue() },
        call.request.headers.map { it.name to it.value.text },
    )
    assertEquals(one.text("body"), call.request.body?.text)
    assertFindings(one["warnings"], call.warnings)
}

/** The smallest request of each operation. */
private val MINIMAL =
    cases("requests").filter { it.id.endsWith("-minimal") }.associate { it.id to checkNotNull(it.json("request")) }

internal fun checkResponse(one: Case) {
    val biller = billerOf(one)
    val (operation, status) = one.text("operation") to one["status"].intValue()
    val asked = one.json("request")
    val call = prepareJson(biller, operation, asked ?: MINIMAL.getValue("requests/$operation-minimal"))
    val decodeByName =
        when (operation) {
            "onboarding" -> biller::decodeOnboarding
            "settlement" -> biller::decodeSettlement
            else -> biller::decodeVerification
        }
    // Without its call, an answer is not held against its request.
    for (decode in if (asked == null) listOf(call.decode, decodeByName) else listOf(call.decode)) {
        if (one.has("error")) {
            val error = errorOf { decode(status, one.body()) }
            assertSame(one["error"], shownError(error, one["error"]))
            assertEquals(operation to status, error.operation()?.name?.lowercase() to error.httpStatus())
            assertFindings(one["error"].path("violations"), error.violations())
        } else {
            val decoded = decode(status, one.body())
            assertSame(one["outcome"], outcome(decoded))
            if (decoded is OnboardingOutcome) assertEquals(one["link"].textValue(), decoded.link?.text)
        }
    }
}

private fun shownError(error: BillwireException, expected: JsonNode) = jsonObject {
    put("kind", error.kind())
    put("code", codeText(error.code()))
    put("next_step", word(error.nextStep()))
    error.responseCode()?.let { put("response_code", it) }
    error.messageEn()?.let { put("message_en", it.text) }
    error.messageKh()?.let { put("message_kh", it.text) }
    error.answerData()?.let { set<JsonNode>("data", if (isInItsOwnWay(expected)) expected["data"] else shownData(it)) }
    expected["violations"]?.let { set<JsonNode>("violations", it) }
}

/** Whether the data has a number that no double holds, which JavaScript shows as text. */
private fun isInItsOwnWay(expected: JsonNode) = expected.path("data").isTextual

private fun shownData(data: AnswerData): JsonNode =
    when (data) {
        is AnswerData.Onboarding -> shown(data.subBiller)
        is AnswerData.Settlement -> shown(data.statuses)
        is AnswerData.Verification -> shown(data.transaction)
        is AnswerData.Unread -> jsonObject { set<JsonNode>("extra", JSON.readTree(data.members)) }
    }

/** Returns the outcome in the form of JavaScript, which has one object for all outcomes of an operation. */
private fun outcome(decoded: Any): JsonNode {
    val (name, nextStep, response) =
        when (decoded) {
            is SettlementOutcome.Settled -> Triple("settled", null, decoded.response)
            is SettlementOutcome.Accepted -> Triple("accepted", decoded.nextStep, decoded.response)
            is SettlementOutcome.Failed -> Triple("failed", decoded.nextStep, decoded.response)
            is OnboardingOutcome -> return onboarded(decoded)
            else -> return verified(decoded as VerificationResponse)
        }
    return jsonObject {
        put("outcome", name)
        put("nextStep", nextStep?.let(::word))
        set<JsonNode>("warnings", places(response.warnings()))
        set<JsonNode>("response", shown(response))
    }
}

private fun onboarded(outcome: OnboardingOutcome) =
    (shown(outcome.response) as ObjectNode).apply {
        put("outcome", if (outcome.result == OnboardingResult.EXISTS_ALREADY) "existsAlready" else "onboarded")
        set<JsonNode>("warnings", places(outcome.warnings))
    }

private fun verified(response: VerificationResponse) =
    (shown(response) as ObjectNode).apply { set<JsonNode>("warnings", places(response.warnings())) }

internal fun checkWebhook(one: Case) {
    val receiver =
        when (one.text("variant")) {
            "checkout" -> checkoutReceiver()
            else -> merchantProxyReceiver(one["tokens"].map { WebhookToken(it.textValue()) })
        }
    val headers = one["headers"].groupBy({ it[0].textValue() }, { it[1].textValue() })
    if (one.has("error")) {
        val (error, expected) = errorOf { receiver.receive(headers, one.body()) } to one["error"]
        assertEquals(expected["kind"].textValue(), error.kind())
        assertEquals(expected["code"].textValue(), codeText(error.code()))
        assertEquals(expected["status"].intValue(), error.response()?.status)
        assertEquals(OperationName.WEBHOOK, error.operation())
        if (error.violations().isEmpty()) assertEquals("", expected["path"].textValue())
        else assertFindings(listOf(expected), error.violations())
        return
    }
    val event = receiver.receive(headers, one.body())
    assertFindings(one["event"].path("warnings"), event.warnings())
    val actual = jsonObject {
        set<JsonNode>("authentication", shown(event.authentication()))
        set<JsonNode>("payload", shown(event.payload()))
        put("dedup_key", event.dedupKey())
        one["event"]["warnings"]?.let { set<JsonNode>("warnings", it) }
    }
    assertSame(one["event"], actual)
    val acknowledged = """{"status":"success","message":"success"}"""
    assertEquals(Reply(200, mapOf("Content-Type" to "application/json"), acknowledged), event.acknowledge())
}

internal fun checkConfirmation(one: Case) {
    val event = checkoutReceiver().receive(emptyMap(), checkNotNull(one.json("payload")).toByteArray())
    val confirmation = event.confirm(billerOf(one), valueOf(one["expectation"]))
    val call = confirmation.call()
    assertEquals(OperationName.VERIFICATION, call.operation())
    assertEquals(one.text("request_body"), call.request().body?.text)
    val status = one["status"].intValue()
    if (one.has("error")) {
        val error = errorOf { confirmation.decide(status, one.body()) }
        val found = listOf(error.kind(), codeText(error.code()), word(error.nextStep()))
        assertEquals(listOf("kind", "code", "next_step").map { one["error"][it].textValue() }, found)
        return
    }
    val transaction =
        when (val verdict = confirmation.decide(status, one.body())) {
            is Verdict.Confirmed -> {
                assertEquals(one.text("claim_key"), verdict.confirmed.claimKey())
                verdict.confirmed.transaction()
            }
            is Verdict.Mismatch -> verdict.transaction.also { assertSame(one["mismatches"], shown(verdict.mismatches)) }
            is Verdict.Pending -> verdict.transaction.also { assertEquals("pending", one.text("verdict")) }
            is Verdict.Failed -> verdict.transaction.also { assertEquals("failed", one.text("verdict")) }
        }
    assertFindings(one["warnings"], transaction.warnings())
}

internal fun checkLookup(one: Case) {
    val lookup = billerOf(one).prepareSettlementLookup(valueOf(one["bill"]))
    val call = lookup.call()
    assertEquals(OperationName.VERIFICATION, call.operation())
    assertEquals(one.text("request_body"), call.request().body?.text)
    val firstAttempt = one.fields["first_attempt"]?.let { OffsetDateTime.parse(it.textValue()).toInstant() }
    assertSame(one["expected"], shownVerdict(lookup.decide(one["status"].intValue(), one.body(), firstAttempt)))
}

private fun shownVerdict(told: LookupVerdict) = jsonObject {
    val (verdict, step, transaction) =
        when (told) {
            is LookupVerdict.Settled -> Triple("settled", null, told.transaction)
            is LookupVerdict.NotFound -> Triple("notFound", NextStep.VERIFY_AGAIN, null)
            is LookupVerdict.Different -> Triple("different", NextStep.ASK_SERVICE, told.transaction)
            is LookupVerdict.Failed -> Triple("failed", NextStep.ASK_SERVICE, told.transaction)
            is LookupVerdict.Pending -> Triple("pending", NextStep.VERIFY_AGAIN, told.transaction)
            is LookupVerdict.Unclear -> Triple("unclear", told.nextStep, told.transaction)
        }
    put("verdict", verdict)
    put("next_step", step?.let(::word))
    put("tran_id", transaction?.tranId)
    if (told is LookupVerdict.Different) set<JsonNode>("mismatches", shown(told.mismatches))
    (told as? LookupVerdict.Unclear)?.error?.let {
        set<JsonNode>("error", jsonObject { put("kind", it.kind()).put("code", codeText(it.code())) })
    }
}

internal fun checkDate(one: Case) {
    val offset = ZoneOffset.of(one.text("assumed_offset"))
    val read = readTranDate(one.text("text"), offset, one["day_first"].booleanValue())
    assertEquals(one["unix_ms"].takeUnless { it.isNull }?.longValue(), read?.toEpochMilli())
}

internal fun checkDelivery(one: Case) {
    val receiver = checkoutReceiver()
    val (first, second) =
        listOf("first", "second").map { receiver.receive(emptyMap(), checkNotNull(one.json(it)).toByteArray()) }
    for (verdict in listOf(second.compare(first.fingerprint()), first.compare(second.fingerprint()))) {
        assertEquals(one.text("delivery"), verdict.delivery.name.lowercase())
        assertEquals(if (verdict.delivery == Delivery.CONFLICT) 409 else 200, verdict.reply.status)
    }
    assertEquals(Delivery.NEW, second.compare(null).delivery)
}
