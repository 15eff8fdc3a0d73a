internal import Glibc
internal import Synchronization

/// Ctrl-C, once: what is under way is finished. A second one ends the program at once.
enum Interruption {
    private static let requested = Atomic(false)

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func prepare() {
        // The first use of a global may take a lock, which a signal's handler must not.
        guard !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.requested.store(true, ordering: .relaxed)
                _ = signal(number, SIG_DFL)
            }
        }
    }
}
