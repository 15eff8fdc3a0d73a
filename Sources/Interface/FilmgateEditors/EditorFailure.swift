public import Filmgate
import FilmgateDBus
import FilmgateModel

/// The reason why an editor does not edit an asset.
public enum EditorFailure: Error, Sendable {
    /// The library refused to create a ticket, with which the editor could edit the asset.
    case refused(PhotoLibraryError)
    /// There is no session bus. The text gives the reason.
    case noSessionBus(String)
    /// The editor is not running, and the session bus could not start it. The text gives the reason.
    case notStarted(String)
    /// The editor runs, but did not use the ticket. The text gives the reason.
    case failed(String)

    public var message: String {
        switch self {
        case .refused(let error): error.cause.message
        case .noSessionBus(let reason), .notStarted(let reason), .failed(let reason): reason
        }
    }

    init(_ error: any Error, _ application: String) {
        guard let reply = error as? ErrorReply else {
            self = .failed("\(error)")
            return
        }
        let standard = "org.freedesktop.DBus.Error."
        let name = reply.name.hasPrefix(standard) ? String(reply.name.dropFirst(standard.count)) : ""
        self =
            switch name {
            case "ServiceUnknown", "NameHasNoOwner":
                .notStarted("\(application) is not running, and the session bus has no service file to start it.")
            case "UnknownMethod", "UnknownObject", "UnknownInterface":
                .failed("\(application) does not export org.filmgate.Editor1, although its desktop file says so.")
            case "NoReply", "Timeout", "TimedOut": .failed("\(application) did not answer.")
            case _ where name.hasPrefix("Spawn."):
                .notStarted("The session bus could not start \(application): \(singleLine(reply.message, limit: 256))")
            default: .failed(singleLine(reply.message, limit: 256))
            }
    }
}
