/**
 * An SDK for one payment interface. Programs use the package {@code billwire}, and adapters of HTTP clients {@code
 * billwire.http}; {@code billwire.ffi} stays inside.
 */
module billwire {
    requires static transitive org.jspecify;

    exports billwire;
    exports billwire.http;
}
