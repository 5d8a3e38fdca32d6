/** An SDK for one payment interface. Programs use the package {@code billwire}; {@code billwire.ffi} stays inside. */
module billwire {
    requires static transitive org.jspecify;

    exports billwire;
}
