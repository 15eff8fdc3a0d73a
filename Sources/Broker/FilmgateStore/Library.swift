import FilmgateSQLite
public import FilmgateSystem
public import FilmgateTimeZones
import Synchronization

/// A user's photo library: a folder with the database and the stored files, locked by one process at a time.
///
/// Every read for a client takes the client's `Visibility`. All methods can be called concurrently: reads and changes
/// run on queues that each have a connection, copies on separate threads.
public final class Library: Sendable {
    public let user: UInt32
    let folder: Directory
    let database: DatabasePool
    let originals: Originals
    /// Whether clients get copies in memory: because clients run as the owner of the files, and this process may not
    /// make a read-only view of the folder, clients could make the files writable.
    public let handsOutCopies: Bool
    let images: ImageCache
    let copies: CopyPool
    let staged = StagedByteCounter()
    let inspector: Inspector
    let removal = FileRemover()
    let orders: OrderCache
    let cache = SnapshotCache()
    /// The resolver that converts a camera's clock to a date, and looks up towns.
    let zones: TimeZoneResolver
    /// The reason why places get no names although a file of towns exists; nil if there is no failure.
    public let townsFailure: Errno?
    let momentCache = MomentCache()
    let connectionsHolding: Mutex<Set<String>>
    let watchers = Mutex<[@Sendable () -> Void]>([])
    /// The limit for all stored files together, in bytes; nil if only the disk limits them.
    public let capacity: UInt64?
    /// The time limit for slow fetches.
    let fetchTime: Duration
    private let tokenSeal = Mutex<TokenCipher?>(nil)
    private let departed = Atomic<UInt64>(0)
    private let lock: Mutex<OwnedDescriptor?>

    /// Opens a user's library, and creates it if it is missing. The time that this takes does not depend on the
    /// library's size. Waits for a process that still has the library open and is about to end.
    ///
    /// - Parameters:
    ///   - folder: a folder for this library alone.
    ///   - capacity: the limit for all stored files together, in bytes; nil if only the disk limits them.
    ///   - imageCache: the limit for the cached images, in bytes.
    ///   - towns: the path of the file of towns, which gives places their names; nil means no names.
    ///   - timeZone: the time zone of cameras that record neither their zone nor their location.
    ///   - fetchTime: the time limit for slow fetches.
    ///   - waitTime: how long to wait for a process that has the library open.
    ///   - makesView: whether to make a read-only view of the folder if clients run as the files' owner.
    /// - Throws: `LibraryInUse`, `UnknownSchema`, and failures.
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
        try await SmartIndex.update(in: library.database)
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
        // If this process may not make a view, clients get copies.
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
        inspector = Inspector(database: database, originals: originals)
    }

    /// Removes stored files without a row, which interrupted batches leave. Copies and batches can run meanwhile.
    public func sweep() async throws { try await inspector.sweep() }

    /// Closes the database and releases the lock. Operations that are still running fail.
    public func close() async {
        await images.close()
        await database.close()
        lock.withLock { $0 = nil }
    }

    /// A number that changes whenever an asset may have become invisible to a client. While the value stays the same,
    /// every asset of an open result stays visible to its client.
    public var visibilityEpoch: UInt64 { departed.load(ordering: .acquiring) }

    /// Records that assets may have become invisible to a client for a reason outside the store, such as a policy.
    public func noteVisibilityLoss() { departed.add(1, ordering: .acquiringAndReleasing) }

    /// The cipher that converts positions to tokens and back.
    var seal: TokenCipher {
        tokenSeal.withLock { seal in
            guard let seal else { preconditionFailure("a library that is open has its secret") }
            return seal
        }
    }

    /// Returns the stored counts of the whole library, for its owner and administrators.
    public func summary() async throws -> LibraryCounts {
        try await database.read { database in
            let counts = try database.first("SELECT assets, hidden, trashed, resources, bytes FROM library") {
                LibraryCounts(
                    assets: UInt32(clamping: $0.integer(0)), hidden: UInt32(clamping: $0.integer(1)),
                    trashed: UInt32(clamping: $0.integer(2)), resources: UInt32(clamping: $0.integer(3)),
                    bytes: UInt64(clamping: $0.integer(4)))
            }
            guard let counts else { throw DamagedRow(table: "library") }
            return counts
        }
    }
}

/// Thrown if another process has the library open.
public struct LibraryInUse: Error, Hashable, Sendable {
    public init() {}
}

/// The counts of a library's assets and stored files, and their sizes.
public struct LibraryCounts: Hashable, Sendable {
    /// The number of assets outside the trash, including hidden ones.
    public var assets: UInt32
    /// The number of hidden assets among `assets`.
    public var hidden: UInt32
    public var trashed: UInt32
    /// The number of stored files, including those of trashed assets.
    public var resources: UInt32
    public var bytes: UInt64
}
