import FilmgateLibraryTools
import Glibc

/// In a process of its own, the first Ctrl-C interrupts a command, so that the current work is finished; a second one
/// ends the program at once.
extension Interruption {
    /// The one that signals request.
    static let ofThisProcess = Interruption()

    /// Catches the first Ctrl-C from now on.
    func prepare() {
        // Initializes the global now: its first use may take a lock, which a signal handler must not.
        guard self === Interruption.ofThisProcess, !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.ofThisProcess.request()
                _ = signal(number, SIG_DFL)
            }
        }
    }
}
