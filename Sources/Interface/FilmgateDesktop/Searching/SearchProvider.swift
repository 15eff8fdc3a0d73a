public import Filmgate
public import FilmgateDBus
public import FilmgateModel
import FilmgateText
import Glibc
import Synchronization

/// Answers the searches of the desktop's shells: GNOME Shell (`org.gnome.Shell.SearchProvider2`) and KRunner
/// (`org.kde.krunner1`).
public struct SearchProvider: Sendable {
    public static let name: BusName = "org.filmgate.SearchProvider"
    public static let path: ObjectPath = "/org/filmgate/SearchProvider"
    /// The paths of the programs that may search, unless the configuration names others.
    public static let usualShells = ["/usr/bin/gnome-shell", "/usr/bin/krunner", "/usr/bin/plasmashell"]

    /// The identifier of the result that asks for the person's password. It is the only result while the broker
    /// requires the password, which happens only on the system bus.
    static let unlock = "unlock"

    let check: ShellVerifier
    let lock: ScreenLock
    let finder: PhotoFinder
    private let pictures: PictureCache<[UInt8]>
    private let pixels: PictureCache<PhotoFinder.Pixels>
    /// The time limit for reading the pictures of results.
    private let pictureTime: Duration
    let permission: PasswordPermission
    /// Called with each error of the library.
    let failed: @Sendable (any Error) -> Void
    let open: @Sendable (AssetID?) -> Void

    private init(
        _ check: ShellVerifier, _ lock: ScreenLock, _ finder: PhotoFinder, _ permission: PasswordPermission,
        pictureTime: Duration, failed: @escaping @Sendable (any Error) -> Void,
        open: @escaping @Sendable (AssetID?) -> Void
    ) {
        (self.check, self.lock, self.finder, self.permission) = (check, lock, finder, permission)
        (self.pictureTime, self.failed, self.open) = (pictureTime, failed, open)
        pictures = PictureCache { await finder.picture(of: $0) }
        pixels = PictureCache { await finder.pixels(of: $0) }
    }

    /// Serves searches on a connection to the session bus. The connection must not serve anything else.
    ///
    /// - Parameters:
    ///   - system: the system bus, whose logind reports whether the screen is locked; nil if there is none.
    ///   - broker: the bus of the broker, to which the provider opens its own connection. The broker's configuration
    ///     must list this program in `[owner] tools`.
    ///   - shells: the paths of the programs that may search.
    ///   - failed: called with each error of the library.
    ///   - pictureTime: the time limit for reading pictures. Later pictures appear in the next search.
    ///   - open: called to show a photo in the library's window, or the whole library if its argument is nil.
    /// - Throws: `NameTaken` if another program already owns the bus name; errors of the connections.
    public static func serve(
        on session: Connection, system: Connection?, broker: PhotoLibrary.Bus, shells: [String] = usualShells,
        pictureTime: Duration = .milliseconds(80), failed: @escaping @Sendable (any Error) -> Void,
        open: @escaping @Sendable (AssetID?) -> Void
    ) async throws {
        let permission = PasswordPermission()
        let library = try await PhotoLibrary.connect(to: broker, authenticate: { permission.isAllowed })
        let provider = SearchProvider(
            ShellVerifier(session: session, executables: shells, user: geteuid()),
            ScreenLock(session: session, system: system), PhotoFinder(library: library), permission,
            pictureTime: pictureTime, failed: failed, open: open)
        await session.serve(SearchObjects(provider: provider), limits: ServiceLimits(callsInFlight: 8))
        try await session.requestName(name)
    }

    /// - Throws: `accessDenied` if the caller is not a shell, or cannot be identified.
    func checkCaller(_ call: MethodCall) async throws {
        guard await check.isShell(call.sender) else {
            throw ErrorReply.accessDenied("Only the desktop's shell may search the photos.")
        }
    }

    /// Returns the identifiers of the results for a search; an empty array while the screen is locked.
    func results(_ words: [String]) async -> [String] {
        guard await !lock.isLocked else { return [] }
        do {
            let photos = try await finder.photos(words)
            // The screen may have been locked meanwhile.
            return await lock.isLocked ? [] : photos.map(\.description)
        } catch PhotoLibraryError.interactionRequired {
            return [Self.unlock]
        } catch {
            failed(error)
            return []
        }
    }

    /// Returns one description for each identifier. It has no text while the screen is locked, or after 64 photos.
    func descriptions(_ ids: [String]) async -> [SearchDescription] {
        guard await !lock.isLocked else { return ids.map { SearchDescription(id: $0) } }
        let assets = ids.prefix(Self.mostDescriptions).compactMap { AssetID($0) }
        let found = await described(assets)
        return ids.map { id in
            if id == Self.unlock {
                return SearchDescription(
                    id: id, title: localized("Search your photos"),
                    details: localized("Asks for your password once for this session."))
            }
            return SearchDescription(id: id, photo: AssetID(id).flatMap { found[$0] })
        }
    }

    /// Returns an empty dictionary if the photos cannot be read. The results then have no titles.
    private func described(_ assets: [AssetID]) async -> [AssetID: FoundPhoto] {
        do { return try await finder.describe(assets) } catch {
            failed(error)
            return [:]
        }
    }

    static let mostDescriptions = 64

    /// Returns small pictures of results as JPEGs.
    func pictures(of results: [SearchDescription]) async -> [AssetID: [UInt8]] {
        await pictures.pictures(of: Set(results.compactMap(\.asset)), within: pictureTime)
    }

    /// Returns small pictures of results as pixels.
    func pixels(of results: [SearchDescription]) async -> [AssetID: PhotoFinder.Pixels] {
        await pixels.pictures(of: Set(results.compactMap(\.asset)), within: pictureTime)
    }

    /// Opens a result's photo, or asks for the password for `unlock`. Does nothing while the screen is locked.
    func activate(_ id: String) async {
        guard await !lock.isLocked else { return }
        if id == Self.unlock {
            await permission.allow { _ = try await finder.photos([" ", "photo"]) }
        } else if let asset = AssetID(id) {
            open(asset)
        }
    }
}

/// The title and the details that a shell shows for one result.
struct SearchDescription: Sendable {
    let id: String
    let title: String
    let details: String
    /// Nil if the result is not a photo that may be shown.
    let asset: AssetID?

    init(id: String, title: String = "", details: String = "") {
        (self.id, self.title, self.details, asset) = (id, title, details, nil)
    }

    init(id: String, photo: FoundPhoto?) {
        (self.id, title, details, asset) = (id, photo?.title ?? "", photo?.details ?? "", photo?.id)
    }
}

/// Whether calls to the library may ask the person for their password: only while `allow` runs, after the person has
/// activated the result `unlock`. Searches must not ask.
final class PasswordPermission: Sendable {
    private let isChosen = Atomic(false)

    var isAllowed: Bool { isChosen.load(ordering: .relaxed) }

    func allow(_ body: () async throws -> Void) async {
        guard !isChosen.exchange(true, ordering: .relaxed) else { return }
        do { try await body() } catch {}  // The next search returns `unlock` again.
        isChosen.store(false, ordering: .relaxed)
    }
}
