internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Backup1`.
@BrokerActor struct BackupObject {
    let adminGate: AdminGate

    var interface: ServedInterface {
        ServedInterface(
            root: BackupInterface.self,
            [beginBackup, openFiles, finishBackup, beginRestore, addFiles, finishRestore, cancelRestore])
    }

    private static func backUp(_ user: UInt32?) -> AdminRequest {
        AdminRequest(of: user) { "copy the whole photo library of \($0)" }
    }

    /// - Parameter createsLibrary: whether it also serves a user without a library, who gets one.
    private static func restore(_ user: UInt32?, createsLibrary: Bool = false) -> AdminRequest {
        AdminRequest(of: user, createsLibrary: createsLibrary) { "replace the photo library of \($0) by a backup" }
    }

    private var beginBackup: ServedMethod {
        adminGate.method(BackupInterface.beginBackup) {
            Self.backUp($0.values.user)
        } serve: { library, _ in
            // The copy includes what happened before the call.
            await library.host.audit.flush()
            let backup = try await library.host.library.backup()
            return Arguments(
                backup.database, backup.files,
                BackupDetails(
                    library: backup.identity, generation: backup.generation, files: backup.count, bytes: backup.bytes))
        }
    }

    private var openFiles: ServedMethod {
        adminGate.method(BackupInterface.openFiles) {
            Self.backUp($0.values.1.user)
        } serve: { library, arguments in
            let names = arguments.values.0
            guard names.count <= BackupInterface.filesOfCall else { throw Self.tooMany("OpenFiles") }
            return Arguments(try await library.host.library.storedFiles(names))
        }
    }

    private var finishBackup: ServedMethod {
        adminGate.method(BackupInterface.finishBackup) {
            Self.backUp($0.values.user)
        } serve: { library, _ in
            try await library.host.library.noteBackup(at: adminGate.services.clock.now())
            return Arguments()
        }
    }

    private var beginRestore: ServedMethod {
        adminGate.method(BackupInterface.beginRestore) {
            Self.restore($0.values.1.user, createsLibrary: true)
        } serve: { library, arguments in
            let (database, options) = arguments.values
            let restore = try await library.host.restoring.begin(by: library.connection.name) {
                do {
                    return try await library.host.library.restore(
                        database, replacing: options.replace, for: library.permit.client.id)
                } catch let refusal as RestoreRefusal {
                    if case .invalidDatabase(let reason) = refusal {
                        Journal.write(.warning, "A backup of user \(library.permit.user) is refused: \(reason)")
                    }
                    throw refusal
                }
            }
            let missing = try await restore.missing()
            return Arguments(
                missing.list, RestoreDetails(files: restore.count, bytes: restore.bytes, missing: missing.count))
        }
    }

    private var addFiles: ServedMethod {
        adminGate.method(BackupInterface.addFiles) {
            Self.restore($0.values.1.user)
        } serve: { library, arguments in
            let files = arguments.values.0
            guard files.count <= BackupInterface.filesOfCall else { throw Self.tooMany("AddFiles") }
            try await library.host.restoring.restore(of: library.connection.name).add(files)
            return Arguments()
        }
    }

    private var finishRestore: ServedMethod {
        adminGate.method(BackupInterface.finishRestore) {
            Self.restore($0.values.user)
        } serve: { library, _ in
            let now = adminGate.services.clock.now()
            try await library.host.restoring.restore(of: library.connection.name).finish(at: now)
            let host = try await adminGate.hosts.replace(library.host)
            host.signals.inboxChanged()
            host.audit.note("finish-restore", .allowed, AuditSubject(), by: library.permit.client)
            return Arguments()
        }
    }

    private var cancelRestore: ServedMethod {
        adminGate.method(BackupInterface.cancelRestore) {
            Self.restore($0.values.user)
        } serve: { library, _ in
            let restore = try library.host.restoring.restore(of: library.connection.name)
            try await restore.cancel()
            await library.host.restoring.end()
            return Arguments()
        }
    }

    private static func tooMany(_ member: String) -> WireError {
        .invalidArgument("\(member): a call takes at most \(BackupInterface.filesOfCall) files.")
    }
}
