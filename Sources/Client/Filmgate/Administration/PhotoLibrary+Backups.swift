import FilmgateDBus
public import FilmgateSystem
public import FilmgateWire

extension PhotoLibrary {
    /// Copies and restores the whole library, for its owner and administrators; everyone else gets `notAuthorized`.
    public var backups: Backups { Backups(link: link) }

    /// Copies the library while it is in use, and restores such a copy: `org.filmgate.Backup1`.
    public struct Backups: Sendable {
        let link: BrokerLink

        /// How many files a call can pass or return.
        public static let filesOfCall = BackupInterface.filesOfCall

        /// Begins a backup. Returns a copy of the database, the list of the files that it names, and their number.
        ///
        /// The list has a line `NAME SHA256 SIZE` for each file, in the order of the names.
        public func begin() async throws(PhotoLibraryError) -> (
            database: OwnedDescriptor, files: OwnedDescriptor, details: BackupDetails
        ) {
            try await link.call(BackupInterface.beginBackup, Arguments(link.userOption), timeLimit: .unlimited).values
        }

        /// Opens stored files. Files that no longer exist are missing.
        public func files(_ names: [String]) async throws(PhotoLibraryError) -> [String: OwnedDescriptor] {
            try await link.call(BackupInterface.openFiles, Arguments(names, link.userOption), timeLimit: .unlimited)
                .values
        }

        /// Records that a backup is complete.
        public func finish() async throws(PhotoLibraryError) {
            _ = try await link.call(BackupInterface.finishBackup, Arguments(link.userOption))
        }

        /// Begins a restoration.
        ///
        /// - Parameter replacing: whether a library that is not empty may be replaced.
        /// - Returns: the list of the files to pass to `add`.
        public func beginRestore(_ database: OwnedDescriptor, replacing: Bool) async throws(PhotoLibraryError) -> (
            missing: OwnedDescriptor, details: RestoreDetails
        ) {
            let options = RestoreOptions(user: link.userOption.user, replace: replacing)
            return try await link.call(
                BackupInterface.beginRestore, Arguments(database, options), timeLimit: .unlimited
            ).values
        }

        /// Passes files of the backup to the broker, at most `filesOfCall`.
        public func add(_ files: [String: OwnedDescriptor]) async throws(PhotoLibraryError) {
            _ = try await link.call(BackupInterface.addFiles, Arguments(files, link.userOption), timeLimit: .unlimited)
        }

        /// Replaces the library by the one that was restored.
        public func finishRestore() async throws(PhotoLibraryError) {
            _ = try await link.call(BackupInterface.finishRestore, Arguments(link.userOption), timeLimit: .unlimited)
        }

        /// Cancels a restoration, and removes the copied files.
        public func cancelRestore() async throws(PhotoLibraryError) {
            _ = try await link.call(BackupInterface.cancelRestore, Arguments(link.userOption), timeLimit: .unlimited)
        }
    }
}
