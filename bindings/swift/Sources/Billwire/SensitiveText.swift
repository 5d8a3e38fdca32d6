/// Text that prints nowhere: a header's value, a body, a token of a payment method, an address at which an account is
/// linked.
///
/// No printed form shows it: no description, no interpolation, no mirror, no dump. It cannot be encoded by itself
/// either; whoever needs ``text`` takes it.
public struct SensitiveText: Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// Hides a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension SensitiveText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is shown in its place.
    public var description: String { "[hidden]" }

    /// What is shown in its place.
    public var debugDescription: String { description }

    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
