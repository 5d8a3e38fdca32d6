import Foundation
import Testing

/// One vector: its id, and its other members by name.
struct Case {
    let id: String
    let fields: Json

    subscript(name: String) -> Json { fields[name] }

    func text(_ name: String) -> String { fields[name].text ?? "" }

    /// Returns the text of a field in the file.
    func source(_ name: String) -> String { fields.member(name)?.source ?? "null" }

    /// The body, which has one of three forms.
    var body: Data {
        if case .object = self["body_repeat"] {
            let part = { (name: String) in self["body_repeat"][name] }
            let units = String(repeating: part("unit").text ?? "", count: Int(part("count").number ?? "") ?? 0)
            return Data(((part("prefix").text ?? "") + units + (part("suffix").text ?? "")).utf8)
        }
        return self["body_base64"].text.flatMap { Data(base64Encoded: $0) } ?? Data(text("body").utf8)
    }

    var status: Int { self["status"].number.flatMap(Int.init) ?? 0 }
}

/// Difference between an actual and an expected value.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Folder of the checkout: from xtask, or else from the path of this file.
let project: URL = {
    if let root = ProcessInfo.processInfo.environment["BILLWIRE_ROOT"] { return URL(fileURLWithPath: root) }
    return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..").standardizedFileURL
}()

/// Runs every case of a file. Writes the ids of passed cases to a file, by which xtask compares all languages.
func check(_ file: String, _ run: (Case) throws -> Void) throws {
    let json = try Json(parsing: Data(contentsOf: project.appendingPathComponent("tests/vectors/\(file).json")))
    let cases = json["cases"].items.map { Case(id: $0["id"].text ?? "", fields: $0) }
    #expect(cases.count > 100, "the file has vectors")
    var passed: [String] = []
    for one in cases {
        do {
            try run(one)
            passed.append(one.id)
        } catch {
            Issue.record("\(one.id): \(error)")
        }
    }
    let folder = project.appendingPathComponent("target/vectors/swift")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = passed.sorted().map { "\($0)\n" }.joined()
    try Data(lines.utf8).write(to: folder.appendingPathComponent(file))
}

/// Throws a ``Difference`` unless both are the same.
func same(_ what: String, _ actual: Json, _ expected: Json) throws {
    if actual != expected { throw Difference("\(what)\n    actual   \(actual)\n    expected \(expected)") }
}

func same(_ what: String, _ actual: String?, _ expected: Json) throws {
    try same(what, actual.map(Json.text) ?? .null, expected)
}
