/// An error in a predicate's text, with its place and advice.
public struct PredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The column in code points, counted from 1; nil means the whole text.
    public let column: Int?
    /// The error and the advice. Text that is quoted from the predicate has no invisible characters.
    public let message: String

    init(_ message: String, at column: Int?) {
        self.column = column
        self.message = message
    }

    /// The error with its column: `column 17: …`.
    public var description: String { column.map { "column \($0): \(message)" } ?? message }
}
