import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// What a call sends, as it is. Send it with a session that follows no redirects.
    ///
    /// Throws `URLError` if Foundation cannot read the address.
    public init(_ request: HttpRequest) throws {
        guard let url = URL(string: request.url) else { throw URLError(.badURL) }
        self.init(url: url)
        httpMethod = request.method
        for header in request.headers { setValue(header.value.text, forHTTPHeaderField: header.name) }
        httpBody = request.body.map { Data($0.text.utf8) }
    }
}
