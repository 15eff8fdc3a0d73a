/// A Swift type that corresponds to one complete D-Bus type.
public protocol DBusValue: Sendable {
    /// The signature, which is one complete type, such as `a{sv}`.
    static var signature: String { get }

    /// Appends exactly one value with the type in `signature`.
    func encode(into encoder: inout MessageEncoder)

    /// - Throws: `TypeMismatch` if the value has a different type; the Swift type's own error for an invalid value.
    init(decoding value: MessageValue) throws
}

/// A basic D-Bus type, which can be the key of a dictionary.
public protocol DBusKey: DBusValue, Hashable {}

/// The error for a value of a different type than expected.
public struct TypeMismatch: Error, Hashable, Sendable {
    /// The expected signature.
    public let expected: String

    public init(expected: String) { self.expected = expected }
}

/// A Swift type that is sent as a different Swift type.
public protocol DBusRepresentable: DBusValue {
    associatedtype Representation: DBusValue

    /// - Throws: any error if the value is invalid; `init(decoding:)` also throws this error.
    init(representation: Representation) throws

    var representation: Representation { get }
}

extension DBusRepresentable {
    public static var signature: String { Representation.signature }

    public func encode(into encoder: inout MessageEncoder) { representation.encode(into: &encoder) }

    public init(decoding value: MessageValue) throws {
        try self.init(representation: Representation(decoding: value))
    }
}
