public import FilmgateModel
public import FilmgatePredicates
public import FoundationEssentials

/// A value in a condition. Values are sent separately from the condition's text.
public protocol QueryValue: Sendable {
    var queryArgument: PredicateArgument { get }
}

extension String: QueryValue { public var queryArgument: PredicateArgument { .text(self) } }
extension Bool: QueryValue { public var queryArgument: PredicateArgument { .boolean(self) } }
extension Double: QueryValue { public var queryArgument: PredicateArgument { .real(self) } }
extension Int: QueryValue { public var queryArgument: PredicateArgument { .integer(Int64(self)) } }
extension Int32: QueryValue { public var queryArgument: PredicateArgument { .integer(Int64(self)) } }
extension UInt32: QueryValue { public var queryArgument: PredicateArgument { .integer(Int64(self)) } }
extension Timestamp: QueryValue { public var queryArgument: PredicateArgument { .integer(rawValue) } }
extension AssetID: QueryValue { public var queryArgument: PredicateArgument { .text(description) } }
extension AlbumID: QueryValue { public var queryArgument: PredicateArgument { .text(description) } }
extension ObjectID: QueryValue { public var queryArgument: PredicateArgument { .text(description) } }
extension MediaType: QueryValue { public var queryArgument: PredicateArgument { .text(rawValue) } }
extension MediaSubtype: QueryValue { public var queryArgument: PredicateArgument { .text(rawValue) } }
extension PlaybackStyle: QueryValue { public var queryArgument: PredicateArgument { .text(rawValue) } }

extension UInt64: QueryValue {
    /// The number, limited to the greatest integer of the predicate language.
    public var queryArgument: PredicateArgument { .integer(Int64(clamping: self)) }
}

extension Date: QueryValue {
    /// The date, rounded to microseconds.
    public var queryArgument: PredicateArgument { Timestamp(self).queryArgument }
}

extension Duration: QueryValue {
    /// The duration in seconds.
    public var queryArgument: PredicateArgument {
        .real(Double(components.seconds) + Double(components.attoseconds) / 1e18)
    }
}
