public import FilmgateSystem

/// The reason why a client could not be identified, which always means no access. It is shown in the journal, never to
/// a client.
public enum IdentificationError: Error, Hashable, Sendable {
    case notOnTheBus
    /// The client was on the bus before the broker started, and the previous broker had not recorded it.
    case olderThanTheBroker
    case leftTheBus
    /// The look-up took too long.
    case tookTooLong
    /// The bus did not report the user or the process. The text is the reason.
    case missingCredentials(String)
    /// `filmgate-identify` did not reply.
    case unanswered(String)
    case ended
    /// The process number was reused: the process started after the connection, or is not the recorded process.
    case differentProcess
    /// The process runs as a different user than the bus reported.
    case differentUser
    case unreadable(String, Errno)
    case malformed(String)
    /// Two sandbox marks contradict each other.
    case contradicted(String)
    /// The process has its own root folder but no marks of a known sandbox, or is a D-Bus proxy that names no app.
    case unknownSandbox
    /// The executable was removed or replaced after the start of the process.
    case executableGone
    /// No identity resolver recognizes the process.
    case noIdentifier
}

extension IdentificationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOnTheBus: "it is not on the bus"
        case .olderThanTheBroker: "its connection is older than the broker"
        case .leftTheBus: "it left the bus"
        case .tookTooLong: "the look-up took too long"
        case .missingCredentials(let reason): "the bus does not identify it: \(reason)"
        case .unanswered(let reason): "filmgate-identify does not identify it: \(reason)"
        case .ended: "its process has ended"
        case .differentProcess: "its process number belongs to a different process"
        case .differentUser: "its process changed its user"
        case .unreadable(let what, let code): "\(what) cannot be read: \(code)"
        case .malformed(let what): "\(what) is malformed"
        case .contradicted(let what): "its marks contradict each other: \(what)"
        case .unknownSandbox: "it is in a sandbox of an unknown kind"
        case .executableGone: "its executable was removed or replaced"
        case .noIdentifier: "it has no marks that identify it"
        }
    }
}
