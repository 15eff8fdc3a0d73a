import CFilmgateDBus
import Glibc

/// The path of an object, such as `/org/filmgate/Library1`.
public struct ObjectPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the string is not a valid object path.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_path) else { return nil }
        rawValue = text
    }

    /// Creates a path from a string that libdbus has validated.
    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is a valid object path.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_path), "not an object path: \(literal)")
        rawValue = literal
    }

    public var description: String { rawValue }
}

/// A bus name: the unique name (`:1.42`) or a well-known name (`org.filmgate.Library1`) of a connection.
public struct BusName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the string is not a valid bus name.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_bus_name) else { return nil }
        rawValue = text
    }

    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is a valid bus name.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_bus_name), "not a bus name: \(literal)")
        rawValue = literal
    }

    /// Whether this is a unique name. The bus assigns a unique name to each connection.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    public var description: String { rawValue }

    /// The name of the bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"
}

/// The name of an interface, such as `org.filmgate.Authorization1`.
public struct InterfaceName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    /// Returns nil if the string is not a valid interface name.
    public init?(_ text: String) {
        guard isValid(text, dbus_validate_interface) else { return nil }
        rawValue = text
    }

    init(checked text: String) { rawValue = text }

    /// - Precondition: the literal is a valid interface name.
    public init(stringLiteral literal: String) {
        precondition(isValid(literal, dbus_validate_interface), "not an interface name: \(literal)")
        rawValue = literal
    }

    public var description: String { rawValue }
}

/// A validation function of libdbus. It reads a C string, which ends at the first NUL, so strings that contain a NUL
/// must be rejected first.
typealias Validator = (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t

func isValid(_ text: String, _ validator: Validator) -> Bool {
    text.withCString { strlen($0) == text.utf8.count && validator($0, nil) != 0 }
}
