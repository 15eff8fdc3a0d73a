public import FilmgateSystem

/// Why somebody could not be identified, which is always the same as no access. For the journal, never for a peer.
public enum IdentificationError: Error, Hashable, Sendable {
    case notOnTheBus
    /// It was on the bus when the broker came, and the broker before had not recorded it.
    case olderThanTheBroker
    case leftTheBus
    /// The look-up took too long.
    case tookTooLong
    /// What the bus answered instead of telling user and process.
    case untold(String)
    /// The program that reads other users' processes for the broker gave no answer.
    case unanswered(String)
    case ended
    /// The process is younger than the connection, or not the one that was recorded: its number was given out anew.
    case anotherProcess
    /// The process runs as another user than the one that the bus saw.
    case anotherUser
    case unreadable(String, Errno)
    case malformed(String)
    /// One mark denies what another says.
    case contradicted(String)
    /// A root folder of its own, and no marks of a sandbox that is known here; or a proxy that speaks for nobody named.
    case unknownSandbox
    /// The executable was removed or replaced after the start.
    case executableGone
    /// No way of telling knows what it is.
    case unmarked
}

extension IdentificationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOnTheBus: "it is not on the bus"
        case .olderThanTheBroker: "its connection is older than the broker"
        case .leftTheBus: "it left the bus"
        case .tookTooLong: "the look-up took too long"
        case .untold(let reason): "the bus does not tell who it is: \(reason)"
        case .unanswered(let reason): "filmgate-identify does not tell who it is: \(reason)"
        case .ended: "its process ended"
        case .anotherProcess: "the process with its number is another one"
        case .anotherUser: "its process changed users"
        case .unreadable(let what, let code): "\(what) cannot be read: \(code)"
        case .malformed(let what): "\(what) is not as it must be"
        case .contradicted(let what): "its marks contradict each other: \(what)"
        case .unknownSandbox: "it is in a sandbox of an unknown kind"
        case .executableGone: "its executable was removed or replaced"
        case .unmarked: "nothing tells what it is"
        }
    }
}
