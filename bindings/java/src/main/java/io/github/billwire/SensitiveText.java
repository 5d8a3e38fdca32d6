package io.github.billwire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text that pays, or links an account, or that a stranger wrote. It is read by {@link #text}, compared like any text, and
 * never printed or serialised by itself.
 */
public final class SensitiveText {
    // Neither a record's part nor a getter: serialisers would look for both.
    private final transient String text;

    /**
     * Takes the text over.
     *
     * @throws NullPointerException if there is none
     */
    public SensitiveText(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** The text itself. */
    public String text() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SensitiveText sensitive && sensitive.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** {@code [hidden]}, whatever the text is. */
    @Override
    public String toString() {
        return "[hidden]";
    }
}
