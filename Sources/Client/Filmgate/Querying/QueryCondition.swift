public import FilmgatePredicates

/// A condition of a fetch: a string in the predicate language, and the values for the string's `?` placeholders.
///
/// A condition is built from the fields of the fetched objects:
///
///     .assets.where(\.isFavorite)
///     .assets.where(\.rating >= 4 && !\.isHidden)
///     .assets.where { $0.title.contains("harbour") || $0.keywords.contains("sea") }
///
/// If a value is absent, a comparison is neither true nor false, and neither is its negation: `!(\.title == "Sea")`
/// does not find assets without a title. To find them, use `isNil`.
public struct QueryCondition<Fields: QueryFields>: Hashable, Sendable {
    /// The precedence of the outermost operator of a condition.
    private enum Precedence: Comparable {
        case or, and, unit
    }

    /// The text that is sent to the broker.
    public let text: String
    /// The values for the `?` placeholders, in order.
    public let arguments: [PredicateArgument]
    private let binding: Precedence

    /// Creates a condition from a string in the predicate language. Each `?` stands for one of the values.
    ///
    ///     QueryCondition("rating >= ? and title like ?", [4, "%sea%"])
    ///
    /// The broker validates the string. A fetch with an invalid condition throws `invalidPredicate`.
    public init(_ text: String, _ arguments: [any QueryValue] = []) {
        self.init(text, arguments.map(\.queryArgument), .or)
    }

    /// Creates a condition from a string without an outermost `and` or `or`.
    init(unit text: String, _ arguments: [PredicateArgument] = []) { self.init(text, arguments, .unit) }

    private init(_ text: String, _ arguments: [PredicateArgument], _ binding: Precedence) {
        self.text = text
        self.arguments = arguments
        self.binding = binding
    }

    /// Returns a condition that is true if both conditions are true.
    public static func && (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(
            "\(left.within(.and)) and \(right.within(.and))", left.arguments + right.arguments, .and)
    }

    /// Returns a condition that is true if at least one of the conditions is true.
    public static func || (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition("\(left.within(.or)) or \(right.within(.or))", left.arguments + right.arguments, .or)
    }

    /// Returns a condition that is true if the given condition is false.
    public static prefix func ! (condition: QueryCondition) -> QueryCondition {
        QueryCondition(unit: "not (\(condition.text))", condition.arguments)
    }

    private func within(_ outer: Precedence) -> String { binding < outer ? "(\(text))" : text }
}

/// An operand of `&&`, `||` and `!`: a condition or a Boolean field.
public protocol QueryTerm<Fields> {
    associatedtype Fields: QueryFields

    var condition: QueryCondition<Fields> { get }
}

extension QueryCondition: QueryTerm {
    public var condition: QueryCondition<Fields> { self }
}
