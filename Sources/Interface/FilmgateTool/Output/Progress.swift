import FilmgateText
import Glibc

/// The progress of a long command.
struct Progress {
    var done: Int
    var total: Int
    /// The number of completed bytes and of all bytes; nil if bytes are not counted.
    var bytes: (done: UInt64, total: UInt64)?
    var elapsed: Duration

    /// The completed fraction, from 0 to 1, by bytes if bytes are counted.
    var fraction: Double {
        if let bytes, bytes.total > 0 { return min(1, Double(bytes.done) / Double(bytes.total)) }
        return total > 0 ? min(1, Double(done) / Double(total)) : 1
    }

    /// Bytes per second; nil if bytes are not counted, and during the first half second.
    var rate: UInt64? {
        guard let bytes, bytes.done > 0, elapsed > .milliseconds(500) else { return nil }
        return UInt64(Double(bytes.done) / elapsed.inSeconds)
    }

    /// An estimate of the remaining time; nil at the beginning and at the end.
    var left: Duration? {
        guard (fraction > 0) && (fraction < 1), elapsed > .seconds(1) else { return nil }
        return Duration.seconds(elapsed.inSeconds * (1 - fraction) / fraction)
    }

    /// The progress as text: `12 of 340 · 36 MiB of 1.0 GiB · 85 MiB/s · 11 s left`.
    var facts: String {
        var facts = [localized("{n} of {total}", ["n": Text.number(done), "total": Text.number(total)])]
        if let bytes {
            facts.append(
                localized(
                    "{n} of {total}", ["n": AmountText.bytes(bytes.done), "total": AmountText.bytes(bytes.total)]))
        }
        if let rate { facts.append("\(AmountText.bytes(rate))/s") }
        if let left { facts.append(localized("{time} left", ["time": AmountText.duration(left)])) }
        return facts.joined(separator: " · ")
    }

    /// Returns one line of exactly this width: the bar, then the numbers.
    func line(columns: Int) -> String {
        let facts = Text.shortened(facts, to: columns)
        let room = min(40, columns - Text.width(facts) - 4)
        guard room >= 10 else { return Text.padded(facts, to: columns) }
        let filled = Int(Double(room) * fraction)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
        return Text.padded("[\(bar)]  \(facts)", to: columns)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Shows progress on standard error: a bar on a terminal, or else a line every few seconds. Shows nothing if quiet.
actor ProgressDisplay {
    private enum Style {
        case silent
        case bar(columns: Int)
        case lines
    }

    private let style: Style
    private let verb: String
    private let stream: StandardStream
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant?
    private var isBarShown = false

    /// - Parameter verb: the first word of each line, in the person's language: "Importing".
    init(_ verb: String, on stream: StandardStream, quiet: Bool) {
        (self.verb, self.stream) = (verb, stream)
        start = clock.now
        style = quiet ? .silent : stream.columns.map { .bar(columns: max(20, $0 - 1)) } ?? .lines
    }

    var elapsed: Duration { clock.now - start }

    /// Shows the progress if enough time has passed since it was last shown.
    func show(done: Int, total: Int, bytes: (done: UInt64, total: UInt64)? = nil) {
        let now = clock.now
        let progress = Progress(done: done, total: total, bytes: bytes, elapsed: now - start)
        switch style {
        case .silent: break
        case .bar(let columns):
            guard done == total || isDue(after: .milliseconds(100), at: now) || lastShown == nil else { return }
            stream.writeIfPossible("\r" + progress.line(columns: columns))
            isBarShown = true
            lastShown = now
        case .lines:
            guard isDue(after: .seconds(5), at: now) else { return }
            stream.writeIfPossible("\(verb) \(progress.facts)\n")
            lastShown = now
        }
    }

    private func isDue(after interval: Duration, at now: ContinuousClock.Instant) -> Bool {
        now - (lastShown ?? start) >= interval
    }

    /// Removes the bar, so that the next output begins on an empty line.
    func finish() {
        guard case .bar(let columns) = style, isBarShown else { return }
        stream.writeIfPossible("\r" + String(repeating: " ", count: columns) + "\r")
        isBarShown = false
    }
}

extension Invocation {
    func progress(_ verb: String, quiet: Bool) -> ProgressDisplay { ProgressDisplay(verb, on: error, quiet: quiet) }
}
