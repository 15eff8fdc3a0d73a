import Filmgate
import FilmgateGTK

/// Reads the items in the inbox, and reads them again after changes. Requests one list at a time, even if an app adds
/// items quickly. After an error, the reader tries again, at growing intervals.
final class InboxReader {
    /// Called with the waiting items.
    var onItems: ([InboxItem]) -> Void = { _ in }
    /// Called with an error, unless the previous attempt failed, too.
    var onFailure: (any Error) -> Void = { _ in }

    private let changes: () -> AsyncStream<Void>
    private let list: () async throws -> [InboxItem]
    private let sleep: (Duration) async throws -> Void
    private var following: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    /// Whether the inbox has changed since the last list was requested.
    private var isStale = false
    private var failures = 0

    /// The pause between receiving a list and requesting the next list.
    private static let pause = Duration.milliseconds(200)

    convenience init(of library: PhotoLibrary) {
        self.init(
            following: { library.administration.inboxChanged }, reading: { try await library.administration.inbox() })
    }

    init(
        following changes: @escaping () -> AsyncStream<Void>, reading list: @escaping () async throws -> [InboxItem],
        sleeping sleep: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.changes = changes
        self.list = list
        self.sleep = sleep
    }

    isolated deinit {
        following?.cancel()
        reading?.cancel()
    }

    func follow() {
        let changes = changes()
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

    /// - Returns: whether to read the inbox again, because the inbox has changed meanwhile or could not be read.
    private func read() async -> Bool {
        isStale = false
        do {
            let items = try await list()
            if Task.isCancelled { return false }
            failures = 0
            onItems(items)
            try await sleep(Self.pause)
        } catch {
            if Task.isCancelled { return false }
            failures += 1
            isStale = true
            if failures == 1 { onFailure(error) }
            // `sleep` throws only if the task is cancelled, which the code below checks.
            try? await sleep(.seconds(min(1 << min(failures, 5), 30)))
        }
        if !isStale { reading = nil }
        return isStale && !Task.isCancelled
    }
}
