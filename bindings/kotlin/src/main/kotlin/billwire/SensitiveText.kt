package io.github.billwire

/**
 * Text that must not appear in logs: a secret, a credential, or untrusted text of the service.
 *
 * It compares like text. Read it with [text]; it never prints or serializes itself.
 */
public class SensitiveText(
    // Neither a field nor a getter that serializers look for.
    /** The text itself. */
    @Transient @get:JvmName("text") public val text: String
) {
    override fun equals(other: Any?): Boolean = other is SensitiveText && other.text == text

    override fun hashCode(): Int = text.hashCode()

    /** Returns `[hidden]` for every text. */
    override fun toString(): String = "[hidden]"
}
