package io.github.billwire.settlement

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.CodesByOperation
import io.github.billwire.FlowRequest
import io.github.billwire.HashToken
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementLookup
import io.github.billwire.SettlementPolicy
import io.github.billwire.SettlementStep
import io.github.billwire.StatusesByObject
import io.github.billwire.VerificationToken
import io.github.billwire.WireProfile
import io.github.billwire.vectors.Vectors
import java.nio.file.Files
import java.time.Instant
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.fail

internal val SECRETS = listOf("secret-bearer", "secret-verification", "secret-hash")
internal const val SETTLED = """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
internal const val NOT_FOUND = """{"code":"404"}"""
internal val POLICY =
    SettlementPolicy {
        attempts(2)
        pauseMs(10)
        longestPauseMs(10)
        notFoundHoldsMs(100)
        inFlightMs(50)
        deadlineMs(1_000)
    }
internal val INVOICE =
    Settlement(
        refId = "INV-1",
        date = at(0),
        dueDate = at(0),
        currency = "KHR",
        totalAmount = 40_000,
        customerSyncCode = "C-1",
        settlementTo = "SUB-1",
    )

internal fun at(millis: Long): Instant = Instant.ofEpochMilli(millis)

internal fun flowBiller() =
    Biller(
        BillerConfig("https://service.example") {
            bearer(BearerToken(SECRETS[0]))
            verificationToken(VerificationToken(SECRETS[1]))
            hashToken(HashToken(SECRETS[2]))
            profile(WireProfile {
                    settlementLookup(SettlementLookup(identityCode = "ref_id", purposeOfTransaction = "ref_id"))
                    refusalCodes(CodesByOperation { settlement(listOf("77")) })
                    notFoundCodes(CodesByOperation { verification(listOf("404")) })
                    pendingStatuses(StatusesByObject { transaction(listOf("pending")) })
                    failedStatuses(StatusesByObject { transaction(listOf("failed")) })
                })
        }
    )

internal fun start(bill: Settlement = INVOICE) = SettlementFlow.start(flowBiller(), bill, POLICY, at(0))

internal fun resume(record: String, bill: Settlement = INVOICE) =
    SettlementFlow.resume(flowBiller(), bill, record, POLICY)

internal fun SettlementFlow.next(now: Long) = step(at(now), 1.0)

/** Saves what the flow asks to save, and returns the record. */
internal fun SettlementFlow.save(now: Long): String {
    val save = assertIs<SettlementStep.Save>(next(now))
    assertEquals(save.revision, save.previous + 1)
    saved(save.revision)
    return save.record
}

/** Saves and waits until the flow asks to send. Returns the request, and moves the clock. */
internal fun SettlementFlow.request(clock: Clock): FlowRequest {
    while (true) {
        when (val step = next(clock.now)) {
            is SettlementStep.Save -> saved(step.revision)
            is SettlementStep.Wait -> clock.now = step.until.toEpochMilli()
            else -> return assertIs<SettlementStep.Send>(step).request
        }
    }
}

/** Sends the next request, with this answer. Returns the request. */
internal fun SettlementFlow.answer(clock: Clock, answer: String, status: Int = 200): FlowRequest =
    request(clock).also { answered(it.number, status, answer.toByteArray(), at(clock.now)) }

/** Runs to the end, with this answer to each request. Returns the end. */
internal fun SettlementFlow.run(clock: Clock, answer: (FlowRequest) -> String): SettlementEnding {
    while (true) {
        when (val step = next(clock.now)) {
            is SettlementStep.Save -> saved(step.revision)
            is SettlementStep.Wait -> clock.now = step.until.toEpochMilli()
            is SettlementStep.Send ->
                answered(step.request.number, 200, answer(step.request).toByteArray(), at(clock.now))
            is SettlementStep.Finished -> return step.ending
            is SettlementStep.TakenOver -> fail("no other flow is there")
        }
    }
}

/** Time of a test, in milliseconds. */
internal class Clock(var now: Long = 0)

internal fun transaction(
    refId: String = "INV-1",
    tranId: String = "T-1",
    amount: String = "40000",
    status: String = "success",
) =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"$tranId","tran_date":"2026-01-31T09:00:00.000",
       "tran_amount":$amount,"fee_amount":0,"total_amount":$amount,"currency":"KHR","identity_code":"$refId",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"$refId","status":"$status"}}"""

/** Record that an earlier release wrote. */
internal fun keptRecord(name: String): String =
    Files.readString(Vectors.root().resolve("tests/records/settlement-v1-$name.json")).trimEnd()
