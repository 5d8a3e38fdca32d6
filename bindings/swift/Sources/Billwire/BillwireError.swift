extension BillwireError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The same as ``description``: the text is safe to log, and a debugger shows it too.
    public var debugDescription: String { description }
}
