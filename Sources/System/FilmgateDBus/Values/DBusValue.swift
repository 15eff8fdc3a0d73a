/// A Swift type that is sent as one complete D-Bus type, whose signature is determined by the Swift type.
public protocol DBusValue: Sendable {
    /// The signature: one complete type, such as `a{sv}`.
    static var signature: String { get }

    /// Appends exactly one value, of the type in `signature`.
    func encode(into encoder: inout MessageEncoder)

    /// - Throws: `TypeMismatch` if the value has another signature; the type's own error for invalid content.
    init(decoding value: MessageValue) throws
}

/// A basic type, which may be the key of a dictionary.
public protocol DBusKey: DBusValue, Hashable {}

/// The error for a value that does not have the expected type.
public struct TypeMismatch: Error, Hashable, Sendable {
    /// The expected signature.
    public let expected: String

    public init(expected: String) { self.expected = expected }
}

/// A type whose values are sent as values of another type.
public protocol DBusRepresentable: DBusValue {
    associatedtype Representation: DBusValue

    /// - Throws: any error if the content is invalid, which `init(decoding:)` throws, too.
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
