package shop

import io.github.billwire.DraftSettings
import io.github.billwire.Finding
import io.github.billwire.Language
import io.github.billwire.draftToJson
import java.time.Instant
import java.util.Locale
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.flow.update

/** Content of the screen. */
data class Screen(
    val form: BillForm = BillForm(),
    val violations: Map<Field?, List<Finding>> = emptyMap(),
    val warnings: Map<Field?, List<Finding>> = emptyMap(),
    val isSending: Boolean = false,
    val answer: Answer? = null,
) {
    /** Returns the sentences below a field: what is wrong, then advice. Null is the whole form. */
    fun sentences(field: Field?, language: Language): List<String> =
        (violations[field].orEmpty() + warnings[field].orEmpty()).map { it.sentence(language) }
}

/** The logic behind the screen. It has no credentials: it validates, and the backend signs. */
class BillModel(
    private val backend: Backend,
    /** Where the money goes: the code of the sub biller. */
    private val shop: String,
    private val locale: Locale,
    private val settings: DraftSettings = DraftSettings(),
    private val now: () -> Instant = Instant::now,
) {
    private val screen = MutableStateFlow(Screen())
    /** The draft that was sent, unchanged until the form changes: sent again, it is the same bill. */
    private var draft: String? = null

    val state: StateFlow<Screen> = screen.asStateFlow()

    /** Changes the form. While a draft is sent, the form keeps its content. */
    fun edit(change: (BillForm) -> BillForm) {
        if (screen.value.isSending) return
        draft = null
        screen.update { it.copy(form = change(it.form), answer = null) }
        if (screen.value.violations.isNotEmpty()) validate() // once shown, findings follow the typing
    }

    /** Validates the form, and shows all findings at their fields. */
    fun validate(): CheckedForm {
        val checked = screen.value.form.check(now(), shop, locale, settings)
        screen.update { it.copy(violations = checked.violations, warnings = checked.warnings) }
        return checked
    }

    /** Sends the draft of a valid form, or the same draft again, and shows what the backend answers. */
    suspend fun send() {
        if (screen.value.isSending) return
        val json = draft ?: validate().takeIf { it.isValid }?.let { draftToJson(it.draft, settings) } ?: return
        draft = json
        screen.update { it.copy(isSending = true, answer = null) }
        var answer: Answer = Answer.Lost
        try {
            answer = backend.settle(json)
        } finally {
            screen.update { it.copy(isSending = false, answer = answer) }
        }
    }
}
