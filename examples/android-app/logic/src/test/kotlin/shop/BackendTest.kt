package shop

import io.github.billwire.Language
import io.github.billwire.Status
import java.math.BigDecimal
import java.time.Instant
import java.util.Locale
import java.util.UUID
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking

/**
 * The app against a real backend in Node, which settles with a real sandbox. `cargo xtask test "kotlin app"` starts
 * both.
 */
class BackendTest {
    private val url =
        checkNotNull(System.getenv("BILLWIRE_BACKEND")) { "BILLWIRE_BACKEND is not set: see examples/android-app" }
    private val number = "APP-${UUID.randomUUID()}"
    private val form =
        BillForm(
            number = number,
            customer = "C-17",
            amount = "40,000",
            due = Instant.now().plusSeconds(86_400),
            note = "ទឹក ២០ លីត្រ",
        )

    @Test
    fun `a draft is settled and its status is shown`() = runBlocking {
        val model = model()
        model.edit { form }
        model.send()
        val answer = assertIs<Answer.Known>(model.state.value.answer)
        assertEquals(BillState.SETTLED, answer.status)
        assertEquals(number, answer.transaction?.identityCode)
        assertEquals(Status.Success, answer.transaction?.status)
        assertEquals(BigDecimal("40000"), answer.transaction?.tranAmount)
        assertTrue(
            answer.text(Language.ENGLISH, Locale.US).startsWith("Settled: KHR"),
            answer.text(Language.ENGLISH, Locale.US),
        )
        assertTrue(answer.text(Language.KHMER, Locale.US).startsWith("បានទូទាត់រួច: "))
        // The same draft again, as after a lost answer: the same transaction, so it was settled once.
        model.send()
        assertEquals(answer, model.state.value.answer)
    }

    @Test
    fun `a bill that changed after it was sent is refused`() = runBlocking {
        val model = model()
        model.edit { form }
        model.send()
        for (changed in listOf(form.copy(amount = "50,000"), form.copy(note = "other"))) {
            model.edit { changed }
            model.send()
            assertEquals(Answer.Refused("other_bill"), model.state.value.answer)
        }
    }

    @Test
    fun `the backend trusts no app`() = runBlocking {
        val strange = BillModel(Backend(url, "sandbox-session"), "SB-999", Locale.US)
        strange.edit { form }
        strange.send()
        assertEquals(Answer.Refused("other_shop"), strange.state.value.answer)
        assertEquals(Answer.Refused("invalid"), Backend(url, "sandbox-session").settle("""{"ref_id":""}"""))
        assertEquals(Answer.Refused("signed_out"), Backend(url, "a-guess").settle("{}"))
    }

    @Test
    fun `an invalid form is not sent`() = runBlocking {
        val model = BillModel(Backend("http://127.0.0.1:9", "nobody"), "SB-001", Locale.US)
        model.edit { form.copy(amount = "-1") }
        model.send()
        assertEquals(null, model.state.value.answer)
        model.edit { form }
        model.send()
        assertEquals(Answer.Lost, model.state.value.answer)
    }

    private fun model() = BillModel(Backend(url, "sandbox-session"), "SB-001", Locale.US)
}
