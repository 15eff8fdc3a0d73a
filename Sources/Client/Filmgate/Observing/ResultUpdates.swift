import FilmgateModel

extension FetchResult {
    /// The changes of this result as they happen: the result updates itself as long as this sequence is iterated.
    ///
    ///     for try await difference in result.updates {
    ///         if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
    ///     }
    ///
    /// When a difference comes, `elements` and `count` already contain it. It is not incremental, and everything must
    /// be read again, if the broker was restarted and the result was fetched again; if the app's access was revoked,
    /// which empties the result, or given again, which fills it; and whenever `update` reports that.
    ///
    /// Ends as `PhotoLibrary.changes(since:)` does, and if the request cannot be fetched again, such as one for a
    /// transient album of a connection that no longer exists. If the broker refuses the update for 15 seconds because
    /// the result would hold more than the app may, or takes too long to find, it throws that `limitsExceeded`.
    public var updates: ResultUpdates<Element> { ResultUpdates(result: self) }

    fileprivate enum UpdateResult {
        case stayed
        case became(FetchDifference)
        /// The result did not change; trying again may change it.
        case failedInPassing(PhotoLibraryError)
    }

    /// Applies an update of the library.
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
        do throws(PhotoLibraryError) { return .became(try await fetchAnew()) } catch { return try passing(error) }
    }

    private func passing(_ error: PhotoLibraryError) throws(PhotoLibraryError) -> UpdateResult {
        switch error {
        // The next update reports the cause of these errors.
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
        private let observation: ChangeObservation
        /// When the result exceeded its limits; nil if it is within them.
        private var refusedSince: ContinuousClock.Instant?

        private static var retryTime: Duration { .seconds(15) }

        init(_ result: FetchResult<Element>) {
            self.result = result
            observation = ChangeObservation(result.link, since: nil, reportsNewBrokers: true)
        }

        public mutating func next() async throws(PhotoLibraryError) -> FetchDifference? {
            while let update = try await observation.next() {
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

        /// A result that exceeds a limit may soon be within it again.
        private mutating func wait(after error: PhotoLibraryError) async throws(PhotoLibraryError) {
            guard case .limitsExceeded = error else { return await observation.repeatUpdate(after: .seconds(2)) }
            let now = ContinuousClock.now
            let waited = now - (refusedSince ?? now)
            refusedSince = now - waited
            guard waited < Self.retryTime else { throw error }
            await observation.repeatUpdate(after: Swift.max(.seconds(1), waited))
        }
    }
}
