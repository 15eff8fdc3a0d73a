internal import Glibc
internal import Synchronization

/// Catches the first Ctrl-C, so that the current work is finished. A second one ends the program at once.
enum Interruption {
    private static let requested = Atomic(false)

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func prepare() {
        // Initializes the global now: its first use may take a lock, which a signal handler must not.
        guard !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.requested.store(true, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }
}
