import FilmgateModel

extension PhotoLibrary {
    /// The changes since a position, and then all later ones as they happen: an asynchronous sequence that continues
    /// after a restart of the broker. `org.filmgate.Observation1`.
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
    /// Contains only what this app may see, each change once. If an update is not incremental, its lists are incomplete
    /// and everything must be fetched again: because the history does not reach back to the token, or could not be read
    /// in time, or because this app's access is different. If access is revoked, an update has `isLossOfAccess`; a
    /// further update comes when access is given again.
    ///
    /// Ends by throwing: the refusal, if it cannot begin, and `busUnavailable` if the bus goes away. Waits after
    /// temporary errors, such as a busy broker. Cancelling the task also ends it.
    ///
    /// - Parameters:
    ///   - token: from an update that this app has received, in this run or an earlier one. Nil: begins now. The first
    ///     update then comes at once, without changes, and a fetch after it is complete if later updates are applied.
    ///   - presence: called on any thread when the broker goes away, for which the sequence then waits, and when one
    ///     is present again.
    public func changes(
        since token: ChangeToken? = nil, presence: (@Sendable (_ isThere: Bool) -> Void)? = nil
    ) -> LibraryUpdates {
        LibraryUpdates(link: link, token: token, presence: presence)
    }
}

/// The sequence returned by `PhotoLibrary.changes(since:)`.
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

        public mutating func next() async throws(PhotoLibraryError) -> LibraryUpdate? {
            try await observation.next()
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> LibraryUpdate? {
            try await next()
        }
    }
}
