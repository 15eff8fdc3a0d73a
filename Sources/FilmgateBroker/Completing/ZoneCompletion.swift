internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem

/// Finds out what the clocks of photos and videos meant that were added when a date without a time zone was read as UTC: once, from one
/// file at a time, while no other file is read.
@BrokerActor final class ZoneCompletion {
    private let library: Library
    private let workers: WorkerPool
    private let clock: Clock
    private var work: Task<Void, Never>?
    private var isOver = false

    /// Assets whose dates are stored together.
    private static let slice = 20
    /// Between two files, so that a large library keeps no processor busy.
    private static let pause: Duration = .milliseconds(10)
    /// Between two looks whether other files are read.
    private static let patience: Duration = .milliseconds(200)

    init(of library: Library, by workers: WorkerPool, clock: Clock) {
        self.library = library
        self.workers = workers
        self.clock = clock
    }

    /// Starts, unless `end` was called. It goes on where it was interrupted.
    func begin() {
        guard work == nil, !isOver else { return }
        work = Task {
            do {
                while try await completeSlice() {}
            } catch is CancellationError {
            } catch {
                Journal.write(.error, "The time zones of earlier photos could not be found out: \(error)")
            }
        }
    }

    /// Stops. What is left is done after the next start.
    func end() async {
        isOver = true
        work?.cancel()
        await work?.value
    }

    /// - Returns: whether there may be more.
    private func completeSlice() async throws -> Bool {
        let assets = try await library.assetsWithoutZone(atMost: Self.slice)
        var examined: [Library.ExaminedAsset] = []
        for asset in assets { examined.append((asset, try await facts(of: asset), try await sidecar(of: asset))) }
        try await library.store(examined, at: clock.now())
        return !assets.isEmpty
    }

    /// Returns nil for a file that cannot be read.
    private func facts(of asset: AssetWithoutZone) async throws -> MediaFacts? {
        try await reading {
            try await workers.inspect(
                try await library.content(of: asset), for: owner(of: asset), takesDamaged: true)
        }
    }

    /// Returns nil for a sidecar that cannot be read, and if there is none.
    private func sidecar(of asset: AssetWithoutZone) async throws -> SidecarFacts? {
        guard asset.hasSidecar else { return nil }
        return try await reading {
            guard let content = try await library.sidecar(of: asset) else { return nil }
            return try await workers.sidecar(content, for: owner(of: asset))
        }
    }

    private func owner(of asset: AssetWithoutZone) -> JobOwner {
        JobOwner(user: library.user, client: asset.creator, keepsPlaceFree: true)
    }

    /// Reads a file while no other file is read.
    private func reading<Facts: Sendable>(_ read: @BrokerActor () async throws -> Facts?) async throws -> Facts? {
        try await Task.sleep(for: Self.pause)
        while !workers.isIdle { try await Task.sleep(for: Self.patience) }
        do {
            return try await read()
        } catch {
            switch error {
            case JobRefusal.invalidContent, JobRefusal.tooLarge, is Errno: return nil
            case JobRefusal.cancelled: throw CancellationError()
            default: throw error
            }
        }
    }
}
