/// A property that queries can name, by its name on the bus.
public protocol QueryProperty: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    var type: QueryType { get }
    /// Whether something can be without a value of it.
    var canBeAbsent: Bool { get }
    /// What has such properties, in the plural and as errors call it: `assets`.
    static var subject: String { get }
}

/// The type of a property's values in queries.
public enum QueryType: Hashable, Sendable {
    case text
    /// One of these words.
    case word([String])
    case texts
    /// Some of these words.
    case words([String])
    case boolean
    case integer
    case real
    case date
    /// Its latitude and longitude can be named, each a number.
    case place
    case identifier
    case contentHash
    /// Told, but never asked about.
    case unasked
}
