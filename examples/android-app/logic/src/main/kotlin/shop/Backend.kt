package shop

import io.github.billwire.BillwireException
import io.github.billwire.Transaction
import io.github.billwire.transactionFromJson
import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import org.json.JSONException
import org.json.JSONObject

/** Answer of the backend about a bill. */
sealed class Answer {
    /** The bill has a status. */
    data class Known(val status: BillState, val transaction: Transaction?) : Answer()

    /** The backend did not take the draft; nothing was sent. [reason] is its word for it. */
    data class Refused(val reason: String) : Answer()

    /** Nothing is known. Send the same draft again: the backend settles it at most once. */
    object Lost : Answer()
}

/** How a bill ends. */
enum class BillState {
    SETTLED,
    REFUSED,
    /** Only the service's staff can tell. */
    UNCLEAR,
    /** The backend still settles it. Ask again. */
    PENDING,
}

/** Our own server. It has the credentials; the app has its user's session. */
class Backend(private val url: String, private val session: String, private val client: OkHttpClient = OkHttpClient()) {
    /** Sends a draft. OkHttp may repeat it silently, which this backend bears: it settles a bill of one number once. */
    suspend fun settle(draft: String): Answer {
        val body = draft.toRequestBody("application/json".toMediaType())
        val request = Request.Builder().url("$url/bills").header("Authorization", "Bearer $session").post(body).build()
        return try {
            runInterruptible(Dispatchers.IO) {
                client.newCall(request).execute().use { read(it.code, it.body?.string().orEmpty()) }
            }
        } catch (error: IOException) {
            Answer.Lost
        }
    }
}

private fun read(status: Int, body: String): Answer =
    try {
        val json = JSONObject(body)
        when (status) {
            200 -> Answer.Known(BillState.valueOf(json.getString("status").uppercase()), transaction(json))
            in 400..499 -> Answer.Refused(json.getString("refused"))
            else -> Answer.Lost
        }
    } catch (error: JSONException) {
        Answer.Lost
    } catch (error: IllegalArgumentException) {
        Answer.Lost // a status of a newer backend
    }

/** The status stands without a transaction. */
private fun transaction(json: JSONObject): Transaction? =
    try {
        json.optJSONObject("transaction")?.let { transactionFromJson(it.toString()) }
    } catch (error: BillwireException.Unreadable) {
        null
    }
