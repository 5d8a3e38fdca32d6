package shop

import io.github.billwire.Code
import io.github.billwire.Finding
import io.github.billwire.Language
import io.github.billwire.codeSentence
import java.util.Locale

/** Returns the language of billwire's sentences for a user's language. */
fun languageOf(locale: Locale): Language = if (locale.language == "km") Language.KHMER else Language.ENGLISH

/** Returns the text of an answer for the user. */
fun Answer.text(language: Language, locale: Locale): String =
    when (this) {
        is Answer.Known ->
            listOfNotNull(status.text(language), transaction?.let { formatAmount(it.totalAmount, it.currency, locale) })
                .joinToString(": ")
        is Answer.Refused ->
            language.pick("The shop did not accept the bill ($reason).", "ហាងមិនបានទទួលវិក្កយបត្រទេ ($reason)។")
        Answer.Lost -> language.pick("No answer. Send again.", "គ្មានចម្លើយទេ។ សូមផ្ញើម្ដងទៀត។")
    }

private fun BillState.text(language: Language): String =
    when (this) {
        BillState.SETTLED -> language.pick("Settled", "បានទូទាត់រួច")
        BillState.REFUSED -> language.pick("Refused; no money has moved", "ត្រូវបានបដិសេធ គ្មានប្រាក់ផ្ទេរទេ")
        BillState.UNCLEAR -> language.pick("Unclear: ask the service", "មិនច្បាស់៖ សូមសួរសេវា")
        BillState.PENDING -> language.pick("In progress", "កំពុងដំណើរការ")
    }

private fun Language.pick(english: String, khmer: String): String = if (this == Language.KHMER) khmer else english

/** A finding of the app's own, about text that is no number. */
internal fun finding(path: String, code: Code): Finding =
    Finding(path, code, codeSentence(code, Language.ENGLISH), null)
