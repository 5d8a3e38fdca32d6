/// Somebody who does a job: an action for each input.
final class Contestant {
    let name: String
    private let actions: [() throws -> Void]
    private var count = 1
    fileprivate(set) var times: [Double] = []

    /// Answers that are made in one way and are of one type.
    init<Input, Answer>(_ name: String, _ inputs: [Input], _ work: @escaping (Input) throws -> Answer) {
        self.name = name
        actions = inputs.map { input in { keep(try work(input)) } }
    }

    /// Notes the microseconds that one action took. One pass goes before, so that nobody pays for fetching the inputs.
    func turn() throws {
        for action in actions { try action() }
        let start = ContinuousClock.now
        for number in 0..<count { try actions[number % actions.count]() }
        times.append((ContinuousClock.now - start) / .microseconds(1) / Double(count))
    }

    /// Takes a turn, and sets how many actions will make the next one as long as it should be.
    func warm(_ length: Duration) throws {
        try turn()
        let most = Double(count * 4)
        count = max(1, Int(min(most, length / .microseconds(1) / (times.last ?? 1))))
    }
}

/// Keeps an answer from being dropped as unused.
@inline(never)
private func keep<Answer>(_: Answer) {}

/// A job with inputs of one kind, and all who do it. Their answers were compared before there is one.
struct Case {
    let job: String
    let name: String
    let script: String
    let ours: Contestant
    let peers: [Contestant]
}

/// How long a contestant runs in a round, and how long both phases are.
struct Pace {
    let turn: Duration
    let warmUp: Duration
    let measure: Duration

    static let thorough = Pace(turn: .milliseconds(2), warmUp: .seconds(8), measure: .seconds(40))
    static let quick = Pace(turn: .milliseconds(1), warmUp: .seconds(2), measure: .seconds(6))
}

/// Costs of a peer and of billwire: medians in microseconds, and the rounds' ratios.
struct Row {
    let `case`: Case
    let peer: String
    let ours: Double
    let theirs: Double
    let ratios: [Double]

    var ratio: Double { median(ratios) }
}

/// Runs all contestants against each other, in one process and in many short rounds. A machine's speed drifts, so a time
/// alone says little: in each round every contestant of a case runs for a moment, one right after the other and in random
/// order, and what counts is the median of the rounds' ratios.
func race(_ cases: [Case], _ pace: Pace) throws -> [Row] {
    try rounds(cases, pace.warmUp) { try $0.warm(pace.turn) }
    for contestant in cases.flatMap({ [$0.ours] + $0.peers }) { contestant.times = [] }
    try rounds(cases, pace.measure) { try $0.turn() }
    return cases.flatMap { one in
        one.peers.map { peer in
            Row(
                case: one, peer: peer.name, ours: median(one.ours.times), theirs: median(peer.times),
                ratios: zip(one.ours.times, peer.times).map { $0 / $1 })
        }
    }
}

private func rounds(_ cases: [Case], _ length: Duration, _ take: (Contestant) throws -> Void) rethrows {
    let end = ContinuousClock.now + length
    var round = 0
    while round < 3 || ContinuousClock.now < end {
        for one in cases.shuffled() {
            for contestant in ([one.ours] + one.peers).shuffled() { try take(contestant) }
        }
        round += 1
    }
}

private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
