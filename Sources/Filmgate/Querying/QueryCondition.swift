/// A condition that a fetch puts on what it finds: a text of the predicate language, and the values that stand for its `?`.
///
/// Made of the fields of what is fetched:
///
///     .assets.where(\.isFavorite)
///     .assets.where(\.rating >= 4 && !\.isHidden)
///     .assets.where { $0.title.contains("harbour") || $0.keywords.contains("sea") }
///
/// A comparison with what is absent is neither true nor false, and neither is its opposite: `!(\.title == "Sea")` finds
/// no asset without a title. `isNil` tells them.
public struct QueryCondition<Fields: QueryFields>: Hashable, Sendable {
    /// How tightly its parts hold together.
    private enum Binding: Comparable {
        case or, and, unit
    }

    /// As it is sent.
    public let text: String
    /// In the order of the text's `?`.
    public let arguments: [QueryArgument]
    private let binding: Binding

    /// A condition in the words of the language, as a person wrote it; each `?` stands for one of the values.
    ///
    ///     QueryCondition("rating >= ? and title like ?", [4, "%sea%"])
    ///
    /// The broker checks it: a mistake is `invalidPredicate` where it is fetched.
    public init(_ text: String, _ arguments: [any QueryValue] = []) {
        self.init(text, arguments.map(\.queryArgument), .or)
    }

    /// A text without `and` and `or`.
    init(unit text: String, _ arguments: [QueryArgument] = []) { self.init(text, arguments, .unit) }

    private init(_ text: String, _ arguments: [QueryArgument], _ binding: Binding) {
        self.text = text
        self.arguments = arguments
        self.binding = binding
    }

    /// Both hold.
    public static func && (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(
            "\(left.within(.and)) and \(right.within(.and))", left.arguments + right.arguments, .and)
    }

    /// One holds, or both do.
    public static func || (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition("\(left.within(.or)) or \(right.within(.or))", left.arguments + right.arguments, .or)
    }

    /// It does not hold.
    public static prefix func ! (condition: QueryCondition) -> QueryCondition {
        QueryCondition(unit: "not (\(condition.text))", condition.arguments)
    }

    private func within(_ outer: Binding) -> String { binding < outer ? "(\(text))" : text }
}

/// What a condition can be made of without more: a condition itself, and a field that is true or false.
public protocol QueryTerm<Fields> {
    associatedtype Fields: QueryFields

    var condition: QueryCondition<Fields> { get }
}

extension QueryCondition: QueryTerm {
    public var condition: QueryCondition<Fields> { self }
}
