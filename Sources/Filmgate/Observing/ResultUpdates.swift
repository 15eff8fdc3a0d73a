internal import FilmgateModel

extension FetchResult {
    /// How this result becomes another, as it happens: it moves on by itself, for as long as somebody goes through this.
    ///
    ///     for try await difference in result.updates {
    ///         if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
    ///     }
    ///
    /// When a difference comes, `elements` and `count` are those it leads to. It is not incremental, and everything is to be
    /// read anew, where the broker was started anew and the result was fetched from it again; where the app's access is taken
    /// back, which empties the result, or given again, which fills it; and wherever `update` says so.
    ///
    /// It ends as `PhotoLibrary.changes(since:)` does, and where the request cannot be fetched again, as one for an album of a
    /// connection that is no more. Where the broker refuses for a quarter of a minute to tell what it has become, it throws that
    /// `limitsExceeded`: the result would hold more than the app may, or takes too long to find.
    public var updates: ResultUpdates<Element> { ResultUpdates(result: self) }

    fileprivate enum Outcome {
        case stayed
        case became(FetchDifference)
        /// It is what it was, and may be another when it is tried again.
        case failedInPassing(PhotoLibraryError)
    }

    /// Takes in that something has changed.
    fileprivate func follow(_ update: LibraryUpdate) async throws(PhotoLibraryError) -> Outcome {
        if update.isLossOfAccess { return empty().map(Outcome.became) ?? .stayed }
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

    private func renewed() async throws(PhotoLibraryError) -> Outcome {
        do throws(PhotoLibraryError) { return .became(try await fetchAnew()) } catch { return try passing(error) }
    }

    private func passing(_ error: PhotoLibraryError) throws(PhotoLibraryError) -> Outcome {
        switch error {
        // What comes after says more of these.
        case .accessDenied, .notDetermined, .restricted: return .stayed
        case .brokerUnavailable, .limitsExceeded, .busy, .inputOutput, .libraryUnavailable:
            return .failedInPassing(error)
        default: throw error
        }
    }
}

/// The differences that `FetchResult.updates` tells.
public struct ResultUpdates<Element: Fetchable>: AsyncSequence, Sendable {
    let result: FetchResult<Element>

    public func makeAsyncIterator() -> Iterator { Iterator(result) }

    public struct Iterator: AsyncIteratorProtocol {
        private let result: FetchResult<Element>
        private let observation: ChangeObservation
        /// Since when the result is beyond its limits; nil where it is within them.
        private var refusedSince: ContinuousClock.Instant?

        private static var patience: Duration { .seconds(15) }

        init(_ result: FetchResult<Element>) {
            self.result = result
            observation = ChangeObservation(result.link, since: nil, tellsOfBrokers: true)
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

        /// What is beyond a limit may be within it again soon, and otherwise stays there.
        private mutating func wait(after error: PhotoLibraryError) async throws(PhotoLibraryError) {
            guard case .limitsExceeded = error else { return await observation.tellAgain(after: .seconds(2)) }
            let now = ContinuousClock.now
            let waited = now - (refusedSince ?? now)
            refusedSince = now - waited
            guard waited < Self.patience else { throw error }
            await observation.tellAgain(after: Swift.max(.seconds(1), waited))
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> FetchDifference?
        {
            try await next()
        }
    }
}
