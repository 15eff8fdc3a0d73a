internal import Glibc

/// What commands have in common that go on until somebody ends them.
enum Following {
    private static let interval = Duration.milliseconds(100)

    /// Whether somebody pressed Ctrl-C, or nobody reads the output any more.
    static var isOver: Bool { Interruption.isRequested || StandardStream.output.isAbandoned }

    /// Does what goes on; that nobody reads any more is no error.
    static func run(_ body: () async throws -> Void) async throws {
        Interruption.prepare()
        // Writing then fails, which says as much.
        _ = signal(SIGPIPE, SIG_IGN)
        do { try await body() } catch let failure as Failure {
            guard StandardStream.output.isAbandoned else { throw failure }
        }
    }

    /// Waits until it is over, the task is cancelled, or so long.
    static func rest(for duration: Duration? = nil) async {
        let end = duration.map { ContinuousClock.now + $0 }
        while !isOver, !Task.isCancelled, end.map({ ContinuousClock.now < $0 }) ?? true {
            try? await Task.sleep(for: interval)
        }
    }
}

extension StandardStream {
    /// Whether what would be written reaches nobody: the other end of the pipe is closed.
    fileprivate var isAbandoned: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLERR | POLLHUP) != 0
    }
}
