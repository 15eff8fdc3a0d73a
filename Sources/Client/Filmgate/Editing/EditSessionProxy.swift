import FilmgateDBus
import FilmgateWire

/// A session's object in the broker. Deinitialization cancels the session.
final class EditSessionProxy: Sendable {
    let path: ObjectPath
    private let connection: BrokerConnection

    init(at path: ObjectPath, on connection: BrokerConnection) {
        self.path = path
        self.connection = connection
    }

    deinit {
        let (connection, path) = (connection, path)
        Task { await connection.release(EditSessionInterface.cancel, at: path) }
    }

    /// `org.filmgate.EditSession1.Finish`.
    func finish(_ output: ContentEditingOutput) async throws(PhotoLibraryError) {
        let files = output.renders.map { EditedFile($0) }
        let adjustment = output.adjustmentData
        _ = try await connection.call(
            EditSessionInterface.finish, at: path,
            Arguments(files, adjustment.format.identifier, adjustment.format.version, adjustment.data, NoOptions()),
            timeLimit: .unlimited)
    }
}
