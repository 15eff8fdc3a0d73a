import CFilmgateDBus

/// A D-Bus error: a name for programs, and a message for people.
public struct ErrorReply: Error, Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let message: String

    /// Creates an error. When the error is sent, its message is cut to 1,024 bytes, and control characters other than
    /// line breaks become U+FFFD.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    public var description: String { "\(name): \(message)" }

    /// The error with a valid name and message. libdbus aborts the process for an invalid name.
    var sendable: ErrorReply {
        ErrorReply(
            name: isValid(name, dbus_validate_error_name) ? name : "org.freedesktop.DBus.Error.Failed",
            message: sendableMessage(message))
    }
}

/// An error that can be converted to a D-Bus error.
public protocol ErrorReplyConvertible: Error {
    var errorReply: ErrorReply { get }
}

extension ErrorReply: ErrorReplyConvertible {
    public var errorReply: ErrorReply { self }
}

extension ErrorReply {
    public static func failed(_ message: String) -> ErrorReply { standard("Failed", message) }
    public static func noReply(_ message: String) -> ErrorReply { standard("NoReply", message) }
    public static func disconnected(_ message: String) -> ErrorReply { standard("Disconnected", message) }
    public static func invalidArgs(_ message: String) -> ErrorReply { standard("InvalidArgs", message) }
    public static func limitsExceeded(_ message: String) -> ErrorReply { standard("LimitsExceeded", message) }
    public static func accessDenied(_ message: String) -> ErrorReply { standard("AccessDenied", message) }
    public static func unknownObject(_ message: String) -> ErrorReply { standard("UnknownObject", message) }
    public static func unknownInterface(_ message: String) -> ErrorReply { standard("UnknownInterface", message) }
    public static func unknownMethod(_ message: String) -> ErrorReply { standard("UnknownMethod", message) }
    public static func unknownProperty(_ message: String) -> ErrorReply { standard("UnknownProperty", message) }
    public static func propertyReadOnly(_ message: String) -> ErrorReply { standard("PropertyReadOnly", message) }
    public static func interactiveAuthorizationRequired(_ message: String) -> ErrorReply {
        standard("InteractiveAuthorizationRequired", message)
    }

    private static func standard(_ name: String, _ message: String) -> ErrorReply {
        ErrorReply(name: "org.freedesktop.DBus.Error." + name, message: message)
    }
}

/// Returns a message of at most 1,024 bytes, with U+FFFD instead of control characters other than line breaks.
private func sendableMessage(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
        let control = scalar.properties.generalCategory == .control
        let shown = control && scalar != "\n" ? "\u{FFFD}" : scalar
        bytes += UTF8.width(shown)
        if bytes > 1024 { break }
        result.append(shown)
    }
    return String(result)
}
