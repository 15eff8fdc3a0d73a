import FilmgateLibraryTools
import Glibc

/// Runs commands that continue until they are interrupted.
struct InterruptibleRun: Sendable {
    let output: StandardStream
    let interruption: Interruption

    /// Whether the person pressed Ctrl-C, or the reader of the output has closed its end.
    var isOver: Bool { interruption.isRequested || output.isAbandoned }

    /// Runs the body. It is not an error if the reader closes the output.
    func run(_ body: () async throws -> Void) async throws {
        interruption.prepare()
        // Writing fails with an error instead.
        _ = signal(SIGPIPE, SIG_IGN)
        do { try await body() } catch let failure as Failure {
            guard output.isAbandoned else { throw failure }
        }
    }

    /// Waits until the command is over, the task is cancelled, or the time has passed.
    func rest(for duration: Duration? = nil) async {
        let end = duration.map { ContinuousClock.now + $0 }
        await Interruption.waitWhile { !isOver && end.map { ContinuousClock.now < $0 } ?? true }
    }
}

extension Invocation {
    var interruptibleRun: InterruptibleRun { InterruptibleRun(output: output, interruption: interruption) }
}
