package io.github.billwire

/** Marks the builders: inside the block of a [Line], the functions of its [Settlement] have to be named in full. */
@DslMarker @Target(AnnotationTarget.CLASS) public annotation class BillwireDsl
