/// Text that no printed form shows: the value of a header, a body, a payment method token, a link to an account.
///
/// Descriptions, interpolations, mirrors and dumps hide it, and it is not `Encodable`. Read ``text`` where you need it.
public struct SensitiveText: Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// Hides a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension SensitiveText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder `[hidden]`.
    public var description: String { "[hidden]" }

    /// The placeholder `[hidden]`.
    public var debugDescription: String { description }

    /// Mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
