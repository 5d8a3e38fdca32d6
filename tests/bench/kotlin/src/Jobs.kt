package bench

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ArrayNode
import com.fasterxml.jackson.databind.node.NullNode
import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.databind.node.TextNode
import io.github.billwire.vectors.Shown

const val HASH_TOKEN = "a-hash-token-of-forty-characters-0123456"
const val WEBHOOK_TOKEN = "a-webhook-token-of-forty-characters-0123"

/** All cases: the first contestant of each is billwire. */
internal fun cases(inputs: List<InputSet>): List<Case> =
    inputs.filter { it.job == "prepare" && it.size == 0 }.map { signing(it) } +
        inputs.map { if (it.job == "prepare") preparing(it) else receiving(it) }

private fun signing(set: InputSet): Case {
    val hmac = Hmac(HASH_TOKEN)
    return Case(
        "sign",
        "one hash",
        set.script,
        Contestant("billwire", set.bills.map(Billwire::signing)),
        listOf(Contestant("javax.crypto", set.bills.map { bill -> { hmac.hash(bill) } })),
    ) { ours, theirs ->
        check(ours == theirs) { "$ours is not $theirs" }
    }
}

private fun preparing(set: InputSet): Case {
    val hmac = Hmac(HASH_TOKEN)
    val kotlinx = { bill: Bill -> KOTLINX.encodeToString(Bill.serializer(), bill.copy(hash = hmac.hash(bill))) }
    val jackson = { bill: Bill -> JACKSON.writeValueAsString(bill.copy(hash = hmac.hash(bill))) }
    return Case(
        "prepare",
        "${set.size} lines",
        set.script,
        Contestant("billwire", set.bills.map(Billwire::preparing)),
        listOf(
            Contestant("kotlinx.serialization + javax.crypto", set.bills.map { bill -> { kotlinx(bill) } }),
            Contestant("Jackson + javax.crypto", set.bills.map { bill -> { jackson(bill) } }),
        ),
    ) { ours, theirs ->
        same(JACKSON.readTree(ours as String), JACKSON.readTree(theirs as String))
    }
}

private fun receiving(set: InputSet): Case {
    val token = TokenCheck(WEBHOOK_TOKEN)
    val kotlinx = { body: ByteArray -> KOTLINX.decodeFromString(Notice.serializer(), body.decodeToString()) }
    val jackson = { body: ByteArray -> JACKSON.readValue(body, Notice::class.java) }
    fun checked(read: (ByteArray) -> Notice): List<() -> Any> =
        set.bodies.map { body ->
            val headers = headers(body)
            val action = {
                token.check(headers)
                read(body)
            }
            action
        }
    return Case(
        "receive",
        if (set.size == 1) "1 customer" else "${set.size} customers",
        set.script,
        Contestant("billwire", set.bodies.map { Billwire.receiving(headers(it), it) }),
        listOf(
            Contestant("kotlinx.serialization", checked(kotlinx)),
            Contestant("Jackson", checked(jackson)),
        ),
    ) { ours, theirs ->
        same(comparable(Shown.of(ours)), comparable(JACKSON.valueToTree(theirs)))
    }
}

private fun headers(body: ByteArray) =
    mapOf(
        "Host" to listOf("merchant.example"),
        "Accept" to listOf("application/json"),
        "Content-Type" to listOf("application/json"),
        "Content-Length" to listOf("${body.size}"),
        "Token" to listOf(WEBHOOK_TOKEN),
    )

private fun same(ours: JsonNode, theirs: JsonNode) = check(Shown.same(ours, theirs)) { "$ours is not $theirs" }

/** Equal but for three things: decimals are text, null is absent, and unknown members have a place of their own. */
private fun comparable(node: JsonNode): JsonNode =
    when (node) {
        is ObjectNode ->
            JACKSON.createObjectNode().apply {
                node
                    .properties()
                    .filter { (name, value) -> name != "extra" && value !is NullNode }
                    .forEach { (name, value) -> set<JsonNode>(name, comparable(value)) }
            }
        is ArrayNode -> JACKSON.createArrayNode().apply { node.forEach { add(comparable(it)) } }
        else -> if (node.isNumber) TextNode(node.decimalValue().toPlainString()) else node
    }
