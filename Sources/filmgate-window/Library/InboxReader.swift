internal import Filmgate
internal import FilmgateGTK

/// Reads what waits in the inbox, and reads it again after changes: one list at a time, however fast an app adds.
final class InboxReader {
    /// Is called with what waits.
    var onItems: ([InboxRow]) -> Void = { _ in }
    var onFailure: (any Error) -> Void = { _ in }

    private let library: PhotoLibrary
    private var following: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    /// Whether it has changed since the list was asked for.
    private var isStale = false

    /// How long after a list the next one is asked for, in milliseconds.
    private static let pause = 200

    init(of library: PhotoLibrary) { self.library = library }

    isolated deinit {
        following?.cancel()
        reading?.cancel()
    }

    func follow() {
        let changes = library.administration.inboxChanged
        following = Task { [weak self] in
            for await _ in changes { self?.changed() }
        }
    }

    private func changed() {
        isStale = true
        guard reading == nil else { return }
        reading = Task { [weak self] in
            while await self?.read() == true {}
        }
    }

    /// - Returns: whether it has changed meanwhile.
    private func read() async -> Bool {
        isStale = false
        do {
            let items = try await library.administration.inbox()
            if Task.isCancelled { return false }
            onItems(items)
            try await Task.sleep(for: .milliseconds(Self.pause))
        } catch {
            if !Task.isCancelled { onFailure(error) }
        }
        if !isStale { reading = nil }
        return isStale && !Task.isCancelled
    }
}
