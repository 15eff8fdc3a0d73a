internal import FilmgateModel
internal import FilmgateSQLite
public import FilmgateSystem
internal import Synchronization

/// One user's photo library: a folder with the database and the stored files, held by one process at a time.
///
/// Everything that reads for a client takes the client's `Visibility`. Calls may come from anywhere and at once: reads run on
/// one connection and queue, changes on another, copies on threads of their own.
public final class Library: Sendable {
    public let user: UInt32
    let folder: Folder
    let database: DatabasePool
    let originals: Originals
    let copies: CopyPool
    let staged = StagedBytes()
    let inspector: Inspector
    let removal = FileRemoval()
    let orders: OrderCache
    let cache = SnapshotCache()
    let momentShelf = MomentCache()
    let connectionsHolding: Mutex<Set<String>>
    let watchers = Mutex<[@Sendable () -> Void]>([])
    /// What all stored files may take together, in bytes; nil where nothing but the disk bounds it.
    public let capacity: UInt64?
    /// What a fetch may take.
    let fetchTime: Duration
    private let tokenSeal = Mutex<TokenSeal?>(nil)
    private let departed = Atomic<UInt64>(0)
    private let lock: Mutex<OwnedDescriptor?>

    /// Opens the library of a user in a folder of its own, and makes what is missing there. It takes the same time however
    /// much it holds; a process that holds it and is about to end is waited for.
    ///
    /// - Parameters:
    ///   - capacity: what all stored files may take together, in bytes; nil where nothing but the disk bounds it.
    ///   - fetchTime: after which a fetch that takes long is given up.
    ///   - patience: how long a process that holds it may take to die.
    /// - Throws: `LibraryInUse`, `UnknownSchema`, and failures.
    public static func open(
        in folder: Folder, user: UInt32, copyThreads: Int = 2, capacity: UInt64? = nil,
        fetchTime: Duration = .seconds(5), patience: Duration = .seconds(3)
    ) async throws -> Library {
        guard let lock = try await folder.lock("lock", within: patience) else { throw LibraryInUse() }
        let library = try Library(
            in: folder, user: user, lock, copyThreads: copyThreads, capacity: capacity, fetchTime: fetchTime)
        try await SmartIndex.bring(into: library.database)
        try await library.database.read { database in
            let connections = try database.connectionsHolding()
            library.connectionsHolding.withLock { $0 = Set(connections) }
            let seal = TokenSeal(secret: try database.secret())
            library.tokenSeal.withLock { $0 = seal }
        }
        return library
    }

    private init(
        in folder: Folder, user: UInt32, _ lock: OwnedDescriptor, copyThreads: Int, capacity: UInt64?,
        fetchTime: Duration
    ) throws {
        self.user = user
        self.capacity = capacity
        self.fetchTime = fetchTime
        self.folder = folder
        self.lock = Mutex(lock)
        try folder.makeFile("library.sqlite3")
        originals = try Originals(in: folder)
        database = try DatabasePool(
            path: folder.path(of: "library.sqlite3"), named: "library", migrations: Schema.migrations,
            functions: [.like])
        orders = OrderCache(writes: database.writes)
        copies = CopyPool(width: copyThreads)
        connectionsHolding = Mutex([])
        inspector = Inspector(database: database, originals: originals)
    }

    /// Removes stored files that no row names: what a batch left behind that was cut short. Copies and batches may run meanwhile.
    public func sweep() async throws { try await inspector.sweep() }

    /// Ends all use of the database, and lets others have the library: what still goes on in it fails.
    public func close() async {
        await database.close()
        lock.withLock { $0 = nil }
    }

    /// Changes whenever something may have become invisible to somebody, and seldom else: while it stands still, an open result
    /// holds nothing that may be seen no more.
    public var visibilityEpoch: UInt64 { departed.load(ordering: .acquiring) }

    /// Says that something may have become invisible to somebody by what the store does not know, as a policy.
    public func noteDeparture() { departed.add(1, ordering: .acquiringAndReleasing) }

    /// What makes tokens out of positions.
    var seal: TokenSeal {
        tokenSeal.withLock { seal in
            guard let seal else { preconditionFailure("a library that is open has its secret") }
            return seal
        }
    }

    /// The counts of the whole library, kept and not counted; for its owner and administrators.
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

/// Another process holds the library.
public struct LibraryInUse: Error, Hashable, Sendable {
    public init() {}
}

/// What a library holds.
public struct LibraryCounts: Hashable, Sendable {
    /// Outside the trash, hidden ones included.
    public var assets: UInt32
    /// Of these, the hidden ones.
    public var hidden: UInt32
    public var trashed: UInt32
    /// Stored files, those of trashed assets included, and their bytes.
    public var resources: UInt32
    public var bytes: UInt64

    public init(assets: UInt32, hidden: UInt32, trashed: UInt32, resources: UInt32, bytes: UInt64) {
        self.assets = assets
        self.hidden = hidden
        self.trashed = trashed
        self.resources = resources
        self.bytes = bytes
    }
}
