import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Finds out that the library cannot be reached, because the broker or the disk is missing, and that it can be reached
/// again. Meanwhile a banner says so, and the actions that change the library are unavailable.
final class AvailabilityMonitor {
    /// Called when the library has become unreachable, or reachable again.
    var onChange: (_ isAvailable: Bool) -> Void = { _ in }
    private(set) var isAvailable = true

    private let library: PhotoLibrary
    private let banner: Widget
    private var checking: Task<Void, Never>?

    /// The time between two attempts to reach the library. After the first failure, a broker may only be restarting.
    private static let pause = Duration.seconds(1)

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        banner = Widget(in: builder, "unavailable")
    }

    isolated deinit { checking?.cancel() }

    /// Checks the library if the error can mean that it cannot be reached.
    func note(_ error: any Error) { if Self.isUnreachable(error) { check() } }

    /// Tries to reach the library until it answers.
    func check() {
        guard checking == nil else { return }
        checking = Task {
            var failures = 0
            while !(await isReachable()) {
                failures += 1
                if failures > 1 { set(isAvailable: false) }
                // The sleep only fails if the task is cancelled.
                try? await Task.sleep(for: Self.pause)
                guard !Task.isCancelled else { return }
            }
            checking = nil
            set(isAvailable: true)
        }
    }

    private func isReachable() async -> Bool {
        do {
            _ = try await library.fetch(FetchRequest<Asset>.assets.limit(1).reading([])).count
            return true
        } catch {
            return !Self.isUnreachable(error)
        }
    }

    /// Whether the error can mean that the library cannot be reached. It can also be about one file.
    static func isUnreachable(_ error: any Error) -> Bool {
        switch (error as? PhotoLibraryError)?.cause {
        case .libraryUnavailable, .brokerUnavailable, .busUnavailable, .inputOutput: true
        default: false
        }
    }

    private func set(isAvailable: Bool) {
        guard isAvailable != self.isAvailable else { return }
        self.isAvailable = isAvailable
        banner.isVisible = !isAvailable
        ActionGroup.allowsChanges = isAvailable
        onChange(isAvailable)
    }
}

/// The library cannot be reached, so nothing was changed.
struct UnavailableLibrary: Error, CustomStringConvertible {
    var description: String { localized("The photo library is not available. Nothing was changed.") }
}
