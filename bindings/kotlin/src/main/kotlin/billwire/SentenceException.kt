package io.github.billwire

/** Exception whose message is its sentence, and whose stack trace begins where billwire was called. */
public abstract class SentenceException : Exception() {
    init {
        val called = stackTrace.dropWhile { PACKAGE.containsMatchIn(it.className) }
        if (called.isNotEmpty()) stackTrace = called.toTypedArray()
    }

    /** The sentence. It holds no value, no secret and no message of the service. */
    override val message: String
        get() = toString()
}

/** Classes of the package itself, which apps may have renamed. */
private val PACKAGE = Regex("^io\\.github\\.billwire\\.[^.]*$")
