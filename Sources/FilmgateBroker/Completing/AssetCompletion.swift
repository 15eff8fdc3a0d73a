internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem

/// Completes what earlier photos and videos lack, a slice of them at a time, the latest first. It goes on where it was interrupted.
@BrokerActor final class AssetCompletion {
    private let failure: String
    private let completeSlice: @BrokerActor () async throws -> Bool
    private var work: Task<Void, Never>?
    private var isOver = false

    /// - Parameters:
    ///   - failure: what the journal says if it fails.
    ///   - completeSlice: returns whether there may be more.
    private init(_ failure: String, completeSlice: @escaping @BrokerActor () async throws -> Bool) {
        self.failure = failure
        self.completeSlice = completeSlice
    }

    /// Starts, unless `end` was called.
    func begin() {
        guard work == nil, !isOver else { return }
        work = Task {
            do {
                while try await completeSlice() {}
            } catch is CancellationError {
            } catch {
                Journal.write(.error, "\(failure): \(error)")
            }
        }
    }

    /// Stops. What is left is done after the next start.
    func end() async {
        isOver = true
        work?.cancel()
        await work?.value
    }
}

extension AssetCompletion {
    /// Assets whose files are read before what they tell is stored.
    private static let slice = 20
    /// Between two files, so that a large library keeps no processor busy.
    private static let pause: Duration = .milliseconds(10)
    /// Between two looks whether other files are read.
    private static let patience: Duration = .milliseconds(200)
    /// Assets whose places are named together.
    private static let placeSlice = 100
    /// Between two slices, so that other changes need not wait.
    private static let placePause: Duration = .milliseconds(20)

    /// Reads the lenses of assets that were added before the library kept them.
    static func lenses(of library: Library, by workers: WorkerPool, clock: Clock) -> AssetCompletion {
        AssetCompletion("The lenses of earlier photos could not be read") {
            let assets = try await library.assetsWithoutLens(atMost: slice)
            var lenses: [(asset: AssetWithoutLens, lens: String?)] = []
            for asset in assets {
                let owner = JobOwner(user: library.user, client: asset.creator, keepsPlaceFree: true)
                let facts: MediaFacts? = try await reading(by: workers) {
                    try await workers.inspect(try await library.content(of: asset), for: owner)
                }
                lenses.append((asset, facts?.lensModel))
            }
            try await library.store(lenses, at: clock.now())
            return !assets.isEmpty
        }
    }

    /// Finds out what the clocks of assets meant that were added when a date without a time zone was read as UTC.
    static func zones(of library: Library, by workers: WorkerPool, clock: Clock) -> AssetCompletion {
        AssetCompletion("The time zones of earlier photos could not be found out") {
            let assets = try await library.assetsWithoutZone(atMost: slice)
            var examined: [Library.ExaminedAsset] = []
            for asset in assets {
                let owner = JobOwner(user: library.user, client: asset.creator, keepsPlaceFree: true)
                let facts: MediaFacts? = try await reading(by: workers) {
                    try await workers.inspect(try await library.content(of: asset), for: owner, takesDamaged: true)
                }
                var sidecar: SidecarFacts?
                if asset.hasSidecar {
                    sidecar = try await reading(by: workers) {
                        guard let content = try await library.sidecar(of: asset) else { return nil }
                        return try await workers.sidecar(content, for: owner)
                    }
                }
                examined.append((asset, facts, sidecar))
            }
            try await library.store(examined, at: clock.now())
            return !assets.isEmpty
        }
    }

    /// Names the places of assets that were added before this computer had the data for it, or had different data.
    static func places(of library: Library, clock: Clock) -> AssetCompletion {
        AssetCompletion("The places of earlier photos could not be named") {
            guard try await library.completePlaces(atMost: placeSlice, at: clock.now()) else { return false }
            try await Task.sleep(for: placePause)
            return true
        }
    }

    /// Reads a file while no other file is read. Returns nil for one that cannot be read.
    private static func reading<Facts: Sendable>(
        by workers: WorkerPool, _ read: @BrokerActor () async throws -> Facts?
    ) async throws -> Facts? {
        try await Task.sleep(for: pause)
        while !workers.isIdle { try await Task.sleep(for: patience) }
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
