package io.github.billwire;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Object of the library that is made when it is first used. What the fast path returns rarely needs one. */
final class Deferred<T> {
    private final Supplier<T> make;
    private final Consumer<T> close;
    private @Nullable T made;
    private boolean isClosed;

    Deferred(Supplier<T> make, Consumer<T> close) {
        this.make = make;
        this.close = close;
    }

    /** Holds an object that is made already. */
    static <T> Deferred<T> of(T made, Consumer<T> close) {
        Deferred<T> deferred = new Deferred<>(() -> made, close);
        deferred.made = made;
        return deferred;
    }

    /**
     * Returns the object.
     *
     * @throws IllegalStateException if it is closed
     */
    synchronized T get() {
        NativeLibrary.checkOpen(isClosed);
        if (made == null) made = make.get();
        return made;
    }

    /**
     * Returns null if nothing needed the object yet: it says no more than the fast path did.
     *
     * @throws IllegalStateException if it is closed
     */
    synchronized @Nullable T ifMade() {
        NativeLibrary.checkOpen(isClosed);
        return made;
    }

    synchronized void close() {
        isClosed = true;
        if (made != null) close.accept(made);
    }
}
