package merchant

import io.github.billwire.Claim
import io.github.billwire.CreditStep
import io.github.billwire.Settlement
import io.github.billwire.SettlementStep
import java.sql.Connection
import java.sql.DriverManager
import java.sql.PreparedStatement
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

/** The merchant's own books, with plain SQL: a PostgreSQL server, or a database that ends with this process. */
class Books(private val address: String = EMBEDDED) {
    init {
        transaction { sql -> sql.createStatement().use { it.execute(SCHEMA) } }
    }

    fun isOnboarded(code: String): Boolean = transaction { sql ->
        sql.rows("SELECT 1 FROM sub_billers WHERE code = ?", code) {}.isNotEmpty()
    }

    fun enterOnboarded(code: String) = transaction {
        it.change("INSERT INTO sub_billers VALUES (?) ON CONFLICT DO NOTHING", code)
    }

    /** Inserts the bills. A bill from an earlier run stays unchanged. */
    fun enter(bills: List<Settlement>) = transaction { sql ->
        val insert =
            "INSERT INTO bills (ref_id, settlement_to, currency, total_amount) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        sql.prepareStatement(insert).use { statement ->
            for (bill in bills) {
                statement.fill(bill.refId, bill.settlementTo, bill.currency, bill.totalAmount)
                statement.addBatch()
            }
            statement.executeBatch()
        }
    }

    fun find(refId: String): Bill? = transaction { sql ->
        if ('\u0000' in refId) return@transaction null // PostgreSQL stores no such text
        sql.rows("SELECT ref_id, currency, total_amount FROM bills WHERE ref_id = ?", refId) {
                Bill(it.getString(1), it.getString(2), it.getLong(3))
            }
            .firstOrNull()
    }

    /** Returns the stored record of a bill's settlement, or null before the first one. */
    fun settlementRecord(refId: String): String? = record("settlements", refId)

    /** Returns the stored record of a bill's credit, or null before the first one. */
    fun creditRecord(refId: String): String? = record("credits", refId)

    /** Stores a record, unless another flow stored one in the meantime. Returns whether it is stored. */
    fun save(refId: String, save: SettlementStep.Save): Boolean = transaction {
        it.store("settlements", refId, save.record, save.revision, save.previous)
    }

    /** Stores a record, unless another flow stored one in the meantime. Returns whether it is stored. */
    fun save(refId: String, save: CreditStep.Save): Boolean = transaction {
        it.store("credits", refId, save.record, save.revision, save.previous)
    }

    /** Returns the `ref_id` of each bill without a result. */
    fun open(): Set<String> = transaction { sql ->
        sql.rows("SELECT ref_id FROM bills WHERE state = 'billed'") { it.getString(1) }.toSet()
    }

    fun end(refId: String, ending: Ending) = transaction {
        it.change(
            "UPDATE bills SET state = ?, reason = ? WHERE ref_id = ?",
            ending.state.name.lowercase(),
            ending.reason,
            refId,
        )
    }

    /** Returns settled bills without any webhook so far. */
    fun unpaid(): List<Bill> = transaction { sql ->
        sql.rows("SELECT ref_id, currency, total_amount FROM bills WHERE state = 'settled' AND paid = 0") {
            Bill(it.getString(1), it.getString(2), it.getLong(3))
        }
    }

    /**
     * Credits a bill for a confirmed transaction. The claim and the credit are one database transaction, and unique
     * constraints decide: one transaction pays one bill, and one bill is paid once, however many webhooks arrive at the
     * same time.
     */
    fun credit(bill: Bill, credit: CreditStep.Credit): Claim = transaction { sql ->
        val claimKey = credit.confirmed.use { it.claimKey() }
        if (sql.change("INSERT INTO payments VALUES (?, ?) ON CONFLICT DO NOTHING", claimKey, bill.refId) == 1) {
            sql.change("UPDATE bills SET paid = paid + ? WHERE ref_id = ?", bill.amount, bill.refId)
            sql.store("credits", bill.refId, credit.record, credit.revision, credit.previous)
            return@transaction Claim.CREDITED
        }
        val same = sql.rows("SELECT 1 FROM payments WHERE claim_key = ? AND ref_id = ?", claimKey, bill.refId) {}
        if (same.isNotEmpty()) Claim.CREDITED_BEFORE else Claim.PAID_OTHERWISE
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
                State.valueOf(it.getString(5).uppercase()),
                it.getLong(6),
                it.getString(7),
            )
        }
    }

    private fun record(table: String, refId: String): String? = transaction { sql ->
        sql.rows("SELECT record FROM $table WHERE ref_id = ?", refId) { it.getString(1) }.firstOrNull()
    }

    /** Opens a connection for each transaction. A backend under load takes it from a pool. */
    private fun <Result> transaction(work: (Connection) -> Result): Result =
        DriverManager.getConnection(address).use { connection ->
            connection.autoCommit = false
            work(connection).also { connection.commit() } // an exception leaves it uncommitted, without an effect
        }

    private companion object {
        const val EMBEDDED =
            "jdbc:h2:mem:books;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000"
        /** The tables of node-merchant: either program continues from the other's books. */
        const val SCHEMA =
            """
            CREATE TABLE IF NOT EXISTS sub_billers (code varchar PRIMARY KEY);
            CREATE TABLE IF NOT EXISTS bills (
                ref_id        varchar PRIMARY KEY,
                settlement_to varchar NOT NULL,
                currency      varchar NOT NULL,
                total_amount  bigint NOT NULL,
                state         varchar NOT NULL DEFAULT 'billed', -- or 'settled', 'refused', 'unclear'
                reason        varchar,
                paid          bigint NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
            );
            -- Of each bill and each kind of flow, one process at a time goes on: the revision decides.
            CREATE TABLE IF NOT EXISTS settlements (
                ref_id   varchar PRIMARY KEY REFERENCES bills,
                record   varchar NOT NULL,
                revision bigint NOT NULL
            );
            CREATE TABLE IF NOT EXISTS credits (
                ref_id   varchar PRIMARY KEY REFERENCES bills,
                record   varchar NOT NULL,
                revision bigint NOT NULL
            );
            -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id).
            CREATE TABLE IF NOT EXISTS payments (
                claim_key varchar PRIMARY KEY,
                ref_id    varchar NOT NULL UNIQUE REFERENCES bills
            );
        """
    }
}

/** Stores a record where the stored one has the revision `previous`. See docs/guide/src/settle-safely.md. */
private fun Connection.store(table: String, refId: String, record: String, revision: Long, previous: Long): Boolean {
    val insert = "INSERT INTO $table (record, revision, ref_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    val update = "UPDATE $table SET record = ?, revision = ? WHERE ref_id = ? AND revision = ?"
    return if (previous == 0L) change(insert, record, revision, refId) == 1
    else change(update, record, revision, refId, previous) == 1
}

private fun Connection.change(text: String, vararg values: Any?): Int =
    prepareStatement(text).use { statement ->
        statement.fill(*values)
        statement.executeUpdate()
    }

private fun <Row> Connection.rows(text: String, vararg values: Any?, row: (ResultSet) -> Row): List<Row> =
    prepareStatement(text).use { statement ->
        statement.fill(*values)
        statement.executeQuery().use { found -> generateSequence { if (found.next()) row(found) else null }.toList() }
    }

private fun PreparedStatement.fill(vararg values: Any?) =
    values.forEachIndexed { index, value -> setObject(index + 1, value) }
