import Foundation

/// JSON with the text of each value: Foundation's readers keep neither the digits of a number nor the order of members.
struct Json: Sendable {
    /// Text of the value, as it stands in the document.
    let source: String
    let items: [Json]
    let members: [(name: String, value: Json)]

    static let null = Json(source: "null", items: [], members: [])

    init(_ text: String) { self = Json(Data(text.utf8)) }

    init(_ bytes: Data) {
        var reader = JsonReader(bytes: Array(bytes))
        self = reader.value()
    }

    fileprivate init(source: String, items: [Json], members: [(name: String, value: Json)]) {
        (self.source, self.items, self.members) = (source, items, members)
    }

    /// Value of a member, or null if there is none.
    subscript(name: String) -> Json { members.last { $0.name == name }?.value ?? .null }

    var isNull: Bool { source == "null" }

    /// The text; nil for another type, and for half a surrogate pair, which no `String` can hold.
    var text: String? {
        let bytes = source.utf8  // a `Character` may hold a quote together with the accent behind it
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        if bytes.contains(UInt8(ascii: "\\")) { return try? JSONDecoder().decode(String.self, from: Data(bytes)) }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    var texts: [String] { items.compactMap(\.text) }

    /// Text by which two values compare, as JavaScript compares them: members in any order, numbers by value.
    /// Decimals with these names lose their trailing zeros, because Swift's have none.
    func canonical(decimals: Set<String> = []) -> String {
        if let text { return text.debugDescription }
        if source.utf8.first == UInt8(ascii: "[") {
            return "[\(items.map { $0.canonical(decimals: decimals) }.joined(separator: ","))]"
        }
        guard source.utf8.first == UInt8(ascii: "{") else { return Decimal(string: source)?.description ?? source }
        return object(
            members.map { name, value in
                if decimals.contains(name), let decimal = value.text.flatMap({ Decimal(string: $0) }) {
                    return (name, decimal.description.debugDescription)
                }
                return (name, value.canonical(decimals: name == "extra" ? [] : decimals))
            })
    }
}

/// Canonical text of an object.
func object(_ members: [(String, String)]) -> String {
    "{\(members.sorted { $0.0 < $1.0 }.map { "\($0.debugDescription):\($1)" }.joined(separator: ","))}"
}

/// Reads well-formed JSON.
private struct JsonReader {
    let bytes: [UInt8]
    var at = 0

    mutating func value() -> Json {
        skip(" \n\r\t,:")
        let start = at
        var (items, members): ([Json], [(name: String, value: Json)]) = ([], [])
        switch bytes[at] {
        case UInt8(ascii: "["):
            at += 1
            while !ends(with: "]") { items.append(value()) }
        case UInt8(ascii: "{"):
            at += 1
            while !ends(with: "}") { members.append((value().text ?? "", value())) }
        case UInt8(ascii: "\""):
            at += 1
            while bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
            at += 1
        default:
            while at < bytes.count, !" \n\r\t,]}".utf8.contains(bytes[at]) { at += 1 }
        }
        return Json(source: String(decoding: bytes[start..<at], as: UTF8.self), items: items, members: members)
    }

    /// Goes on to the next element, or behind the end of the list or the object.
    private mutating func ends(with end: Unicode.Scalar) -> Bool {
        skip(" \n\r\t,")
        guard bytes[at] == UInt8(ascii: end) else { return false }
        at += 1
        return true
    }

    private mutating func skip(_ characters: String) {
        while at < bytes.count, characters.utf8.contains(bytes[at]) { at += 1 }
    }
}
