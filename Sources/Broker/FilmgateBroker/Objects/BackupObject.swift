import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Serves `org.filmgate.Backup1`.
@BrokerActor struct BackupObject {
    let adminGate: AdminGate

    var interface: ServedInterface {
        ServedInterface(
            root: BackupInterface.self,
            [beginBackup, openFiles, finishBackup, beginRestore, addFiles, finishRestore, cancelRestore])
    }

    private static func backUp(_ user: UInt32?) -> AdminRequest {
        AdminRequest(user: user) { "copy the whole photo library of \($0)" }
    }

    /// - Parameter createsLibrary: whether the request creates a library for a user that has none.
    private static func restore(_ user: UInt32?, createsLibrary: Bool = false, replaces: Bool = false) -> AdminRequest {
        AdminRequest(user: user, createsLibrary: createsLibrary, replacesLibrary: replaces) {
            "replace the photo library of \($0) by a backup"
        }
    }

    private var beginBackup: ServedMethod {
        adminGate.method(BackupInterface.beginBackup) {
            Self.backUp($0.values.user)
        } serve: { library, _ in
            // The backup must include the audit entries of all earlier calls.
            await library.core.audit.flush()
            let backup = try await library.core.library.backup()
            return MessageArguments(
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
            return MessageArguments(try await library.core.library.storedFiles(names))
        }
    }

    private var finishBackup: ServedMethod {
        adminGate.method(BackupInterface.finishBackup) {
            Self.backUp($0.values.user)
        } serve: { library, _ in
            try await library.core.library.noteBackup(at: adminGate.services.clock.now())
            return MessageArguments()
        }
    }

    private var beginRestore: ServedMethod {
        adminGate.method(BackupInterface.beginRestore) {
            Self.restore($0.values.1.user, createsLibrary: true, replaces: $0.values.1.replace)
        } serve: { library, arguments in
            let (database, options) = arguments.values
            let restore = try await library.host.restoring.begin(by: library.connection.name) {
                do {
                    return try await library.core.library.restore(
                        database, replacing: options.replace, for: library.permit.client.id,
                        seeing: library.permit.visibility, at: adminGate.services.clock.now())
                } catch let refusal as RestoreRefusal {
                    if case .invalidDatabase(let reason) = refusal {
                        Journal.write(.warning, "A backup of user \(library.permit.user) is refused: \(reason)")
                    }
                    throw refusal
                }
            }
            do { try await authorizeRise(restore, in: library) } catch {
                await library.host.restoring.end(restore)
                throw error
            }
            let missing = try await restore.missing()
            return MessageArguments(
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
            return MessageArguments()
        }
    }

    private var finishRestore: ServedMethod {
        adminGate.method(BackupInterface.finishRestore) {
            Self.restore($0.values.user)
        } serve: { library, _ in
            let now = adminGate.services.clock.now()
            let (restoring, grantTable) = (library.host.restoring, library.core.grants)
            let restore = try restoring.restore(of: library.connection.name)
            try await restore.checkComplete()
            try await authorizeRise(restore, in: library)
            let approved = try restoring.take(restore)
            let host: LibraryHost
            do {
                host = try await adminGate.hosts.replace(library.host) {
                    do {
                        // Grants may have changed since the request to the authority.
                        guard approved.includes(try await restore.clientsWithMore(than: grantTable, at: now)) else {
                            throw WireError.busy("What apps may do has changed meanwhile; restore the backup again.")
                        }
                        try await restore.finish(at: now)
                    } catch {
                        await restore.suspend()
                        throw error
                    }
                }
            } catch {
                // `replace` can also throw an error before it calls the closure.
                await restore.suspend()
                throw error
            }
            host.core.signals.inboxChanged()
            host.core.audit.note("finish-restore", .allowed, AuditSubject(), by: library.permit.client)
            return MessageArguments()
        }
    }

    private var cancelRestore: ServedMethod {
        adminGate.method(BackupInterface.cancelRestore) {
            Self.restore($0.values.user)
        } serve: { library, _ in
            let restore = try library.host.restoring.restore(of: library.connection.name)
            try await restore.cancel()
            await library.host.restoring.end(restore)
            return MessageArguments()
        }
    }

    /// Asks for the authorization that a change of grants needs, if the restored library would extend clients' access.
    private func authorizeRise(_ restore: LibraryRestore, in library: AdministeredLibrary) async throws {
        let rising = try await restore.clientsWithMore(
            than: library.core.grants, at: adminGate.services.clock.now())
        guard try !library.host.restoring.isApproved(rising, for: restore) else { return }
        try await adminGate.authorize(
            .extend, Self.request(for: rising, on: library.permit.user), library.call)
        try library.host.restoring.approve(rising, for: restore)
    }

    /// Returns the request to the authority. It names each client with its level, the highest levels first.
    private static func request(for rising: [ClientID: Level], on user: UInt32) -> AdminRequest {
        let order: [Level] = [.full, .limited, .addOnly]
        let rows = rising.map { client, level in
            (place: order.firstIndex(of: level) ?? order.count, name: client.quoted, level: level)
        }.sorted { ($0.place, $0.name) < ($1.place, $1.name) }
        let names = rows.map { "'\($0.level.rawValue)' for \($0.name)" }
        let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
        return AdminRequest(
            user: user, client: rising.count == 1 ? rising.keys.first : nil, level: rows.first?.level
        ) { "restore access to the photos of \($0) from a backup: \(shown)" }
    }

    private static func tooMany(_ member: String) -> WireError {
        .invalidArgument("\(member): a call takes at most \(BackupInterface.filesOfCall) files.")
    }
}
