package bench

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ArrayNode
import com.fasterxml.jackson.databind.node.NullNode
import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.databind.node.TextNode
import io.github.billwire.vectors.Shown

const val HASH_TOKEN = "a-hash-token-of-forty-characters-0123456"
const val WEBHOOK_TOKEN = "a-webhook-token-of-forty-characters-0123"

/** billwire, as one of the JVM's packages has it. Each function makes an input ready, and gives what is timed. */
interface Billwire {
    /** The hash of a bill. */
    fun signing(bill: Bill): () -> String

    /** The body of a bill's settlement, signed. */
    fun preparing(bill: Bill): () -> String

    /** Reads a webhook's payload after its token was checked. */
    fun receiving(headers: Map<String, List<String>>, body: ByteArray): () -> Any
}

/** All cases: the first contestant of each is billwire. */
internal fun cases(billwire: Billwire, inputs: List<InputSet>): List<Case> =
    inputs.filter { it.job == "prepare" && it.size == 0 }.map { signing(billwire, it) } +
        inputs.map { if (it.job == "prepare") preparing(billwire, it) else receiving(billwire, it) }

private fun signing(billwire: Billwire, set: InputSet): Case {
    val hmac = Hmac(HASH_TOKEN)
    return Case(
        "sign",
        "one hash",
        set.script,
        Contestant("billwire", set.bills.map(billwire::signing)),
        listOf(Contestant("javax.crypto", set.bills.map { bill -> { hmac.hash(bill) } })),
    ) { ours, theirs ->
        check(ours == theirs) { "$ours is not $theirs" }
    }
}

private fun preparing(billwire: Billwire, set: InputSet): Case {
    val hmac = Hmac(HASH_TOKEN)
    val kotlinx = { bill: Bill -> KOTLINX.encodeToString(Bill.serializer(), bill.copy(hash = hmac.hash(bill))) }
    val jackson = { bill: Bill -> JACKSON.writeValueAsString(bill.copy(hash = hmac.hash(bill))) }
    return Case(
        "prepare",
        "${set.size} lines",
        set.script,
        Contestant("billwire", set.bills.map(billwire::preparing)),
        listOf(
            Contestant("kotlinx.serialization + javax.crypto", set.bills.map { bill -> { kotlinx(bill) } }),
            Contestant("Jackson + javax.crypto", set.bills.map { bill -> { jackson(bill) } }),
        ),
    ) { ours, theirs ->
        same(JACKSON.readTree(ours as String), JACKSON.readTree(theirs as String))
    }
}

private fun receiving(billwire: Billwire, set: InputSet): Case {
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
        Contestant("billwire", set.bodies.map { billwire.receiving(headers(it), it) }),
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
