/// Why a text is no predicate: a sentence that says what to do about it, and where.
public struct PredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In code points, counted from 1; nil where it is about the whole.
    public let column: Int?
    /// What the text is quoted with is fit to be shown.
    public let message: String

    init(_ message: String, at column: Int?) {
        self.column = column
        self.message = message
    }

    /// `column 17: …`
    public var description: String { column.map { "column \($0): \(message)" } ?? message }
}
