import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Converts an error to an error reply. Refusals become errors of the D-Bus contract. All other errors become `Io`
/// with a reference; their details go to the journal and never to a client.
@Sendable func reply(to error: any Error, in call: MethodCall) -> ErrorReply {
    let answer =
        WireError(reporting: error)
        ?? .io("The library failed (reference \(noted(error, in: call))); try again.")
    return answer.errorReply
}

extension WireError {
    /// Creates the error for the client; nil for errors that are internal to the broker.
    init?(reporting error: any Error) {
        switch error {
        case let error as WireError: self = error
        case let refusal as WithheldPropertyError: self.init(refusal)
        case let refusal as FetchTookTooLong: self.init(refusal)
        case let refusal as ChangesTookTooLong: self.init(refusal)
        case is ExpiredChangeTokenError: self = .tokenExpired
        case is NoSuchAlbum: self = .noSuchAlbum
        case is NoSuchFolder: self = .noSuchFolder
        case is NoSuchAsset: self = .noSuchAsset
        case let refusal as ChangeRefusal: self.init(refusal)
        case let refusal as StagingRefusal: self.init(refusal)
        case let refusal as SelectionRefusal: self.init(refusal)
        case let excess as QuotaExceededError: self.init(excess)
        case let full as LibraryFull: self.init(full)
        case is AssetInboxFull:
            self = .limitsExceeded(
                "\(InboxLimits.waiting) photos and videos of this app wait until the person has looked at them; add more later."
            )
        case is UnusableReceiptError:
            self = .notFound(
                "One of these is nothing that this app added within the last hour, or it was withdrawn already.")
        case let refusal as RestoreRefusal: self.init(refusal)
        case is CancellationError: self = .io("The call was cancelled.")
        case let code as Errno where code == .noSpace || code == .quotaExceeded: self = .diskIsFull
        case JobRefusal.noSpace: self = .diskIsFull
        case JobRefusal.noCage:
            self = .libraryUnavailable(
                "Photos cannot be read safely on this computer, so none can be added or shown; see the journal.")
        case JobRefusal.invalidContent(let reason): self = .invalidContent(reason)
        case JobRefusal.tooLarge(let reason): self = .tooLarge(reason)
        default: return nil
        }
    }

    private static let diskIsFull = WireError.io(
        "The disk that holds the library is full; make room and try again.")
}

/// Writes a failure to the journal.
///
/// - Returns: the reference that identifies the failure in the journal.
private func noted(_ error: any Error, in call: MethodCall) -> String {
    let reference = String(UInt32.random(in: .min ... .max), radix: 36)
    Journal.write(.error, "\(reference): \(call.member) of \(call.sender): \(error)")
    return reference
}

/// Thrown if the folder that holds the libraries cannot be created, opened or written to.
struct StateFolderError: Error {
    let path: String
    let reason: Errno
}

extension Broker {
    /// Returns an explanation of the error and its remedy for the person who starts the broker.
    public nonisolated static func complaint(about error: any Error) -> String {
        switch error {
        case is LibraryInUse: "A different broker uses this library; stop it first, or give a different --state."
        case let folder as StateFolderError:
            "The state folder '\(folder.path)' cannot be used: \(folder.reason). Give a different one with --state."
        case let taken as NameTaken: "A different program owns \(taken.name) on this bus; stop it first."
        case let reply as ErrorReply: "The bus cannot be used: \(reply.message)"
        default: "The broker could not start: \(error)"
        }
    }
}

extension Gate {
    /// Records that a call was refused or failed.
    ///
    /// - Parameters:
    ///   - client: the caller; nil if it must be identified here.
    ///   - subject: the objects that the call named. Administrators can read the subject; the client's error does not
    ///     contain it.
    func noteRefusal(
        _ error: any Error, of operation: AuditEntry.Operation, _ call: MethodCall, by client: Client?,
        _ subject: AuditSubject
    ) async {
        var client = client
        if client == nil, case .client(let found) = await services.peers.identify(call.sender) { client = found }
        core.audit.note(operation, AuditEntry.Outcome(of: error), subject, by: client)
    }
}

extension AuditEntry.Outcome {
    /// Creates the outcome from the name of the error that the client gets.
    init(of error: any Error) {
        switch error {
        case let error as any ErrorReplyConvertible: self.init(reply: error.errorReply)
        case is CancellationError: self = "cancelled"
        default: self = WireError(reporting: error).map { AuditEntry.Outcome(error: $0.name) } ?? "io"
        }
    }

    private init(reply: ErrorReply) {
        self.init(error: reply.name.split(separator: ".").last.map(String.init) ?? reply.name)
    }
}
