import FilmgateLibraryTools
import Glibc

/// Runs commands that continue until they are interrupted.
struct InterruptibleRun: Sendable {
    let output: StandardStream
    let interruption: Interruption

    /// Whether the person pressed Ctrl-C, or the reader of the output has closed its end.
    var isOver: Bool { interruption.isRequested || output.isAbandoned }

    /// Runs `body`. If the reader closes the output, returns without an error.
    func run(_ body: () async throws -> Void) async throws {
        interruption.prepare()
        // Ignores SIGPIPE, so that writing fails with an error instead.
        _ = signal(SIGPIPE, SIG_IGN)
        do { try await body() } catch let failure as CommandFailure {
            guard output.isAbandoned else { throw failure }
        }
    }

    /// Waits until the command is over, the task is cancelled, or the duration has passed.
    func rest(for duration: Duration? = nil) async {
        let end = duration.map { ContinuousClock.now + $0 }
        await Interruption.waitWhile { !isOver && end.map { ContinuousClock.now < $0 } ?? true }
    }
}

extension Invocation {
    var interruptibleRun: InterruptibleRun { InterruptibleRun(output: output, interruption: interruption) }
}

/// If a command has its own process, the first Ctrl-C lets the command finish its current work, and the second Ctrl-C
/// ends the program immediately.
extension Interruption {
    /// The interruption that the signal handler requests.
    static let ofThisProcess = Interruption()

    /// Catches the first Ctrl-C and the first SIGTERM from now on, if the command has its own process.
    func prepare() {
        // Initializes the global now: its first use may take a lock, which a signal handler must not do.
        guard self === Interruption.ofThisProcess, !isRequested else { return }
        for number in [SIGINT, SIGTERM] {
            _ = signal(number) { number in
                Interruption.ofThisProcess.request()
                _ = signal(number, SIG_DFL)
            }
        }
    }
}
