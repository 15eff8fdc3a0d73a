/// The reason why a call failed. Every case that does not wrap another error contains a sentence for a person.
public enum PhotoLibraryError: Error, Hashable, Sendable {
    // Errors of the broker, `org.filmgate.Error.*`.

    /// No decision about this app has been made yet: request authorization first.
    case notDetermined(String)
    case accessDenied(String)
    /// An administrator's policy forbids the call.
    case restricted(String)
    /// The object does not exist, or this app may not see it.
    case notFound(String)
    case invalidArgument(String)
    case invalidPredicate(String)
    /// The library cannot read the file as media.
    case invalidContent(String)
    case tooLarge(String)
    case limitsExceeded(String)
    case tokenExpired(String)
    /// The person cannot be asked: no agent runs in their session, or the agent sent no valid answer.
    case noAgent(String)
    /// The person refused this one request.
    case declined(String)
    case busy(String)
    /// The call is only for other programs, such as the owner's tools, administrators or agents.
    case notAuthorized(String)
    case inputOutput(String)
    case libraryUnavailable(String)
    /// An error in one change of a batch, with the index of that change, counted from 0.
    indirect case inChange(Int, PhotoLibraryError)

    // Errors of the bus, or of the connection to the bus.

    /// The person must confirm the call, but the caller did not allow prompts.
    case interactionRequired(String)
    /// The bus cannot be reached, or does not accept this program.
    case busUnavailable(String)
    /// The broker is not running, or it stopped before it replied.
    case brokerUnavailable(String)
    /// The broker's reply does not follow the contract.
    case invalidReply(String)
    /// Any other error, with its name on the bus.
    case other(name: String, String)

    /// A sentence that a person can act on; for `inChange`, preceded by the index of the change.
    public var message: String {
        switch self {
        case .notDetermined(let text), .accessDenied(let text), .restricted(let text), .notFound(let text),
            .invalidArgument(let text), .invalidPredicate(let text), .invalidContent(let text), .tooLarge(let text),
            .limitsExceeded(let text), .tokenExpired(let text), .noAgent(let text), .declined(let text),
            .busy(let text),
            .notAuthorized(let text), .inputOutput(let text), .libraryUnavailable(let text),
            .interactionRequired(let text), .busUnavailable(let text), .brokerUnavailable(let text),
            .invalidReply(let text), .other(_, let text):
            text
        case .inChange(let index, let error): "change \(index): \(error.message)"
        }
    }

    /// The error without the index of the change that caused it.
    public var cause: PhotoLibraryError {
        if case .inChange(_, let error) = self { error } else { self }
    }
}

extension PhotoLibraryError: CustomStringConvertible {
    public var description: String { message }
}
