package billwire.shrunk

import billwire.Biller
import billwire.BillerConfig
import billwire.BillwireException
import billwire.HashToken
import billwire.SignedFields
import billwire.SigningKey
import java.time.Instant

/** Small app that signs and catches an error. ShrunkIT shrinks it together with the package. */
fun main(arguments: Array<String>) {
    val (refId, date, currency, amount, customer) = arguments
    val fields = SignedFields(refId, Instant.parse(date), currency, amount.toLong(), customer, arguments[5])
    println(SigningKey(HashToken(arguments[6])).sign(fields))
    try {
        Biller(BillerConfig("nowhere"))
    } catch (error: BillwireException.InvalidConfig) {
        println(error.details.kind)
    }
}
