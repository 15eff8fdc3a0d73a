internal import FilmgateModel

extension PhotoLibrary {
    /// What has become different since a moment, and then whatever becomes different, as it happens: an asynchronous sequence that
    /// goes on where it was when the broker is started anew. `org.filmgate.Observation1`.
    ///
    ///     for try await update in library.changes(since: kept) {
    ///         if update.isLossOfAccess {
    ///             showNothing()
    ///         } else if update.changes.isIncremental {
    ///             apply(update.changes)
    ///         } else {
    ///             try await fetchAnew()
    ///         }
    ///         kept = update.token
    ///     }
    ///
    /// Only what this app may see is told, each change once. Where an update is not incremental, its lists do not tell it all, and
    /// what was fetched is to be fetched anew: where history does not reach back to the token, or cannot be told in time, and where
    /// this app's access is another. Where the access is taken back, an update says so by `isLossOfAccess`; another comes when it is
    /// given again.
    ///
    /// It ends by throwing: what it is refused with where it cannot begin, and `busUnavailable` where the bus goes away. What goes
    /// by, as a broker that has too much to do, is waited for. To cancel its task ends it too.
    ///
    /// - Parameters:
    ///   - token: of an update that this app has heard, in this run or an earlier one. Nil: begins now; the first update
    ///     then comes at once, without any changes, and what is fetched after it and kept in step with the others misses nothing.
    ///   - presence: called, from anywhere, when there is no broker any more, for which it then waits, and when one is there again.
    public func changes(
        since token: ChangeToken? = nil, presence: (@Sendable (_ isThere: Bool) -> Void)? = nil
    ) -> LibraryUpdates {
        LibraryUpdates(link: link, token: token, presence: presence)
    }
}

/// The updates that `PhotoLibrary.changes(since:)` tells.
public struct LibraryUpdates: AsyncSequence, Sendable {
    public typealias Element = LibraryUpdate

    let link: BrokerLink
    let token: ChangeToken?
    let presence: (@Sendable (_ isThere: Bool) -> Void)?

    public func makeAsyncIterator() -> Iterator {
        Iterator(ChangeObservation(link, since: token, presence: presence))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let observation: ChangeObservation

        init(_ observation: ChangeObservation) { self.observation = observation }

        public mutating func next() async throws(PhotoLibraryError) -> LibraryUpdate? { try await observation.next() }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> LibraryUpdate? {
            try await observation.next()
        }
    }
}
