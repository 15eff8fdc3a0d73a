internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem

/// Reads the lenses of assets that were added before the library kept them: once, from one file at a time, while no other file is read.
@BrokerActor final class LensCompletion {
    private let library: Library
    private let workers: WorkerPool
    private let clock: Clock
    private var work: Task<Void, Never>?
    private var isOver = false

    /// Files whose lenses are stored together.
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
                Journal.write(.error, "The lenses of earlier photos could not be read: \(error)")
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
        let assets = try await library.assetsWithoutLens(atMost: Self.slice)
        var lenses: [(AssetWithoutLens, String?)] = []
        for asset in assets { lenses.append((asset, try await lens(of: asset))) }
        try await library.store(lenses, at: clock.now())
        return !assets.isEmpty
    }

    /// Returns nil for a file that tells no lens, or cannot be read.
    private func lens(of asset: AssetWithoutLens) async throws -> String? {
        try await Task.sleep(for: Self.pause)
        while !workers.isIdle { try await Task.sleep(for: Self.patience) }
        do {
            let content = try await library.content(of: asset)
            let owner = JobOwner(user: library.user, client: asset.creator, keepsPlaceFree: true)
            return try await workers.inspect(content, for: owner).lensModel
        } catch {
            switch error {
            case JobRefusal.invalidContent, JobRefusal.tooLarge, is Errno: return nil
            case JobRefusal.cancelled: throw CancellationError()
            default: throw error
            }
        }
    }
}
