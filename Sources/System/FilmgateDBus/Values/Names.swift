import CFilmgateDBus
import Glibc

/// The path of an object, such as `/org/filmgate/Library1`.
public struct ObjectPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the text is not an object path.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_path) else { return nil }
        rawValue = text
    }

    /// Wraps a text that libdbus has checked.
    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is an object path.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_path), "not an object path: \(literal)")
        rawValue = literal
    }

    public var description: String { rawValue }
}

/// A unique (`:1.42`) or well-known (`org.filmgate.Library1`) name of a connection.
public struct BusName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the text is not a bus name.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_bus_name) else { return nil }
        rawValue = text
    }

    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is a bus name.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_bus_name), "not a bus name: \(literal)")
        rawValue = literal
    }

    /// Whether this is a unique name, which the bus assigns to a connection until the connection ends.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    public var description: String { rawValue }

    /// The name of the bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"
}

/// The name of an interface, such as `org.filmgate.Authorization1`.
public struct InterfaceName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the text is not an interface name.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_interface) else { return nil }
        rawValue = text
    }

    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is an interface name.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_interface), "not an interface name: \(literal)")
        rawValue = literal
    }

    public var description: String { rawValue }
}

/// A validation function of libdbus. It checks C strings, which end at the first NUL, so texts with NUL must be refused
/// first.
typealias Validator = (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t

func isValid(_ text: String, _ validator: Validator) -> Bool {
    text.withCString { strlen($0) == text.utf8.count && validator($0, nil) != 0 }
}
