package io.github.billwire

import java.lang.reflect.Modifier
import java.nio.charset.MalformedInputException

/** Text, list or record that UTF-8 cannot represent: violations with their paths, in place of [error]. */
internal fun refusal(input: Any?, error: Throwable): Throwable {
    if (error !is MalformedInputException) return error
    val violations = loneSurrogates(input)
    val operation =
        when (input) {
            is Settlement,
            is SignedFields -> OperationName.SETTLEMENT
            is Onboarding -> OperationName.ONBOARDING
            is Verification,
            is Expectation -> OperationName.VERIFICATION
            else -> return BillwireException.InvalidConfig(violations)
        }
    return BillwireException.InvalidRequest(operation, violations)
}

private fun loneSurrogates(input: Any?): Findings {
    val paths = mutableListOf<String>()
    find(input, "", paths)
    val listed = paths.take(MOST_LISTED).map { Finding(it, Code.LONE_SURROGATE, EXPLANATION, null) }
    return Findings(listed, paths.size - listed.size)
}

private const val MOST_LISTED = 100
private const val EXPLANATION = "the text holds half a surrogate pair"

/** Adds the path of each text with a lone surrogate. Paths have the names of the interface: `details[0].item_name`. */
private fun find(value: Any?, path: String, paths: MutableList<String>) {
    when (value) {
        is String -> if (isMalformed(value)) paths += path
        is SensitiveText -> find(value.text, path, paths)
        is List<*> -> value.forEachIndexed { index, item -> find(item, "$path[$index]", paths) }
        is Map<*, *> ->
            value.entries.forEachIndexed { index, (key, item) ->
                find(key, "$path[$index]", paths)
                find(item, "$path[$index]", paths)
            }
        is AutoCloseable,
        is Enum<*> -> {}
        else ->
            if (value?.javaClass?.`package`?.name == Finding::class.java.`package`?.name)
                findInFields(checkNotNull(value), path, paths)
    }
}

private fun findInFields(value: Any, path: String, paths: MutableList<String>) {
    for (field in value.javaClass.declaredFields.filterNot { Modifier.isStatic(it.modifiers) }) {
        field.isAccessible = true
        val name = field.name.replace(CAPITAL) { "_" + it.value.lowercase() }
        find(field.get(value), if (path.isEmpty()) name else "$path.$name", paths)
    }
}

private val CAPITAL = Regex("[A-Z]")

private fun isMalformed(text: String) = !Charsets.UTF_8.newEncoder().canEncode(text)

private val IS_PRINTING = ThreadLocal<Boolean>()

/** Prints, also texts that UTF-8 cannot represent. */
internal inline fun printing(print: () -> String): String {
    val before = IS_PRINTING.get()
    IS_PRINTING.set(true)
    try {
        return print()
    } finally {
        IS_PRINTING.set(before)
    }
}

/** Returns a text with `?` in place of each lone surrogate while an object prints, else unchanged. */
internal fun printable(text: String): String =
    if (IS_PRINTING.get() == true && isMalformed(text)) mended(text) else text

/** Returns a text with `?` in place of each lone surrogate: no header has one. */
internal fun mended(text: String): String = String(text.toByteArray(Charsets.UTF_8), Charsets.UTF_8)
