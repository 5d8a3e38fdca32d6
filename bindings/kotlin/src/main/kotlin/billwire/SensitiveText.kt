package billwire

/**
 * Text that pays, or links an account, or that a stranger wrote. It is read by [text], compared like any text, and
 * never printed or serialised by itself.
 */
public class SensitiveText(
    // Neither a field nor a getter that serialisers look for.
    /** The text itself. */
    @Transient @get:JvmName("text") public val text: String
) {
    override fun equals(other: Any?): Boolean = other is SensitiveText && other.text == text

    override fun hashCode(): Int = text.hashCode()

    /** `[hidden]`, whatever the text is. */
    override fun toString(): String = "[hidden]"
}
