/**
 * An SDK for one payment interface. Programs use the package {@code io.github.billwire}, and adapters of HTTP clients {@code
 * io.github.billwire.http}; {@code io.github.billwire.ffi} stays inside.
 */
module io.github.billwire {
    requires static transitive org.jspecify;

    exports io.github.billwire;
    exports io.github.billwire.http;
}
