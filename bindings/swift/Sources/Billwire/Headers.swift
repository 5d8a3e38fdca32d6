// How the headers of a webhook cross: names and values by turns.

extension [String: [String]] {
    var coreLines: [String] {
        var lines: [String] = []
        lines.reserveCapacity(2 * count)
        for (name, values) in self {
            for value in values { lines += [name, value] }
        }
        return lines
    }

    init(coreLines lines: [String]) {
        self = [:]
        for name in stride(from: 0, to: lines.count, by: 2) { self[lines[name], default: []].append(lines[name + 1]) }
    }
}
