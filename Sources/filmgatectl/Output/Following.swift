import Glibc

/// Runs commands that continue until they are interrupted.
enum Following {
    private static let interval = Duration.milliseconds(100)

    /// Whether the person pressed Ctrl-C, or the reader of the output has closed its end.
    static var isOver: Bool { Interruption.isRequested || StandardStream.output.isAbandoned }

    /// Runs the body. It is not an error if the reader closes the output.
    static func run(_ body: () async throws -> Void) async throws {
        Interruption.prepare()
        // Writing fails with an error instead.
        _ = signal(SIGPIPE, SIG_IGN)
        do { try await body() } catch let failure as Failure {
            guard StandardStream.output.isAbandoned else { throw failure }
        }
    }

    /// Waits until the command is over, the task is cancelled, or the time has passed.
    static func rest(for duration: Duration? = nil) async {
        let end = duration.map { ContinuousClock.now + $0 }
        while !isOver, !Task.isCancelled, end.map({ ContinuousClock.now < $0 }) ?? true {
            try? await Task.sleep(for: interval)
        }
    }
}

extension StandardStream {
    /// Whether the other end of the pipe is closed.
    fileprivate var isAbandoned: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
    }
}
