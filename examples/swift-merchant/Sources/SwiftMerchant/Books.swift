import Billwire

/// The billed values, with which every webhook and every answer is compared.
struct BilledAmount: Sendable {
    let refId: String
    let currency: String
    let totalAmount: Int64
}

/// One bill in our books, at the end.
struct Entry: Sendable {
    let bill: BilledAmount
    let settlementTo: String
    let state: String
    let paid: Int64
    let claimKey: String?
}

/// The merchant's own books.
actor Books {
    private let database: Database

    init(_ path: String) throws {
        database = try Database(path, schema: schema)
    }

    func isOnboarded(_ code: String) throws -> Bool {
        try !database.run("SELECT 1 FROM sub_billers WHERE code = ?", .text(code)).isEmpty
    }

    func enterOnboarded(_ code: String) throws {
        try database.run("INSERT INTO sub_billers (code) VALUES (?) ON CONFLICT DO NOTHING", .text(code))
    }

    /// Inserts the bills. A bill from an earlier run stays unchanged.
    func enter(_ bills: [Settlement]) throws {
        let insert = """
            INSERT INTO bills (ref_id, settlement_to, currency, total_amount) VALUES (?, ?, ?, ?)
            ON CONFLICT (ref_id) DO NOTHING
            """
        try database.transaction {
            for bill in bills {
                try database.run(
                    insert, .text(bill.refId), .text(bill.settlementTo), .text(bill.currency), .whole(bill.totalAmount))
            }
        }
    }

    func findBill(_ refId: String?) throws -> BilledAmount? {
        guard let refId else { return nil }
        let rows = try database.run("SELECT currency, total_amount FROM bills WHERE ref_id = ?", .text(refId))
        return rows.first.map { BilledAmount(refId: refId, currency: $0[0].text ?? "", totalAmount: $0[1].whole) }
    }

    /// Returns the record of a bill's settlement.
    func record(of refId: String) throws -> String? {
        try database.run("SELECT record FROM settlements WHERE ref_id = ?", .text(refId)).first?[0].text
    }

    /// Stores the record of a bill's settlement. Returns false if another process has stored one in the meantime.
    func save(_ step: StoredRecord, of refId: String) throws -> Bool {
        let (record, revision) = (Value.text(step.record), Value.whole(step.revision))
        let insert = """
            INSERT INTO settlements (ref_id, record, revision) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1
            """
        let update = "UPDATE settlements SET record = ?, revision = ? WHERE ref_id = ? AND revision = ? RETURNING 1"
        let stored =
            step.previous == 0
            ? try database.run(insert, .text(refId), record, revision)
            : try database.run(update, record, revision, .text(refId), .whole(step.previous))
        return !stored.isEmpty
    }

    func end(_ refId: String, _ ending: Ending) throws {
        try database.run("UPDATE bills SET state = ? WHERE ref_id = ?", .text(ending.state.rawValue), .text(refId))
    }

    /// Returns settled bills without any webhook so far.
    func findUnpaid() throws -> [BilledAmount] {
        let unpaid = "SELECT ref_id, currency, total_amount FROM bills WHERE state = 'settled' AND paid = 0"
        return try database.run(unpaid).map { row in
            BilledAmount(refId: row[0].text ?? "", currency: row[1].text ?? "", totalAmount: row[2].whole)
        }
    }

    /// Returns the fingerprint of the webhook that led to the payment of a bill, or nil if none has this key.
    func fingerprint(of refId: String, _ dedupKey: String?) throws -> String? {
        let find = "SELECT fingerprint FROM payments WHERE ref_id = ? AND dedup_key = ?"
        return try database.run(find, .text(refId), Value(dedupKey)).first?[0].text
    }

    /// Credits a bill for a confirmed transaction. The claim and the credit are one database transaction, and unique
    /// constraints decide: one transaction pays one bill, and one bill is paid once, however many webhooks arrive at
    /// the same time.
    func credit(_ bill: BilledAmount, _ confirmed: Confirmed, _ event: WebhookEvent) throws -> Notice {
        let (claimKey, refId) = (Value.text(confirmed.claimKey()), Value.text(bill.refId))
        let claim = """
            INSERT INTO payments (claim_key, ref_id, dedup_key, fingerprint) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING claim_key
            """
        return try database.transaction {
            let claimed = try database.run(
                claim, claimKey, refId, Value(event.dedupKey()), .text(event.fingerprint()))
            if !claimed.isEmpty {
                try database.run(
                    "UPDATE bills SET paid = paid + ? WHERE ref_id = ?", .whole(bill.totalAmount), refId)
                return .paid
            }
            let same = try database.run("SELECT 1 FROM payments WHERE claim_key = ? AND ref_id = ?", claimKey, refId)
            return same.isEmpty ? .paidTwice : .duplicate
        }
    }

    func countPaid() throws -> Int {
        try database.run("SELECT 1 FROM payments").count
    }

    func entries() throws -> [Entry] {
        let all = """
            SELECT ref_id, currency, total_amount, settlement_to, state, paid, claim_key
            FROM bills LEFT JOIN payments USING (ref_id) ORDER BY ref_id
            """
        return try database.run(all).map { row in
            Entry(
                bill: BilledAmount(
                    refId: row[0].text ?? "", currency: row[1].text ?? "", totalAmount: row[2].whole),
                settlementTo: row[3].text ?? "", state: row[4].text ?? "", paid: row[5].whole, claimKey: row[6].text)
        }
    }
}

private let schema = """
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS sub_billers (
        code TEXT PRIMARY KEY
    ) STRICT;
    CREATE TABLE IF NOT EXISTS bills (
        ref_id        TEXT PRIMARY KEY,
        settlement_to TEXT NOT NULL,
        currency      TEXT NOT NULL,
        total_amount  INTEGER NOT NULL,
        state         TEXT NOT NULL DEFAULT 'billed' CHECK (state IN ('billed', 'settled', 'refused', 'unclear')),
        paid          INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
    ) STRICT;
    CREATE TABLE IF NOT EXISTS settlements (
        ref_id   TEXT PRIMARY KEY REFERENCES bills,
        record   TEXT NOT NULL,
        revision INTEGER NOT NULL
    ) STRICT;
    -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id). A dedup key may come again: banks use
    -- their references again, and whoever sends a notice writes what they like.
    CREATE TABLE IF NOT EXISTS payments (
        claim_key   TEXT PRIMARY KEY,
        ref_id      TEXT NOT NULL UNIQUE REFERENCES bills,
        dedup_key   TEXT,
        fingerprint TEXT NOT NULL
    ) STRICT;
    """
