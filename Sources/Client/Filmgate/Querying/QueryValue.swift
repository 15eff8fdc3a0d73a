public import FilmgateModel
public import FoundationEssentials
import FilmgateDBus

/// A value in a condition: it is sent beside the text, never inside it.
public protocol QueryValue: Sendable {
    var queryArgument: QueryArgument { get }
}

/// A value in the form in which it is sent.
public enum QueryArgument: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
    case date(Timestamp)

    var variant: Variant {
        switch self {
        case .text(let text): Variant(text)
        case .integer(let number): Variant(number)
        case .number(let number): Variant(number)
        case .flag(let flag): Variant(flag)
        case .date(let moment): Variant(moment.rawValue)
        }
    }
}

extension String: QueryValue { public var queryArgument: QueryArgument { .text(self) } }
extension Bool: QueryValue { public var queryArgument: QueryArgument { .flag(self) } }
extension Double: QueryValue { public var queryArgument: QueryArgument { .number(self) } }
extension Int: QueryValue { public var queryArgument: QueryArgument { .integer(Int64(self)) } }
extension Int32: QueryValue { public var queryArgument: QueryArgument { .integer(Int64(self)) } }
extension UInt32: QueryValue { public var queryArgument: QueryArgument { .integer(Int64(self)) } }
extension Timestamp: QueryValue { public var queryArgument: QueryArgument { .date(self) } }
extension AssetID: QueryValue { public var queryArgument: QueryArgument { .text(description) } }
extension AlbumID: QueryValue { public var queryArgument: QueryArgument { .text(description) } }
extension ObjectID: QueryValue { public var queryArgument: QueryArgument { .text(description) } }
extension MediaType: QueryValue { public var queryArgument: QueryArgument { .text(rawValue) } }
extension MediaSubtype: QueryValue { public var queryArgument: QueryArgument { .text(rawValue) } }
extension PlaybackStyle: QueryValue { public var queryArgument: QueryArgument { .text(rawValue) } }

extension UInt64: QueryValue {
    /// Values above the language's range become its greatest number.
    public var queryArgument: QueryArgument { .integer(Int64(clamping: self)) }
}

extension Date: QueryValue {
    /// To the microsecond, the precision of the library's dates.
    public var queryArgument: QueryArgument { .date(Timestamp(self)) }
}

extension Duration: QueryValue {
    /// In seconds.
    public var queryArgument: QueryArgument {
        .number(Double(components.seconds) + Double(components.attoseconds) / 1e18)
    }
}
