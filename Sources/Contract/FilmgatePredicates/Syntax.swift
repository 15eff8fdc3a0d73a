import FilmgateModel

/// The syntax tree of a predicate, before names and types are checked.
indirect enum Syntax {
    /// An operand that is itself a condition.
    case condition(OperandSyntax)
    case and([Syntax])
    case or([Syntax])
    case not(Syntax)
    case comparison(OperandSyntax, Comparison, OperandSyntax)
    case isIn(OperandSyntax, [OperandSyntax])
    case between(OperandSyntax, OperandSyntax, OperandSyntax)
    case contains(OperandSyntax, OperandSyntax)
    case like(OperandSyntax, OperandSyntax)
    case isNull(OperandSyntax)
    /// A property, and the numbers in parentheses after `near`.
    case near(OperandSyntax, [OperandSyntax])
}

/// An operand, with its column.
struct OperandSyntax {
    enum Value {
        case name(String)
        case literal(Literal)
        /// The index of the placeholder, counted from 0.
        case placeholder(Int)
    }

    let value: Value
    let column: Int
}
