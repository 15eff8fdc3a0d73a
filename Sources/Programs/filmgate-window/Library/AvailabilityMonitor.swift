import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Detects when the library becomes unavailable or available again. While the library is unavailable, a banner is
/// shown, and the actions that change the library are disabled.
final class AvailabilityMonitor {
    /// Called when the library becomes unavailable, or available again.
    var onChange: (_ isAvailable: Bool) -> Void = { _ in }
    private(set) var isAvailable = true

    private let library: PhotoLibrary
    private let banner: Widget
    private var checking: Task<Void, Never>?

    /// The time between two attempts to reach the library. One failure has no effect: the broker may be restarting.
    private static let pause = Duration.seconds(1)

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        banner = Widget(in: builder, "unavailable")
    }

    isolated deinit { checking?.cancel() }

    /// Checks the library if an error can mean that the library is unavailable.
    func note(_ error: any Error) { if Self.isUnreachable(error) { check() } }

    /// Tries to reach the library until an attempt succeeds.
    func check() {
        guard checking == nil else { return }
        checking = Task {
            var failures = 0
            while !(await isReachable()) {
                failures += 1
                if failures > 1 { set(isAvailable: false) }
                // The sleep fails only if the task is cancelled.
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

    /// Returns whether an error can mean that the library is unavailable. The error may also affect only one file.
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

/// The error for a change that was not made because the library is unavailable.
struct LibraryUnavailableError: Error, CustomStringConvertible {
    var description: String { localized("The photo library is not available. Nothing was changed.") }
}
