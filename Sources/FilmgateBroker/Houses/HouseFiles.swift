internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// What may take its time, and so is done off the loop.
extension Houses {
    @concurrent static func library(of user: UInt32, in state: Folder, _ settings: Settings) async throws -> Library {
        try await Library.open(
            in: state.makingFolder(String(user)), user: user, capacity: settings.libraryBytes,
            fetchTime: settings.fetchTime)
    }

    /// Whether a user has a library; true also where that cannot be told, for whoever opens it then hears why.
    @concurrent static func hasLibrary(_ user: UInt32, in state: Folder) async -> Bool {
        do {
            _ = try state.folder(String(user)).file("library.sqlite3")
            return true
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
