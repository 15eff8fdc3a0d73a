import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgateStore
import FilmgateWire

extension Gate {
    /// Records that a call was refused or failed.
    ///
    /// - Parameters:
    ///   - client: the caller, if it is already identified; if nil, this identifies it.
    ///   - subject: the objects that the call named. Administrators can read this; the client's error does not contain
    ///     it.
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
    /// The name of an error as a client sees it.
    init(of error: any Error) {
        switch error {
        case let error as any ErrorReplyConvertible: self.init(reply: error.errorReply)
        case is CancellationError: self = "cancelled"
        default: self = WireError(telling: error).map { AuditEntry.Outcome(error: $0.name) } ?? "io"
        }
    }

    private init(reply: ErrorReply) {
        self.init(error: reply.name.split(separator: ".").last.map(String.init) ?? reply.name)
    }
}
