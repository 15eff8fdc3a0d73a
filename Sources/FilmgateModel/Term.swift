/// When a decided status goes back to undetermined by itself.
public enum Term: Hashable, Sendable {
    /// At this moment, or as soon as `remaining` microseconds have passed, whichever comes first: a clock that is set back
    /// prolongs nothing.
    case until(Timestamp, remaining: Int64)
    /// When this connection ends.
    case connection(String)

    /// From `now` until that moment.
    public static func until(_ moment: Timestamp, from now: Timestamp) -> Term {
        let (difference, overflows) = moment.rawValue.subtractingReportingOverflow(now.rawValue)
        return .until(moment, remaining: overflows ? .max : max(difference, 0))
    }

    /// The one that ends later; nil, which never ends, before all others, and what ends at a moment before what ends with a
    /// connection, which nobody knows how long it lasts.
    static func longer(_ first: Term?, _ second: Term?) -> Term? {
        guard let first, let second else { return nil }
        return switch (first, second) {
        case (.until(let left, _), .until(let right, _)): left < right ? second : first
        case (.connection, .until): second
        case (.until, .connection), (.connection, .connection): first
        }
    }

    /// Nil where no moment is known.
    public var expires: Timestamp? {
        switch self {
        case .until(let moment, remaining: _): moment
        case .connection: nil
        }
    }
}

/// The terms of a grant's two statuses; nil where a status stays.
public struct Terms: Hashable, Sendable {
    public var addOnly: Term?
    public var readWrite: Term?

    public init(addOnly: Term? = nil, readWrite: Term? = nil) {
        self.addOnly = addOnly
        self.readWrite = readWrite
    }

    /// One for both.
    public init(both term: Term?) { self.init(addOnly: term, readWrite: term) }

    public var all: [Term] { [addOnly, readWrite].compactMap(\.self) }
}
