import FilmgateModel

extension PhotoLibrary {
    /// Returns the changes since a position, and then all later ones as they happen: an asynchronous sequence that
    /// continues after a restart of the broker. `org.filmgate.Observation1`.
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
    /// in time, or because this app's access has changed. If access is revoked, an update has `isLossOfAccess`; a
    /// further update follows when access is granted again.
    ///
    /// Throws the broker's refusal if the sequence cannot begin, and `busUnavailable` if the bus goes away; then the
    /// sequence ends. Waits after temporary errors, such as a busy broker. Cancelling the task also ends the sequence.
    ///
    /// - Parameters:
    ///   - token: the token of an update that this app has received, in this run or an earlier one. Nil to begin now.
    ///     Then the first update follows at once, without changes. The result of a later fetch stays complete if the
    ///     app applies all following updates to it.
    ///   - presence: called on any thread when the broker goes away and the sequence waits for it, and when a broker is
    ///     present again.
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
