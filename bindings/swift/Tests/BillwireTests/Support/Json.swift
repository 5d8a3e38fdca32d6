import Foundation

/// Value of JSON that keeps the order of members and the text of numbers, unlike the readers of Foundation.
indirect enum Json: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    /// Text with half a surrogate pair, which a `String` cannot hold.
    case brokenText
    case list([Json])
    case object([Member])

    struct Member: Sendable {
        let name: String
        let value: Json
        /// Text of the value in the file.
        let source: String
    }

    /// Value of a member, or null if there is none.
    subscript(name: String) -> Json { member(name)?.value ?? .null }

    func member(_ name: String) -> Member? { members.last { $0.name == name } }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var items: [Json] {
        if case .list(let items) = self { items } else { [] }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var number: String? {
        if case .number(let lexeme) = self { lexeme } else { nil }
    }

    var isTrue: Bool {
        if case .bool(true) = self { true } else { false }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// Compares as JavaScript does: members in any order, numbers by value.
extension Json: Equatable {
    static func == (left: Json, right: Json) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right || Double(left) == Double(right)
        case (.text(let left), .text(let right)): Array(left.utf8) == Array(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { member in
                    right.contains { $0.name == member.name && $0.value == member.value }
                }
        default: false
        }
    }
}

extension Json: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let lexeme): lexeme
        case .text(let text): text.debugDescription
        case .brokenText: "a broken text"
        case .list(let items): "[\(items.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.name < $1.name }.map { "\($0.name.debugDescription):\($0.value)" }.joined(separator: ","))}"
        }
    }

    init(parsing text: some Collection<UInt8>) throws {
        var parser = JsonParser(bytes: Array(text))
        self = try parser.document()
    }
}

/// Reader of the vector files.
private struct JsonParser {
    let bytes: [UInt8]
    var at = 0

    struct Fault: Error {
        let at: Int
    }

    mutating func document() throws -> Json {
        let value = try value()
        skipSpace()
        guard at == bytes.count else { throw Fault(at: at) }
        return value
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { at += 1 }
    }

    private mutating func take(_ word: StaticString) throws {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: wanted) else { throw Fault(at: at) }
        at += wanted.count
    }

    private mutating func value() throws -> Json {
        skipSpace()
        switch next {
        case UInt8(ascii: "n"): try take("null"); return .null
        case UInt8(ascii: "t"): try take("true"); return .bool(true)
        case UInt8(ascii: "f"): try take("false"); return .bool(false)
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "["): return try .list(elements(from: "[", to: "]") { try $0.value() })
        case UInt8(ascii: "{"): return try .object(elements(from: "{", to: "}") { try $0.member() })
        default: return try number()
        }
    }

    private mutating func elements<Element>(
        from open: StaticString, to close: StaticString, _ element: (inout JsonParser) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try take(open)
        skipSpace()
        while next != close.utf8Start.pointee {
            if !elements.isEmpty { try take(",") }
            elements.append(try element(&self))
            skipSpace()
        }
        try take(close)
        return elements
    }

    private mutating func member() throws -> Json.Member {
        skipSpace()
        guard let name = try string().text else { throw Fault(at: at) }
        skipSpace()
        try take(":")
        skipSpace()
        let start = at
        let value = try value()
        return Json.Member(name: name, value: value, source: String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func number() throws -> Json {
        let start = at
        while let byte = next, byte > 0x20, !",]}".utf8.contains(byte) { at += 1 }
        guard at > start else { throw Fault(at: at) }
        return .number(String(decoding: bytes[start..<at], as: UTF8.self))
    }

    private mutating func string() throws -> Json {
        try take("\"")
        var units: [UInt8] = []
        var isWhole = true
        while true {
            guard let byte = next else { throw Fault(at: at) }
            at += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte != UInt8(ascii: "\\") {
                units.append(byte)
            } else if let scalar = try escaped() {
                units += Array(String(scalar).utf8)
            } else {
                isWhole = false
            }
        }
        return isWhole ? .text(String(decoding: units, as: UTF8.self)) : .brokenText
    }

    /// Character of an escape, or nil for half a surrogate pair.
    private mutating func escaped() throws -> Unicode.Scalar? {
        guard let letter = next else { throw Fault(at: at) }
        at += 1
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unit()
        default: return Unicode.Scalar(letter)
        }
    }

    private mutating func unit() throws -> Unicode.Scalar? {
        let unit = try hexadecimal()
        guard (0xD800..<0xDC00).contains(unit), bytes[at...].starts(with: #"\u"#.utf8) else {
            return Unicode.Scalar(unit)
        }
        let before = at
        at += 2
        let low = try hexadecimal()
        if (0xDC00..<0xE000).contains(low) { return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)) }
        at = before
        return nil
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard at + 4 <= bytes.count else { throw Fault(at: at) }
        defer { at += 4 }
        guard let unit = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16) else {
            throw Fault(at: at)
        }
        return unit
    }
}
