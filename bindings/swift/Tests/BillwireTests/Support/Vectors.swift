import Foundation
import Testing

/// One vector: its id, and its other members by name.
struct Case {
    let id: String
    let fields: Json

    subscript(name: String) -> Json { fields[name] }

    func text(_ name: String) -> String { fields[name].text ?? "" }

    var status: Int { Int(self["status"].source) ?? 0 }

    /// The body, which has one of three forms.
    var body: Data {
        let part = { (name: String) in self["body_repeat"][name] }
        if let unit = part("unit").text {
            let units = String(repeating: unit, count: Int(part("count").source) ?? 0)
            return Data(((part("prefix").text ?? "") + units + (part("suffix").text ?? "")).utf8)
        }
        return self["body_base64"].text.flatMap { Data(base64Encoded: $0) } ?? Data(text("body").utf8)
    }
}

/// Folder of the checkout: from xtask, or else from the path of this file.
let project: URL = {
    if let root = ProcessInfo.processInfo.environment["BILLWIRE_ROOT"] { return URL(fileURLWithPath: root) }
    return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..").standardizedFileURL
}()

/// Vectors of a file.
func vectors(_ file: String) throws -> [Case] {
    let json = try Json(Data(contentsOf: project.appendingPathComponent("tests/vectors/\(file).json")))
    return json["cases"].items.map { Case(id: $0["id"].text ?? "", fields: $0) }
}

/// Runs every case of a file. Writes the ids of passed cases to a file, by which xtask compares all languages.
func check(_ file: String, _ run: (Case) throws -> Void) throws {
    var passed: [String] = []
    let cases = try vectors(file)
    #expect(cases.count > 100, "the file has vectors")
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

/// Throws a ``Difference`` unless both are the same bytes: two texts that Swift considers equal may differ.
func same(_ what: String, _ actual: String?, _ expected: String?) throws {
    if actual.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) {
        throw Difference("\(what)\n    actual   \(actual ?? "nil")\n    expected \(expected ?? "nil")")
    }
}
