package io.github.billwire

/** Object of the library that is made when it is first used. What the fast path returns rarely needs one. */
internal class Deferred<T : AutoCloseable>(private val make: () -> T) {
    private var made: T? = null
    private var isClosed = false

    /** Returns the object. A closed one throws when it is used. */
    @Synchronized
    operator fun invoke(): T =
        made
            ?: make().also {
                made = it
                if (isClosed) it.close()
            }

    /** Returns null if nothing needed the object yet: it says no more than the fast path did. */
    @Synchronized
    fun ifMade(): T? = if (made == null && !isClosed) null else invoke()

    @Synchronized
    fun close() {
        isClosed = true
        made?.close()
    }

    internal companion object {
        fun <T : AutoCloseable> of(made: T): Deferred<T> = Deferred { made }.also { it.made = made }
    }
}
