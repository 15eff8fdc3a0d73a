import FilmgateDBus
public import FilmgateSystem
public import FilmgateWire

extension PhotoLibrary {
    /// Backups of the whole library, for its owner and administrators. Others get `notAuthorized`.
    public var backups: Backups { Backups(link: link) }

    /// The methods that back up the library while it is in use, and restore backups: `org.filmgate.Backup1`.
    public struct Backups: Sendable {
        let link: BrokerLink

        /// The maximum number of files that one call can pass or return.
        public static let filesOfCall = BackupInterface.filesOfCall

        /// Begins a backup. Returns a copy of the database, the list of the files that the database refers to, and
        /// details.
        ///
        /// The list has a line `NAME SHA256 SIZE` for each file, sorted by name.
        public func begin() async throws(PhotoLibraryError) -> (
            database: OwnedDescriptor, files: OwnedDescriptor, details: BackupDetails
        ) {
            try await link.call(BackupInterface.beginBackup, MessageArguments(link.userOption), timeLimit: .unlimited)
                .values
        }

        /// Opens stored files by name. The result omits files that no longer exist.
        public func files(_ names: [String]) async throws(PhotoLibraryError) -> [String: OwnedDescriptor] {
            try await link.call(
                BackupInterface.openFiles, MessageArguments(names, link.userOption), timeLimit: .unlimited
            )
            .values
        }

        /// Records that a backup is complete.
        public func finish() async throws(PhotoLibraryError) {
            _ = try await link.call(BackupInterface.finishBackup, MessageArguments(link.userOption))
        }

        /// Begins a restoration.
        ///
        /// - Parameter replacing: whether a library that is not empty may be replaced.
        /// - Returns: the list of the files to pass to `add`, and details.
        public func beginRestore(_ database: OwnedDescriptor, replacing: Bool) async throws(PhotoLibraryError) -> (
            missing: OwnedDescriptor, details: RestoreDetails
        ) {
            let options = RestoreOptions(user: link.userOption.user, replace: replacing)
            return try await link.call(
                BackupInterface.beginRestore, MessageArguments(database, options), timeLimit: .unlimited
            ).values
        }

        /// Passes at most `filesOfCall` files of the backup to the broker.
        public func add(_ files: [String: OwnedDescriptor]) async throws(PhotoLibraryError) {
            _ = try await link.call(
                BackupInterface.addFiles, MessageArguments(files, link.userOption), timeLimit: .unlimited)
        }

        /// Replaces the library with the restored one.
        public func finishRestore() async throws(PhotoLibraryError) {
            _ = try await link.call(
                BackupInterface.finishRestore, MessageArguments(link.userOption), timeLimit: .unlimited)
        }

        /// Cancels a restoration, and removes the copied files.
        public func cancelRestore() async throws(PhotoLibraryError) {
            _ = try await link.call(
                BackupInterface.cancelRestore, MessageArguments(link.userOption), timeLimit: .unlimited)
        }
    }
}
