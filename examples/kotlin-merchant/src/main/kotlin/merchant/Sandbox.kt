package merchant

import com.fasterxml.jackson.annotation.JsonIgnoreProperties
import com.fasterxml.jackson.module.kotlin.readValue
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path

/** The sandbox's books, with which ours are compared. */
@JsonIgnoreProperties(ignoreUnknown = true)
data class SandboxBooks(
    val bills: List<SandboxBill>,
    val balances: Map<String, Map<String, Long>>,
    val totals: Map<String, Long>,
    val faultsServed: Map<String, Int>,
    val webhooks: SandboxWebhooks,
)

/** A bill in the sandbox's books. */
@JsonIgnoreProperties(ignoreUnknown = true)
data class SandboxBill(
    val refId: String,
    val currency: String,
    val totalAmount: Long,
    val settlements: Int,
    val tranIds: List<String>,
)

/** Counts of webhooks that the sandbox still has to deliver. */
@JsonIgnoreProperties(ignoreUnknown = true) data class SandboxWebhooks(val pending: Int)

/** The sandbox's admin paths. A real service has none of them, so do not copy this file into your backend. */
class Sandbox(address: String) {
    private val base = address.removeSuffix("/")
    private val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()

    fun sendWebhooksTo(url: String, token: String) {
        request(
            "PUT",
            "/sandbox/webhook",
            JSON.writeValueAsString(mapOf("url" to url, "variant" to "merchant_proxy", "token" to token)),
        )
    }

    /** Scripts the faults of a file and returns their number. */
    fun planFaults(file: Path): Int {
        val json = Files.readString(file)
        request("POST", "/sandbox/faults", json)
        return JSON.readTree(json).sumOf { it.size() }
    }

    fun books(): SandboxBooks = JSON.readValue(request("GET", "/sandbox/books"))

    private fun request(method: String, path: String, json: String? = null): String {
        val builder = HttpRequest.newBuilder(URI.create(base + path))
        if (json == null) builder.method(method, BodyPublishers.noBody())
        else builder.method(method, BodyPublishers.ofString(json)).header("Content-Type", "application/json")
        val response = client.send(builder.build(), HttpResponse.BodyHandlers.ofString())
        check(response.statusCode() in 200..299) {
            "the sandbox answered ${response.statusCode()} to $method $path: ${response.body()}"
        }
        return response.body()
    }
}
