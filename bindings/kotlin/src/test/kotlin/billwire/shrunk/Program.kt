package io.github.billwire.shrunk

import io.github.billwire.*
import java.time.Instant

/** Small app that signs and catches an error. ShrunkIT shrinks it together with the package. */
fun main(arguments: Array<String>) {
    val (refId, date, currency, amount, customer) = arguments
    val fields = SignedFields(refId, Instant.parse(date), currency, amount.toLong(), customer, arguments[5])
    println(SigningKey(HashToken(arguments[6])).sign(fields))
    try {
        Biller(BillerConfig("nowhere"))
    } catch (error: BillwireException.InvalidConfig) {
        println(error.kind())
    }
    println(validate(Onboarding("S-1", "a\ud83d")).violations.listed.single().path)
}
