import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateTimeZones
import FilmgateWire

/// Slow operations, which run outside the event loop.
extension LibraryHosts {
    @concurrent static func library(
        of user: UInt32, in stateFolder: Directory, _ settings: Settings, _ environment: BrokerEnvironment
    ) async throws -> Library {
        // The configuration was checked, but the computer's time zone data may lack the zone by now.
        let zone = settings.timeZone.flatMap(TimeZoneRules.init(named:)) ?? .ofThisProcess()
        let library = try await Library.open(
            in: stateFolder.makingDirectory(String(user)), user: user, capacity: settings.libraryBytes,
            imageCache: settings.imageCacheBytes, towns: settings.towns, timeZone: zone,
            fetchTime: settings.fetchTime, makesView: environment.makesViews)
        if let reason = library.townsFailure {
            Journal.write(.warning, "Places get no names: the file '\(settings.towns ?? "")' cannot be used: \(reason)")
        }
        return library
    }

    @concurrent static func setAside(_ user: UInt32, in stateFolder: Directory, at now: Timestamp) async throws {
        if let reason = try await Library.setAside(in: stateFolder.makingDirectory(String(user)), at: now) {
            Journal.write(
                .warning, "The decisions of administrators in the damaged library of user \(user) are lost: \(reason)")
        }
    }

    /// Returns whether a user has a library; true if the folder cannot be read, so that opening it throws the reason.
    ///
    /// Does not open the database: closing it would release the locks that SQLite holds on it in this process.
    @concurrent static func hasLibrary(_ user: UInt32, in stateFolder: Directory) async -> Bool {
        do {
            return try stateFolder.directory(String(user)).names().contains("library.sqlite3")
        } catch {
            return error != .noEntry
        }
    }

    @concurrent static func trimMemory() async { FilmgateSystem.trimMemory() }

    /// - Throws: `notFound` if this computer does not have the user.
    @concurrent static func checkExistence(of user: UInt32) async throws {
        guard try loginName(of: user) != nil else {
            throw WireError.notFound("There is no user \(user) on this computer.")
        }
    }
}
