/// The time or event at which a decided status becomes undetermined.
public enum GrantTerm: Hashable, Sendable {
    /// The status ends at this date or after `remaining` microseconds, whichever comes first. So setting the clock back
    /// does not prolong the term.
    case until(Timestamp, remaining: Int64)
    /// The status ends when this connection ends.
    case connection(String)
    /// The status ends when the last of these connections of the client ends.
    case lastConnection(of: Set<String>)

    /// The maximum number of connections in a term. If a client has more, the term ignores the rest.
    public static let mostConnections = 64

    /// Returns the term from `now` until a date.
    public static func until(_ moment: Timestamp, from now: Timestamp) -> GrantTerm {
        let (difference, overflows) = moment.rawValue.subtractingReportingOverflow(now.rawValue)
        return .until(moment, remaining: overflows ? .max : max(difference, 0))
    }

    /// Returns the longer of two terms. Nil means no end, and is the longest. A date counts as longer than connections,
    /// whose end is not known.
    static func longer(_ first: GrantTerm?, _ second: GrantTerm?) -> GrantTerm? {
        guard let first, let second else { return nil }
        return switch (first, second) {
        case (.until(let left, _), .until(let right, _)): left < right ? second : first
        case (.connection, .until), (.lastConnection, .until), (.connection, .lastConnection): second
        case (.until, _), (.connection, .connection), (.lastConnection, _): first
        }
    }

    /// The date at which the term ends; nil if it does not end at a date.
    public var expires: Timestamp? {
        switch self {
        case .until(let moment, remaining: _): moment
        case .connection, .lastConnection: nil
        }
    }

    /// The connections of a `lastConnection` term; nil for other terms.
    public var clientConnections: Set<String>? {
        if case .lastConnection(of: let names) = self { names } else { nil }
    }

    fileprivate func belonging(to connections: Set<String>) -> GrantTerm {
        clientConnections == nil ? self : .lastConnection(of: connections)
    }
}

/// The terms of a grant's two statuses; nil if a status does not end.
public struct GrantTerms: Hashable, Sendable {
    public var addOnly: GrantTerm?
    public var readWrite: GrantTerm?

    public init(addOnly: GrantTerm? = nil, readWrite: GrantTerm? = nil) {
        self.addOnly = addOnly
        self.readWrite = readWrite
    }

    public init(both term: GrantTerm?) { self.init(addOnly: term, readWrite: term) }

    public var all: [GrantTerm] { [addOnly, readWrite].compactMap(\.self) }

    /// Returns the terms with these connections of the client in place of its earlier connections.
    public func belonging(to connections: Set<String>) -> GrantTerms {
        GrantTerms(
            addOnly: addOnly?.belonging(to: connections), readWrite: readWrite?.belonging(to: connections))
    }
}
