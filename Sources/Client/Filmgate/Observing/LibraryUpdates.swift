import FilmgateModel

extension PhotoLibrary {
    /// Returns an asynchronous sequence of the changes since a position, and of all later changes. The sequence
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
    /// The updates contain only objects that this app may see, and each change once. If an update is not incremental,
    /// the app must fetch everything again, because the history does not reach back to the token or could not be read
    /// in time, or because this app's access has changed. If access is revoked, an update has `isLossOfAccess`; another
    /// update follows when access is granted again.
    ///
    /// Throws the broker's refusal if the sequence cannot begin, and `busUnavailable` if the bus cannot be reached.
    /// Waits after temporary errors, such as a busy broker. An error or cancelling the task ends the sequence.
    ///
    /// - Parameters:
    ///   - token: the token of the last update that this app has processed, possibly in an earlier run. Nil begins now:
    ///     the first update follows at once, without changes. A result fetched after that update is complete if the app
    ///     applies all later updates.
    ///   - presence: called on any thread with false when the broker leaves the bus, and with true when a broker is
    ///     present again.
    public func changes(
        since token: ChangeToken? = nil, presence: (@Sendable (_ exists: Bool) -> Void)? = nil
    ) -> LibraryUpdates {
        LibraryUpdates(link: link, token: token, presence: presence)
    }
}

/// The sequence returned by `PhotoLibrary.changes(since:)`.
public struct LibraryUpdates: AsyncSequence, Sendable {
    public typealias Element = LibraryUpdate

    let link: BrokerLink
    let token: ChangeToken?
    let presence: (@Sendable (_ exists: Bool) -> Void)?

    public func makeAsyncIterator() -> Iterator {
        Iterator(ChangeObserver(link, since: token, presence: presence))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let observer: ChangeObserver

        init(_ observer: ChangeObserver) { self.observer = observer }

        public mutating func next() async throws(PhotoLibraryError) -> LibraryUpdate? {
            try await observer.next()
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> LibraryUpdate? {
            try await next()
        }
    }
}
