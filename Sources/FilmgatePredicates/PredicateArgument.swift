/// The value of a placeholder.
public enum PredicateArgument: Hashable, Sendable {
    /// Also an identifier, a hash, or a word of a closed list.
    case text(String)
    /// Also a date, in microseconds since the Unix epoch.
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
}
