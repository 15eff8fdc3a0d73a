import Foundation

/// A value that came back, in JSON's types; variants are unwrapped.
public indirect enum Value: Sendable, Hashable, Decodable {
    case flag(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([Value])
    case table([String: Value])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Value].self) {
            self = .list(value)
        } else {
            self = .table(try container.decode([String: Value].self))
        }
    }

    public var text: String? { if case .text(let value) = self { value } else { nil } }
    public var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    public var list: [Value]? { if case .list(let value) = self { value } else { nil } }
    public var table: [String: Value]? { if case .table(let value) = self { value } else { nil } }
    public var texts: [String]? { list?.compactMap(\.text) }
    public var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }
    public var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }
    public var descriptor: HeldDescriptor? { table?["descriptor"]?.table.map(HeldDescriptor.init) }

    public subscript(key: String) -> Value? { table?[key] }
    public subscript(index: Int) -> Value? {
        guard let list, list.indices.contains(index) else { return nil }
        return list[index]
    }
}

/// A descriptor that a client holds, as the kernel describes it.
public struct HeldDescriptor: Sendable, Hashable {
    public let facts: [String: Value]

    init(_ facts: [String: Value]) { self.facts = facts }

    /// Its number in the client, for `read` and `forget`.
    public var number: Int { facts["kept"]?.integer ?? -1 }
    /// `file`, `folder`, `pipe`, `socket` or `device`.
    public var kind: String { facts["kind"]?.text ?? "" }
    public var size: Int { facts["size"]?.integer ?? -1 }
    /// The permission bits.
    public var mode: Int { facts["mode"]?.integer ?? -1 }
    public var isWritable: Bool { facts["writable"]?.flag ?? true }
    public var sha256: String? { facts["sha256"]?.text }
    /// What `/proc/self/fd` says.
    public var name: String { facts["name"]?.text ?? "" }
}

/// What a method answered.
public struct Reply: Sendable {
    public let signature: String
    public let values: [Value]
    /// The sender's own number of it, which grows with each message.
    public let serial: Int?

    public subscript(index: Int) -> Value? { values.indices.contains(index) ? values[index] : nil }
}

/// A signal that a connection received.
public struct ReceivedSignal: Sendable, Decodable {
    public let sender: String?
    public let path: String
    public let interface: String
    public let member: String
    public let signature: String
    public let values: [Value]
    /// The sender's own number of it.
    public let serial: Int?
    /// Of a call and no signal: what `reply` answers it by.
    public let call: Int?
}

/// An error that a method answered.
public struct BusError: Error, Hashable, Decodable, CustomStringConvertible {
    public let name: String
    public let message: String

    /// The last part of the name, `AccessDenied`.
    public var kind: String { String(name.split(separator: ".").last ?? "") }
    public var description: String { "\(name): \(message)" }
}

/// What a client itself could not do, or a test expected in vain, in a sentence.
public struct ClientFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
