internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// What may take its time, and so is done off the loop.
extension LibraryHosts {
    @concurrent static func library(of user: UInt32, in state: Folder, _ settings: Settings) async throws -> Library {
        try await Library.open(
            in: state.makingFolder(String(user)), user: user, capacity: settings.libraryBytes,
            fetchTime: settings.fetchTime)
    }

    /// Whether a user has a library; true also where that cannot be told, for whoever opens it then hears why.
    ///
    /// The database is looked at and not opened: closing it again would take SQLite's locks from whoever has it in this process.
    @concurrent static func hasLibrary(_ user: UInt32, in state: Folder) async -> Bool {
        do {
            return try state.folder(String(user)).names().contains("library.sqlite3")
        } catch {
            return error != .noEntry
        }
    }

    @concurrent static func giveBackMemory() async { FilmgateSystem.giveBackMemory() }

    /// - Throws: `notFound` for a number that no user of this computer has.
    @concurrent static func checkExistence(of user: UInt32) async throws {
        guard try loginName(of: user) != nil else {
            throw WireError.notFound("There is no user \(user) on this computer.")
        }
    }
}
