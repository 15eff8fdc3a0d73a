/// A Swift type that is sent as one complete D-Bus type; the signature follows from the Swift type.
public protocol DBusValue: Sendable {
    /// One complete type, such as `a{sv}`.
    static var signature: String { get }

    /// Appends exactly one value of the signature.
    func encode(into encoder: inout MessageEncoder)

    /// - Throws: `TypeMismatch` if the value has a different signature; and a type's error for invalid content.
    init(decoding value: MessageValue) throws
}

/// A basic type, which may be the key of a dictionary.
public protocol DBusKey: DBusValue, Hashable {}

/// Thrown if a value does not have the expected type.
public struct TypeMismatch: Error, Hashable, Sendable {
    /// The expected signature.
    public let expected: String

    public init(expected: String) { self.expected = expected }
}

/// A type that is sent as a different type.
public protocol DBusRepresentable: DBusValue {
    associatedtype Representation: DBusValue

    /// - Throws: any error if the content is invalid; `init(decoding:)` passes it on.
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
