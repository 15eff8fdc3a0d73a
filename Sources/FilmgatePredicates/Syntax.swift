internal import FilmgateModel

/// A predicate as it was written: put together, but not looked at for what its names and values mean.
indirect enum Syntax {
    /// An operand by itself.
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

/// An operand, and where it begins.
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
