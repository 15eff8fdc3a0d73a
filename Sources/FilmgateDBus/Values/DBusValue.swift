/// A Swift type that one complete D-Bus type carries; the signature follows from the Swift type.
public protocol DBusValue: Sendable {
    /// One complete type, such as `a{sv}`.
    static var signature: String { get }

    /// Appends exactly one value of the signature.
    func encode(into encoder: inout MessageEncoder)

    /// - Throws: `TypeMismatch` where the value is of another signature, and what a type of one's own throws for
    ///   content that it does not allow.
    init(decoding value: MessageValue) throws
}

/// A basic type, which may be the key of a dictionary.
public protocol DBusKey: DBusValue, Hashable {}

/// A value that does not have the type that was asked for.
public struct TypeMismatch: Error, Hashable, Sendable {
    /// The signature that was asked for.
    public let expected: String

    public init(expected: String) { self.expected = expected }
}

/// A type of one's own that travels as another.
public protocol DBusRepresentable: DBusValue {
    associatedtype Representation: DBusValue

    /// - Throws: anything, where the content is not allowed; it reaches whoever decodes.
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
