package merchant

import billwire.Confirmed
import billwire.Settlement
import billwire.WebhookEvent
import java.sql.Connection
import java.sql.DriverManager
import java.sql.ResultSet

/** The billed values, with which every webhook and every answer is compared. */
data class Bill(val refId: String, val currency: String, val amount: Long)

/** One bill in our books, at the end. */
data class Entry(
    val refId: String,
    val settlementTo: String,
    val currency: String,
    val amount: Long,
    val state: State,
    val paid: Long,
    val claimKey: String?,
)

/** The merchant's own books: a database that ends with this process, with plain SQL. */
class Books {
    private val keepsItAlive = connect()

    init {
        keepsItAlive.createStatement().use { it.execute(SCHEMA) }
    }

    fun enter(bills: List<Settlement>) = transaction { sql ->
        for (bill in bills) {
            sql.change(
                "INSERT INTO bills (ref_id, settlement_to, currency, total_amount) VALUES (?, ?, ?, ?)",
                bill.refId,
                bill.settlementTo,
                bill.currency,
                bill.totalAmount,
            )
        }
    }

    fun find(refId: String): Bill? = transaction { sql ->
        sql.rows("SELECT ref_id, currency, total_amount FROM bills WHERE ref_id = ?", refId) {
                Bill(it.getString(1), it.getString(2), it.getLong(3))
            }
            .firstOrNull()
    }

    /** Stores an attempt as in doubt, before it is sent. */
    fun beginAttempt(refId: String) = transaction {
        it.change("UPDATE bills SET in_doubt = TRUE WHERE ref_id = ?", refId)
    }

    fun isInDoubt(refId: String): Boolean = transaction { sql ->
        sql.rows("SELECT 1 FROM bills WHERE ref_id = ? AND in_doubt", refId) {}.isNotEmpty()
    }

    fun clearDoubt(refId: String) = transaction {
        it.change("UPDATE bills SET in_doubt = FALSE WHERE ref_id = ?", refId)
    }

    /** Stores the result of a bill. A settled bill is no longer in doubt. */
    fun end(refId: String, state: State) = transaction {
        it.change(
            "UPDATE bills SET state = ?, in_doubt = in_doubt AND ? WHERE ref_id = ?",
            state.name,
            state != State.SETTLED,
            refId,
        )
    }

    /** Returns settled bills without any webhook so far. */
    fun unpaid(): List<Bill> = transaction { sql ->
        sql.rows("SELECT ref_id, currency, total_amount FROM bills WHERE state = 'SETTLED' AND paid = 0") {
            Bill(it.getString(1), it.getString(2), it.getLong(3))
        }
    }

    /** Returns the fingerprint of the webhook that led to the payment of a bill, or null if none has this key. */
    fun fingerprintOf(refId: String, dedupKey: String): String? = transaction { sql ->
        val find = "SELECT fingerprint FROM payments WHERE ref_id = ? AND dedup_key = ?"
        sql.rows(find, refId, dedupKey) { it.getString(1) }.firstOrNull()
    }

    /**
     * Credits a bill for a confirmed transaction. The claim and the credit are one database transaction, and unique
     * constraints decide: one transaction pays one bill, and one bill is paid once, however many webhooks arrive at the
     * same time.
     */
    fun credit(bill: Bill, confirmed: Confirmed, event: WebhookEvent): Notice = transaction { sql ->
        val claim = arrayOf(confirmed.claimKey(), bill.refId, event.dedupKey(), event.fingerprint())
        val claimed = sql.change("INSERT INTO payments VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", *claim) == 1
        if (claimed) {
            sql.change("UPDATE bills SET paid = paid + ? WHERE ref_id = ?", bill.amount, bill.refId)
            return@transaction Notice.PAID
        }
        val same = sql.rows("SELECT 1 FROM payments WHERE claim_key = ? AND ref_id = ?", claim[0], claim[1]) {}
        if (same.isNotEmpty()) Notice.DUPLICATE else Notice.PAID_TWICE
    }

    fun entries(): List<Entry> = transaction { sql ->
        sql.rows(
            "SELECT bills.ref_id, settlement_to, currency, total_amount, state, paid, claim_key " +
                "FROM bills LEFT JOIN payments ON payments.ref_id = bills.ref_id ORDER BY bills.ref_id"
        ) {
            Entry(
                it.getString(1),
                it.getString(2),
                it.getString(3),
                it.getLong(4),
                State.valueOf(it.getString(5)),
                it.getLong(6),
                it.getString(7),
            )
        }
    }

    private fun <Result> transaction(work: (Connection) -> Result): Result =
        connect().use { connection ->
            connection.autoCommit = false
            work(connection).also { connection.commit() } // an exception leaves it uncommitted, without an effect
        }

    private companion object {
        const val ADDRESS = "jdbc:h2:mem:books;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;LOCK_TIMEOUT=10000"
        const val SCHEMA =
            """
            CREATE TABLE bills (
                ref_id        varchar PRIMARY KEY,
                settlement_to varchar NOT NULL,
                currency      varchar NOT NULL,
                total_amount  bigint NOT NULL,
                state         varchar NOT NULL DEFAULT 'BILLED',
                in_doubt      boolean NOT NULL DEFAULT FALSE,
                paid          bigint NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
            );
            -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id). A dedup key may come again:
            -- banks use their references again, and whoever sends a notice writes what they like.
            CREATE TABLE payments (
                claim_key   varchar PRIMARY KEY,
                ref_id      varchar NOT NULL UNIQUE REFERENCES bills,
                dedup_key   varchar,
                fingerprint varchar NOT NULL
            );
        """

        fun connect(): Connection = DriverManager.getConnection(ADDRESS)
    }
}

private fun Connection.change(text: String, vararg values: Any?): Int =
    prepareStatement(text).use { statement ->
        values.forEachIndexed { index, value -> statement.setObject(index + 1, value) }
        statement.executeUpdate()
    }

private fun <Row> Connection.rows(text: String, vararg values: Any?, row: (ResultSet) -> Row): List<Row> =
    prepareStatement(text).use { statement ->
        values.forEachIndexed { index, value -> statement.setObject(index + 1, value) }
        statement.executeQuery().use { found -> generateSequence { if (found.next()) row(found) else null }.toList() }
    }
