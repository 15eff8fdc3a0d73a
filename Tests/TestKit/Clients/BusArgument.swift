import Foundation

/// An argument of a call, shaped by the call's signature; literals stand for themselves.
///
/// Where the signature says `v`, a text, a flag or a list of texts speaks for itself; for all else say the type, as
/// `["limit": .variant("u", 10)]`.
public indirect enum BusArgument: Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case list([BusArgument])
    case table([String: BusArgument])
    case bytes([UInt8])
    case variant(_ type: String, BusArgument)
    case descriptor(Content)

    /// What a descriptor is to be of; opened by the client itself, with what it may open.
    public enum Content: Sendable {
        case file(String)
        /// With a mode other than reading: `w`, `rw`, `path` or `folder`.
        case opened(String, mode: String)
        case memory([UInt8], sealed: Bool = false)
        /// The reading end of a pipe whose other end is open.
        case pipe
        case socket
        /// One that the client holds already.
        case kept(Int)
        /// A pidfd of a process.
        case process(Int32)
        /// A pidfd of a process of the client's that has ended.
        case endedProcess
        /// A pidfd of a thread of the client's.
        case thread
    }

    public static func uint32(_ value: UInt32) -> BusArgument { .variant("u", .unsigned(UInt64(value))) }
    public static func int64(_ value: Int64) -> BusArgument { .variant("x", .integer(value)) }
    public static func texts(_ values: [String]) -> BusArgument { .variant("as", .list(values.map(BusArgument.text))) }
    public static func options(_ values: [String: BusArgument]) -> BusArgument { .variant("a{sv}", .table(values)) }
    public static func place(_ latitude: Double, _ longitude: Double) -> BusArgument {
        .variant("(dd)", [.number(latitude), .number(longitude)])
    }
}

extension BusArgument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: BusArgument...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, BusArgument)...) {
        self = .table(Dictionary(elements) { $1 })
    }
}

extension BusArgument: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .table(let values): try container.encode(values)
        case .bytes(let bytes): try container.encode(["bytes": Data(bytes).base64EncodedString()])
        case .variant(let type, let value): try container.encode(["type": .text(type), "value": value])
        case .descriptor(let content): try container.encode(content.command)
        }
    }
}

extension BusArgument.Content {
    fileprivate var command: [String: BusArgument] {
        switch self {
        case .file(let path): ["path": .text(path)]
        case .opened(let path, let mode): ["path": .text(path), "flags": .text(mode)]
        case .memory(let bytes, let sealed):
            ["memory": .text(Data(bytes).base64EncodedString()), "sealed": .flag(sealed)]
        case .pipe: ["pipe": true]
        case .socket: ["socket": true]
        case .kept(let number): ["kept": .integer(Int64(number))]
        case .process(let process): ["process": .integer(Int64(process))]
        case .endedProcess: ["ended": true]
        case .thread: ["thread": true]
        }
    }
}
