package io.github.billwire

/** Fields of a value, by which it compares and prints as a data class does. Bytes compare by content. */
internal class Fields(private val type: String, vararg fields: Pair<String, Any?>) {
    private val names = fields.map { it.first }
    private val values = fields.map { it.second }.toTypedArray()

    override fun equals(other: Any?): Boolean =
        other is Fields && other.type == type && other.values.contentDeepEquals(values)

    override fun hashCode(): Int = values.contentDeepHashCode()

    override fun toString(): String =
        names.zip(values).joinToString(", ", "$type(", ")") { (name, value) ->
            "$name=${if (value is ByteArray) value.contentToString() else value}"
        }
}
