import FilmgateDBus
import FilmgateWire

extension PhotoLibraryError {
    /// Converts an error reply of the broker or the bus.
    init(_ reply: ErrorReply) {
        if let refusal = reply.name.dropPrefix(WireError.prefix) {
            self = PhotoLibraryError.refusal(String(refusal), reply)
        } else if let standard = reply.name.dropPrefix("org.freedesktop.DBus.Error.") {
            self = PhotoLibraryError.standard(String(standard), reply)
        } else {
            self = .other(name: reply.name, reply.message)
        }
    }

    private static func refusal(_ name: String, _ reply: ErrorReply) -> PhotoLibraryError {
        let (index, text) = faultyChange(in: reply.message)
        let make: ((String) -> PhotoLibraryError)? =
            switch name {
            case "NotDetermined": PhotoLibraryError.notDetermined
            case "AccessDenied": PhotoLibraryError.accessDenied
            case "Restricted": PhotoLibraryError.restricted
            case "NotFound": PhotoLibraryError.notFound
            case "InvalidArgument": PhotoLibraryError.invalidArgument
            case "InvalidPredicate": PhotoLibraryError.invalidPredicate
            case "InvalidContent": PhotoLibraryError.invalidContent
            case "TooLarge": PhotoLibraryError.tooLarge
            case "LimitsExceeded": PhotoLibraryError.limitsExceeded
            case "TokenExpired": PhotoLibraryError.tokenExpired
            case "NoAgent": PhotoLibraryError.noAgent
            case "Declined": PhotoLibraryError.declined
            case "Busy": PhotoLibraryError.busy
            case "NotAuthorized": PhotoLibraryError.notAuthorized
            case "Io": PhotoLibraryError.inputOutput
            case "LibraryUnavailable": PhotoLibraryError.libraryUnavailable
            default: nil
            }
        guard let make else { return .other(name: reply.name, reply.message) }
        return index.map { .inChange($0, make(text)) } ?? make(text)
    }

    private static func standard(_ name: String, _ reply: ErrorReply) -> PhotoLibraryError {
        switch name {
        case "InteractiveAuthorizationRequired": .interactionRequired(reply.message)
        case "ServiceUnknown", "NameHasNoOwner":
            .brokerUnavailable("No photo library's broker is running on this bus.")
        case "NoReply", "Timeout", "TimedOut":
            .brokerUnavailable("The photo library's broker stopped or did not answer in time.")
        case "Disconnected", "NoServer", "FileNotFound", "BadAddress", "AuthFailed":
            .busUnavailable(reply.message)
        // The policy of the bus, not of the library, refused the call.
        case "AccessDenied": .accessDenied(reply.message)
        default: .other(name: reply.name, reply.message)
        }
    }

    /// Parses a message of the form `change 3: …`, which names the index of a change.
    private static func faultyChange(in message: String) -> (index: Int?, text: String) {
        guard let rest = message.dropPrefix("change "), let colon = rest.firstIndex(of: ":"),
            let index = Int(rest[..<colon]), index >= 0
        else { return (nil, message) }
        return (index, String(rest[colon...].dropFirst().drop { $0 == " " }))
    }
}

extension String {
    fileprivate func dropPrefix(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}

extension PhotoLibraryError {
    /// Returns the error for a bus that cannot be reached.
    ///
    /// - Parameter address: an address, `system` or `session`.
    static func busUnavailable(at address: String, _ error: any Error) -> PhotoLibraryError {
        let bus = ["system", "session"].contains(address) ? "The \(address) bus" : "The message bus at '\(address)'"
        var reason = (error as? any ErrorReplyConvertible)?.errorReply.message ?? "\(error)"
        if reason.hasSuffix(".") { reason.removeLast() }
        return .busUnavailable("\(bus) cannot be reached: \(reason).")
    }
}
