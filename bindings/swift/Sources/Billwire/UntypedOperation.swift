import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.Authentication
@_exported import struct BillwireBindings.QueryParameter
@_exported import struct BillwireBindings.UntypedAnswer
@_exported import struct BillwireBindings.UntypedRequest

/// Call of an operation that the interface names without a shape (section 4.5), ready to send.
///
/// The meaning of its response is not known. It prints neither credentials nor the body.
public final class UntypedCall: Sendable {
    private let core: BillwireBindings.UntypedCall
    private let prepared: HttpRequest

    init(_ untyped: PreparedUntyped) {
        core = untyped.call
        prepared = untyped.request
    }

    /// The request. Send it unchanged, and follow no redirect.
    public var request: HttpRequest { prepared }

    /// The operation that is called.
    public var operation: OperationName { core.operation() }

    /// Returns the status and the JSON of the response. It never claims success.
    ///
    /// - Throws: ``BillwireError/unreadable(details:)`` if the body is not JSON.
    public func decode(status: Int, body: Data) throws(BillwireError) -> UntypedAnswer {
        try withBillwireErrors { try core.decode(status: status, body: body) }
    }

    /// Returns the error, with its next step, for a request that brought no response.
    public func noAnswer(sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(sent: sent))
    }
}

extension UntypedCall: CustomDebugStringConvertible {
    /// The request without its secrets.
    public var debugDescription: String { core.debugDescription }
}
