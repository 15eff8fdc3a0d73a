internal import FilmgateModel

/// The syntax tree of a predicate, before names and types are checked.
indirect enum Syntax {
    /// An operand that is a condition by itself.
    case condition(Term)
    case and([Syntax])
    case or([Syntax])
    case not(Syntax)
    case comparison(Term, Comparison, Term)
    case isIn(Term, [Term])
    case between(Term, Term, Term)
    case contains(Term, Term)
    case like(Term, Term)
    case isNull(Term)
}

/// An operand, with its column.
struct Term {
    enum Value {
        case name(String)
        case literal(Literal)
        /// Counted from 0.
        case placeholder(Int)
    }

    let value: Value
    let column: Int
}
