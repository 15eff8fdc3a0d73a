public import Filmgate
import FilmgateDBus
public import FilmgateModel
import FilmgateWire

// Compiler fault: 2
/// The person's choice of an editor for an asset.
public final class EditorChoice: Sendable {
    private let editor: InstalledEditor
    private let asset: AssetID
    private let activationToken: String?
    private let sessionBus: String

    /// - Parameters:
    ///   - activationToken: the token that lets the editor's window come to the front.
    ///   - sessionBus: the address of the session bus; `session` for the address in the environment.
    public init(
        _ editor: InstalledEditor, toEdit asset: AssetID, activationToken: String? = nil,
        onSessionBus sessionBus: String = "session"
    ) {
        self.editor = editor
        self.asset = asset
        self.activationToken = activationToken
        self.sessionBus = sessionBus
    }

    /// Gives the editor a ticket, with which it can edit the asset once. The session bus starts the editor if needed.
    ///
    /// Returns when the editor has used the ticket.
    public func start(in library: PhotoLibrary) async throws(EditorFailure) {
        let ticket: String
        do { ticket = try await library.createTicket(for: editor.client, toEdit: asset) } catch {
            throw .refused(error)
        }
        if let failure = await give(ticket) { throw failure }
    }

    /// Gives the editor the ticket. Returns the error instead of throwing it.
    private func give(_ ticket: String) async -> EditorFailure? {
        guard let (destination, path) = EditorInterface.address(of: editor.application) else {
            return .notStarted("'\(editor.application)' is not a name on a bus.")
        }
        let connection: Connection
        do { connection = try await Connection.open(sessionBus, on: Self.loop.get()) } catch {
            return .noSessionBus((error as? ErrorReply)?.message ?? "\(error)")
        }
        var failure: EditorFailure?
        do {
            _ = try await connection.call(
                EditorInterface.edit.method, of: EditorInterface.name, at: path, on: destination,
                MessageArguments(ticket, EditDetails(activationToken: activationToken)),
                options: CallOptions(timeout: Self.timeLimit))
        } catch {
            failure = EditorFailure(error, editor.application)
        }
        await connection.close()
        return failure
    }

    /// How long an editor may take to start and to use its ticket.
    private static let timeLimit = Duration.seconds(60)

    /// One thread serves all connections to the session bus.
    private static let loop = Result { try EventLoop.onOwnThread(named: "filmgate-editor") }
}
