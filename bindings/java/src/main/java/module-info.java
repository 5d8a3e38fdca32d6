/** An SDK for one payment interface. Programs use the package {@code io.github.billwire}; {@code io.github.billwire.ffi} stays inside. */
module io.github.billwire {
    requires static transitive org.jspecify;

    exports io.github.billwire;
}
