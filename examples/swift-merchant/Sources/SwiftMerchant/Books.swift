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

/// Tables with one record for each bill.
enum Flows: String {
    case settlements, credits
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

    /// Returns the record of a bill's flow.
    func record(of refId: String, in flows: Flows) throws -> String? {
        try database.run("SELECT record FROM \(flows) WHERE ref_id = ?", .text(refId)).first?[0].text
    }

    /// Stores the record of a bill's flow. Returns false if another flow has stored one in the meantime.
    func save(_ record: StoredRecord, of refId: String, in flows: Flows) throws -> Bool {
        let (text, revision) = (Value.text(record.record), Value.whole(record.revision))
        let insert = """
            INSERT INTO \(flows) (ref_id, record, revision) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1
            """
        let update = "UPDATE \(flows) SET record = ?, revision = ? WHERE ref_id = ? AND revision = ? RETURNING 1"
        let stored =
            record.previous == 0
            ? try database.run(insert, .text(refId), text, revision)
            : try database.run(update, text, revision, .text(refId), .whole(record.previous))
        return !stored.isEmpty
    }

    /// Stores the result of a bill.
    func end(_ refId: String, _ ending: Ending) throws {
        let (state, reason) = (Value.text(ending.state.rawValue), ending.reason.map(Value.text) ?? .null)
        try database.run("UPDATE bills SET state = ?, reason = ? WHERE ref_id = ?", state, reason, .text(refId))
    }

    /// Returns the result of a bill, if it has one.
    func ending(of refId: String) throws -> Ending? {
        let row = try database.run("SELECT state, reason FROM bills WHERE ref_id = ?", .text(refId)).first
        guard let row, let state = row[0].text.flatMap(Ending.State.init) else { return nil }
        return Ending(state: state, reason: row[1].text)
    }

    /// Returns settled bills without any webhook so far.
    func findUnpaid() throws -> [BilledAmount] {
        let unpaid = "SELECT ref_id, currency, total_amount FROM bills WHERE state = 'settled' AND paid = 0"
        return try database.run(unpaid).map { row in
            BilledAmount(refId: row[0].text ?? "", currency: row[1].text ?? "", totalAmount: row[2].whole)
        }
    }

    /// Credits a bill for a confirmed transaction. The claim, the credit and the record are one database transaction, and
    /// unique constraints decide: one transaction pays one bill, and one bill is paid once.
    func credit(_ refId: String, _ confirmed: Confirmed, _ record: StoredRecord) throws -> Claim {
        let (claimKey, bill) = (Value.text(confirmed.claimKey), Value.text(refId))
        let claim = "INSERT INTO payments (claim_key, ref_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1"
        return try database.transaction {
            if try database.run(claim, claimKey, bill).isEmpty {
                let same = try database.run("SELECT 1 FROM payments WHERE claim_key = ? AND ref_id = ?", claimKey, bill)
                return same.isEmpty ? .paidOtherwise : .creditedBefore
            }
            try database.run("UPDATE bills SET paid = paid + total_amount WHERE ref_id = ?", bill)
            _ = try save(record, of: refId, in: .credits)  // a record that another flow has stored may stay
            return .credited
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

/// The tables of node-merchant's schema.ts.
private let schema = """
    CREATE TABLE IF NOT EXISTS sub_billers (
        code TEXT PRIMARY KEY
    ) STRICT;
    CREATE TABLE IF NOT EXISTS bills (
        ref_id        TEXT PRIMARY KEY,
        settlement_to TEXT NOT NULL,
        currency      TEXT NOT NULL,
        total_amount  INTEGER NOT NULL,
        state         TEXT NOT NULL DEFAULT 'billed' CHECK (state IN ('billed', 'settled', 'refused', 'unclear')),
        reason        TEXT,
        paid          INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
    ) STRICT;
    -- Records of SettlementFlow and CreditFlow.
    CREATE TABLE IF NOT EXISTS settlements (
        ref_id   TEXT PRIMARY KEY REFERENCES bills,
        record   TEXT NOT NULL,
        revision INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS credits (
        ref_id   TEXT PRIMARY KEY REFERENCES bills,
        record   TEXT NOT NULL,
        revision INTEGER NOT NULL
    ) STRICT;
    -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id).
    CREATE TABLE IF NOT EXISTS payments (
        claim_key TEXT PRIMARY KEY,
        ref_id    TEXT NOT NULL UNIQUE REFERENCES bills
    ) STRICT;
    """
