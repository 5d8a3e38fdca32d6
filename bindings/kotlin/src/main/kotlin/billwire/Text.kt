package io.github.billwire

import java.lang.reflect.Modifier
import java.nio.charset.MalformedInputException

/**
 * Calls the native library with [input]. A lone surrogate in one of its texts is a violation with its path, where
 * uniffi's own functions throw a [MalformedInputException].
 */
internal inline fun <T> wellFormed(operation: OperationName?, input: Any, call: () -> T): T =
    try {
        call()
    } catch (_: MalformedInputException) {
        val violations = loneSurrogates(input)
        throw if (operation == null) BillwireException.InvalidConfig(violations)
        else BillwireException.InvalidRequest(operation, violations)
    }

internal fun loneSurrogates(input: Any): Findings {
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
        is String -> if (!Charsets.UTF_8.newEncoder().canEncode(value)) paths += path
        is SensitiveText -> find(value.text, path, paths)
        is List<*> -> value.forEachIndexed { index, item -> find(item, "$path[$index]", paths) }
        is Disposable, is Enum<*> -> {}
        else ->
            if (value != null && value.javaClass.`package`?.name == Finding::class.java.`package`?.name) {
                for (field in value.javaClass.declaredFields.filterNot { Modifier.isStatic(it.modifiers) }) {
                    field.isAccessible = true
                    val name = field.name.replace(CAPITAL) { "_" + it.value.lowercase() }
                    find(field.get(value), if (path.isEmpty()) name else "$path.$name", paths)
                }
            }
    }
}

private val CAPITAL = Regex("[A-Z]")
