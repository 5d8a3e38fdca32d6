import CSQLite

/// A value of a row.
enum Value: Equatable {
    case null
    case text(String)
    case whole(Int64)

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var whole: Int64 {
        if case .whole(let whole) = self { whole } else { 0 }
    }
}

/// A connection to SQLite with one owner.
final class Database {
    private var connection: OpaquePointer?

    /// SQLite's message about an error. It contains the statement, never the values.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    init(_ path: String, schema: String) throws {
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw fault() }
        sqlite3_busy_timeout(connection, Self.patienceMs)
        guard sqlite3_exec(connection, Self.settings + schema, nil, nil, nil) == SQLITE_OK else { throw fault() }
    }

    deinit {
        sqlite3_close(connection)
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    func run(_ sql: String, _ values: Value...) throws -> [[Value]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw fault() }
        defer { sqlite3_finalize(statement) }
        for (index, value) in zip(Int32(1)..., values) { bind(value, to: index, of: statement) }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column($0, of: statement) })
            case SQLITE_DONE: return rows
            default: throw fault()
            }
        }
    }

    /// Runs all of the work, or none of it.
    func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try work()
            try run("COMMIT")
            return result
        } catch {
            _ = try? run("ROLLBACK")  // SQLite may have done it; the first error says why
            throw error
        }
    }

    private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer?) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .whole(let whole): sqlite3_bind_int64(statement, index, whole)
        // Binds the length too: otherwise a text would end at its first NUL, and could equal another one.
        case .text(let text): sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), Self.copied)
        }
    }

    private func column(_ index: Int32, of statement: OpaquePointer?) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .whole(sqlite3_column_int64(statement, index))
        case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, index)))
        default: .null
        }
    }

    /// Longest wait for another process that writes.
    private static let patienceMs: Int32 = 10_000

    /// Settings by which stored records survive a crash of the machine, and others can read while this program writes.
    private static let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"

    /// SQLITE_TRANSIENT, a cast in C: SQLite copies the text at once.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private func fault() -> Fault {
        Fault(description: String(cString: sqlite3_errmsg(connection)))
    }
}
