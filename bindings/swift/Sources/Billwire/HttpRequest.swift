import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.HttpHeader
@_exported import struct BillwireBindings.HttpRequest
@_exported import enum BillwireBindings.Sent
@_exported import struct BillwireValues.SensitiveText

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Creates the request of a call. Send it with a session that follows no redirect.
    ///
    /// - Throws: `URLError` if Foundation cannot read the address.
    public init(_ request: HttpRequest) throws {
        guard let url = URL(string: request.url) else { throw URLError(.badURL) }
        self.init(url: url)
        httpMethod = request.method
        for header in request.headers { setValue(header.value.text, forHTTPHeaderField: header.name) }
        httpBody = request.body.map { Data($0.text.utf8) }
    }
}
