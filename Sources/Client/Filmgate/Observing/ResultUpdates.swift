import FilmgateModel

extension FetchResult {
    /// A sequence of the changes to this result. The result updates itself while the sequence is iterated.
    ///
    ///     for try await difference in result.updates {
    ///         if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
    ///     }
    ///
    /// When a difference is delivered, `elements` and `count` already contain the changes. If a difference is not
    /// incremental, the app must read everything again. This happens after a restart of the broker, after access was
    /// revoked (the result is then empty) or granted again, and whenever `update` returns such a difference.
    ///
    /// The iteration throws the errors of `PhotoLibrary.changes(since:)`, and an error if the request cannot be fetched
    /// again, for example because a transient album ended with its connection. Throws `limitsExceeded` if the broker
    /// refuses updates for 15 seconds because the result exceeds the app's limits or takes too long to find.
    public var updates: ResultUpdates<Element> { ResultUpdates(result: self) }

    fileprivate enum UpdateResult {
        case stayed
        case became(FetchDifference)
        /// The update failed, and the result did not change. Another try may succeed.
        case failedInPassing(PhotoLibraryError)
    }

    /// Updates the result after an update of the library.
    fileprivate func follow(_ update: LibraryUpdate) async throws(PhotoLibraryError) -> UpdateResult {
        if update.isLossOfAccess { return empty().map(UpdateResult.became) ?? .stayed }
        do throws(PhotoLibraryError) {
            let difference = try await self.update()
            return difference.isEmpty ? .stayed : .became(difference)
        } catch {
            switch error {
            case .other(name: "org.freedesktop.DBus.Error.UnknownObject", _), .busUnavailable:
                return try await renewed()
            default: return try passing(error)
            }
        }
    }

    private func renewed() async throws(PhotoLibraryError) -> UpdateResult {
        do throws(PhotoLibraryError) { return .became(try await refetch()) } catch { return try passing(error) }
    }

    private func passing(_ error: PhotoLibraryError) throws(PhotoLibraryError) -> UpdateResult {
        switch error {
        // The next update of the library reports the cause of these errors.
        case .accessDenied, .notDetermined, .restricted: return .stayed
        case .brokerUnavailable, .limitsExceeded, .busy, .inputOutput, .libraryUnavailable:
            return .failedInPassing(error)
        default: throw error
        }
    }
}

/// The sequence returned by `FetchResult.updates`.
public struct ResultUpdates<Element: Fetchable>: AsyncSequence, Sendable {
    let result: FetchResult<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(result) }

    public struct Iterator: AsyncIteratorProtocol {
        private let result: FetchResult<Element>
        private let observer: ChangeObserver
        /// The time of the first update that exceeded a limit; nil if the last update did not exceed one.
        private var refusedSince: ContinuousClock.Instant?

        private static var retryTime: Duration { .seconds(15) }

        init(_ result: FetchResult<Element>) {
            self.result = result
            observer = ChangeObserver(result.link, since: nil, reportsNewBrokers: true)
        }

        public mutating func next() async throws(PhotoLibraryError) -> FetchDifference? {
            while let update = try await observer.next() {
                switch try await result.follow(update) {
                case .became(let difference):
                    refusedSince = nil
                    return difference
                case .stayed: refusedSince = nil
                case .failedInPassing(let error): try await wait(after: error)
                }
            }
            return nil
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> FetchDifference?
        {
            try await next()
        }

        /// Schedules another update after a temporary error. Throws `limitsExceeded` if the error lasts too long.
        private mutating func wait(after error: PhotoLibraryError) async throws(PhotoLibraryError) {
            guard case .limitsExceeded = error else { return await observer.repeatUpdate(after: .seconds(2)) }
            let now = ContinuousClock.now
            let waited = now - (refusedSince ?? now)
            refusedSince = now - waited
            guard waited < Self.retryTime else { throw error }
            await observer.repeatUpdate(after: Swift.max(.seconds(1), waited))
        }
    }
}
