import Billwire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answer of the backend about a bill.
public enum Answer: Sendable, Equatable {
    /// The bill has a status.
    case known(BillState, Transaction?)
    /// The backend did not take the draft; nothing was sent. The text is its word for the reason.
    case refused(String)
    /// Nothing is known. Send the same draft again: the backend settles it at most once.
    case lost
}

/// How a bill ends.
public enum BillState: String, Sendable {
    case settled, refused
    /// Only the service's staff can tell.
    case unclear
    /// The backend still settles it. Ask again.
    case pending
}

/// Our own server. It has the credentials; the app has its user's session.
public struct Backend: Sendable {
    private let url: URL
    private let session: String

    public init(url: URL, session: String) {
        self.url = url
        self.session = session
    }

    /// Sends a draft. `URLSession` may repeat it, which this backend bears: it settles a bill of one number once.
    public func settle(_ draft: String) async -> Answer {
        var request = URLRequest(url: url.appendingPathComponent("bills"))
        request.httpMethod = "POST"
        request.httpBody = Data(draft.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
        guard let (body, response) = try? await URLSession.shared.data(for: request) else { return .lost }
        return read(status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: body)
    }
}

private func read(status: Int, body: Data) -> Answer {
    guard let json = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else { return .lost }
    switch (status, json["status"] as? String, json["refused"] as? String) {
    case (200, let text?, _):
        guard let state = BillState(rawValue: text) else { return .lost }  // of a newer backend
        return .known(state, transaction(json["transaction"]))
    case (400..<500, _, let reason?): return .refused(reason)
    default: return .lost
    }
}

/// The status stands without a transaction.
private func transaction(_ json: Any?) -> Transaction? {
    guard let json = json as? [String: Any], let text = try? JSONSerialization.data(withJSONObject: json) else {
        return nil
    }
    return try? transactionFromJson(json: String(decoding: text, as: UTF8.self))
}
