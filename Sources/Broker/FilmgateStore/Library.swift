import FilmgateSQLite
public import FilmgateSystem
public import FilmgateTimeZones
import Synchronization

/// A user's photo library: a folder with a database and stored files. Only one process can have the library open.
///
/// Each read for a client takes the client's `Visibility`. All methods can be called concurrently. Each database
/// connection has its own queue, and copies run on separate threads.
public final class Library: Sendable {
    public let user: UInt32
    let folder: Directory
    let database: DatabasePool
    let originals: Originals
    /// Whether clients get copies in memory. They do if they run as the files' owner, who could make the files
    /// writable, and this process cannot mount the folder read-only.
    public let handsOutCopies: Bool
    let images: ImageCache
    let copies: CopyPool
    let staged = StagedByteCounter()
    let inspector: LibraryVerifier
    let removal = FileRemover()
    let orders: OrderCache
    let cache = SnapshotCache()
    /// Converts a camera's local time to a date, and finds the names of places.
    let zones: TimeZoneResolver
    /// The reason why the file of towns cannot be read, or nil if it was read or does not exist.
    public let townsFailure: Errno?
    let momentCache = MomentCache()
    let connectionsHolding: Mutex<Set<String>>
    let watchers = Mutex<[@Sendable () -> Void]>([])
    /// The limit for the total size of all stored files, in bytes, or nil if only the disk limits it.
    public let capacity: UInt64?
    let fetchTime: Duration
    private let tokenSeal = Mutex<TokenCipher?>(nil)
    private let departed = Atomic<UInt64>(0)
    private let lock: Mutex<OwnedDescriptor?>

    /// Opens a user's library. Creates the library if it is missing. If a process that is about to end still has the
    /// library open, waits for this process. The required time does not depend on the size of the library.
    ///
    /// - Parameters:
    ///   - folder: the folder of the library, which must contain nothing else.
    ///   - capacity: the limit for the total size of all stored files, in bytes, or nil if only the disk limits it.
    ///   - imageCache: the limit for the total size of the cached images, in bytes.
    ///   - towns: the path of the file of towns, or nil. Without the file, places have no names.
    ///   - timeZone: the time zone to assume for cameras that record neither a time zone nor a location.
    ///   - fetchTime: the time limit for a slow fetch.
    ///   - waitTime: the maximum time to wait for another process.
    ///   - makesView: whether to mount the folder read-only if clients run as the files' owner.
    /// - Throws: `LibraryInUse`, `UnknownSchema`, and an error of the database or the disk.
    public static func open(
        in folder: Directory, user: UInt32, copyThreads: Int = 2, capacity: UInt64? = nil,
        imageCache: UInt64 = 1 << 30, towns: String? = nil, timeZone: TimeZoneRules = .utc(),
        fetchTime: Duration = .seconds(5), waitTime: Duration = .seconds(3), makesView: Bool = true
    ) async throws -> Library {
        guard let lock = try await folder.lock("lock", within: waitTime) else { throw LibraryInUse() }
        try RestoredLibraryInstaller.install(in: folder)
        let (towns, townsFailure) = TownIndex.read(towns)
        let library = try Library(
            in: folder, user: user, lock, copyThreads: copyThreads, capacity: capacity, imageCache: imageCache,
            zones: TimeZoneResolver(home: timeZone, towns: towns), townsFailure: townsFailure, fetchTime: fetchTime,
            makesView: makesView)
        try await SmartAlbumIndex.update(in: library.database)
        try await library.database.read { database in
            let connections = try database.connectionsHolding()
            library.connectionsHolding.withLock { $0 = Set(connections) }
            let seal = TokenCipher(secret: try database.secret())
            library.tokenSeal.withLock { $0 = seal }
        }
        return library
    }

    private init(
        in folder: Directory, user: UInt32, _ lock: OwnedDescriptor, copyThreads: Int, capacity: UInt64?,
        imageCache: UInt64, zones: TimeZoneResolver, townsFailure: Errno?, fetchTime: Duration, makesView: Bool
    ) throws {
        self.user = user
        self.capacity = capacity
        self.zones = zones
        self.townsFailure = townsFailure
        self.fetchTime = fetchTime
        self.folder = folder
        self.lock = Mutex(lock)
        try folder.makeFile("library.sqlite3")
        _ = try folder.makingDirectory("originals")
        let isOwnersProcess = try folder.descriptor.facts().owner == user
        // Without a read-only mount, clients get copies.
        let view = try? (isOwnersProcess && makesView ? folder.readOnlyView() : nil)
        handsOutCopies = isOwnersProcess && view == nil
        originals = try Originals(in: folder, readingThrough: view, belongToClients: isOwnersProcess)
        images = ImageCache(in: folder, readingThrough: view, limit: imageCache)
        database = try DatabasePool(
            path: folder.path(of: "library.sqlite3"), named: "library", migrations: Schema.migrations,
            functions: [.like])
        orders = OrderCache(writes: database.writes)
        copies = CopyPool(width: copyThreads)
        connectionsHolding = Mutex([])
        inspector = LibraryVerifier(database: database, originals: originals)
    }

    /// Removes stored files without rows, which interrupted batches leave behind. Other operations can run meanwhile.
    public func sweep() async throws { try await inspector.sweep() }

    /// Closes the database and releases the lock. Running operations fail.
    public func close() async {
        await images.close()
        await database.close()
        lock.withLock { $0 = nil }
    }

    /// A number that changes whenever an asset may have become invisible to a client. While the number stays the same,
    /// all assets in a client's open results remain visible to that client.
    public var visibilityEpoch: UInt64 { departed.load(ordering: .acquiring) }

    /// Records that assets may have become invisible to a client, also for reasons outside the store, such as a policy.
    public func noteVisibilityLoss() { departed.add(1, ordering: .acquiringAndReleasing) }

    var seal: TokenCipher {
        tokenSeal.withLock { seal in
            guard let seal else { preconditionFailure("a library that is open has its secret") }
            return seal
        }
    }

    /// Returns the stored counts of the whole library, for the owner and administrators.
    public func summary() async throws -> LibraryCounts {
        try await database.read { database in
            let counts = try database.first("SELECT assets, hidden, trashed, resources, bytes FROM library") {
                LibraryCounts(
                    assets: UInt32(clamping: $0.integer(0)), hidden: UInt32(clamping: $0.integer(1)),
                    trashed: UInt32(clamping: $0.integer(2)), resources: UInt32(clamping: $0.integer(3)),
                    bytes: UInt64(clamping: $0.integer(4)))
            }
            guard let counts else { throw CorruptRowError(table: "library") }
            return counts
        }
    }
}

/// An error for a library that another process has open.
public struct LibraryInUse: Error, Hashable, Sendable {
    public init() {}
}

/// The numbers of assets and stored files in a library, and the total size of the files.
public struct LibraryCounts: Hashable, Sendable {
    /// The number of assets outside the trash, including hidden assets.
    public var assets: UInt32
    /// The number of hidden assets outside the trash.
    public var hidden: UInt32
    public var trashed: UInt32
    /// The number of stored files, including the files of trashed assets.
    public var resources: UInt32
    public var bytes: UInt64
}
