import BillwireBindings

/// Reads a transaction that a backend passes on to an app as JSON, such as `JSON.stringify(transaction)` in JavaScript.
///
/// - Throws: ``BillwireError/unreadable(details:)`` with the first violation.
public func transactionFromJson(json: String) throws(BillwireError) -> Transaction {
    try withBillwireErrors { try BillwireBindings.transactionFromJson(json: json) }
}
