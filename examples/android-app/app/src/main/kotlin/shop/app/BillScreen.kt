package shop.app

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.verticalScroll
import androidx.compose.material3.Button
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import io.github.billwire.Language
import java.time.Instant
import java.time.temporal.ChronoUnit
import java.util.Locale
import shop.BillForm
import shop.BillModel
import shop.Field
import shop.Screen
import shop.languageOf
import shop.text

/** The form of a bill. It shows what the model holds, and decides nothing. */
@Composable
fun BillScreen(model: BillModel, send: () -> Unit) {
    val screen by model.state.collectAsStateWithLifecycle()
    val locale = Locale.getDefault()
    val language = languageOf(locale)
    Column(Modifier.padding(16.dp).verticalScroll(rememberScrollState())) {
        Input(screen, Field.NUMBER, "No.", language, screen.form.number) { text ->
            model.edit { it.copy(number = text) }
        }
        Input(screen, Field.CUSTOMER, "Customer", language, screen.form.customer) { text ->
            model.edit { it.copy(customer = text) }
        }
        Input(screen, Field.CURRENCY, "Currency", language, screen.form.currency) { text ->
            model.edit { it.copy(currency = text) }
        }
        Input(screen, Field.AMOUNT, "Amount", language, screen.form.amount) { text ->
            model.edit { it.copy(amount = text) }
        }
        if (screen.form.currency != "KHR") {
            Input(screen, Field.RATE, "Riel for 1 ${screen.form.currency}", language, screen.form.rate) { text ->
                model.edit { it.copy(rate = text) }
            }
        }
        Input(screen, Field.NOTE, "Note", language, screen.form.note) { text -> model.edit { it.copy(note = text) } }
        // A date picker in a real app.
        Button(onClick = { model.edit(::dueInThirtyDays) }) { Text("Due in 30 days") }
        screen.sentences(Field.DUE, language).forEach { Text(it) }
        screen.sentences(null, language).forEach { Text(it) }
        Button(onClick = send, enabled = !screen.isSending) { Text("Settle") }
        screen.answer?.let { Text(it.text(language, locale)) }
    }
}

@Composable
private fun Input(
    screen: Screen,
    field: Field,
    label: String,
    language: Language,
    text: String,
    change: (String) -> Unit,
) {
    OutlinedTextField(
        value = text,
        onValueChange = change,
        enabled = !screen.isSending,
        label = { Text(label) },
        isError = field in screen.violations,
        supportingText = { screen.sentences(field, language).forEach { Text(it) } },
    )
}

private fun dueInThirtyDays(form: BillForm): BillForm = form.copy(due = Instant.now().plus(30, ChronoUnit.DAYS))
