/// Why the library did not do what it was asked; every case but the wrappers carries a sentence for a person.
public enum PhotoLibraryError: Error, Hashable, Sendable {
    // What the broker answers, `org.filmgate.Error.*`.

    /// Nobody has decided about this app yet: ask for authorization first.
    case notDetermined(String)
    case accessDenied(String)
    /// A policy of the computer's administrator forbids it.
    case restricted(String)
    /// Also for what this app may not see.
    case notFound(String)
    case invalidArgument(String)
    case invalidPredicate(String)
    /// A file is no media that the library can read.
    case invalidContent(String)
    case tooLarge(String)
    case limitsExceeded(String)
    case tokenExpired(String)
    /// Nobody can be asked: no agent runs in the person's session.
    case noAgent(String)
    case busy(String)
    /// Only administrators may do so.
    case notAuthorized(String)
    case inputOutput(String)
    case libraryUnavailable(String)
    /// The change of a batch that is at fault, counted from 0.
    indirect case inChange(Int, PhotoLibraryError)

    // What the bus answers, or nobody.

    /// The person must confirm it, and the call did not allow that they are asked.
    case interactionRequired(String)
    /// There is no such bus, or it does not let this program in.
    case busUnavailable(String)
    /// No broker answers on the bus, or it went away before it had answered.
    case brokerUnavailable(String)
    /// The broker answered what the contract does not allow.
    case invalidReply(String)
    /// Any other error, by its name on the bus.
    case other(name: String, String)

    /// A sentence that a person can act on.
    public var message: String {
        switch self {
        case .notDetermined(let text), .accessDenied(let text), .restricted(let text), .notFound(let text),
            .invalidArgument(let text), .invalidPredicate(let text), .invalidContent(let text), .tooLarge(let text),
            .limitsExceeded(let text), .tokenExpired(let text), .noAgent(let text), .busy(let text),
            .notAuthorized(let text), .inputOutput(let text), .libraryUnavailable(let text),
            .interactionRequired(let text), .busUnavailable(let text), .brokerUnavailable(let text),
            .invalidReply(let text), .other(_, let text):
            text
        case .inChange(let index, let error): "change \(index): \(error.message)"
        }
    }

    /// The error itself, without the number of the change that caused it.
    public var cause: PhotoLibraryError {
        if case .inChange(_, let error) = self { error } else { self }
    }
}

extension PhotoLibraryError: CustomStringConvertible {
    public var description: String { message }
}
