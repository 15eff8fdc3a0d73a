internal import Foundation
internal import Glibc
internal import Synchronization

/// The end of a process, waited for by a thread of its own.
final class Ending: Sendable {
    private enum State {
        case running([CheckedContinuation<Int32, Never>])
        case over(Int32)
    }

    private let pid: Int32
    private let state = Mutex(State.running([]))

    init(of pid: Int32) {
        self.pid = pid
        Thread.detachNewThread { self.reap() }
    }

    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            let code: Int32? = state.withLock { state in
                switch state {
                case .over(let code): return code
                case .running(let waiting):
                    state = .running(waiting + [continuation])
                    return nil
                }
            }
            if let code { continuation.resume(returning: code) }
        }
    }

    /// Under the lock that reaping takes too, so that the pid is still this process' own.
    func signal(_ signal: Int32) {
        state.withLock { if case .running = $0 { kill(pid, signal) } }
    }

    private func reap() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        let (waiting, code) = state.withLock { state in
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            let signal = status & 0x7f
            let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
            guard case .running(let waiting) = state else { return ([CheckedContinuation<Int32, Never>](), code) }
            state = .over(code)
            return (waiting, code)
        }
        for continuation in waiting { continuation.resume(returning: code) }
    }
}
