import Foundation
import Glibc
import Synchronization

/// The end of a process, waited for by a thread of its own.
final class ProcessExit: Sendable {
    private enum State {
        case running([Int: CheckedContinuation<Int32?, Never>])
        case over(Int32)
    }

    private let pid: Int32
    private let state = Mutex(State.running([:]))

    init(of pid: Int32) {
        self.pid = pid
        Thread.detachNewThread { self.reap() }
    }

    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    func wait() async -> Int32 {
        await withCheckedContinuation { add($0, as: Int.random(in: 0...Int.max)) } ?? 0
    }

    /// - Returns: nil where the task is cancelled before the process has ended.
    func waitUnlessCancelled() async -> Int32? {
        let id = Int.random(in: 0...Int.max)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(continuation, as: id)
                // Cancelled before it was there to be found.
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    private func add(_ continuation: CheckedContinuation<Int32?, Never>, as id: Int) {
        let code: Int32? = state.withLock { state in
            switch state {
            case .over(let code): return code
            case .running(var waiting):
                waiting[id] = continuation
                state = .running(waiting)
                return nil
            }
        }
        if let code { continuation.resume(returning: code) }
    }

    private func abandon(_ id: Int) {
        let continuation: CheckedContinuation<Int32?, Never>? = state.withLock { state in
            guard case .running(var waiting) = state else { return nil }
            defer { state = .running(waiting) }
            return waiting.removeValue(forKey: id)
        }
        continuation?.resume(returning: nil)
    }

    /// Under the lock that reaping takes too, so that the pid is still this process' own.
    func signal(_ signal: Int32) {
        state.withLock { if case .running = $0 { kill(pid, signal) } }
    }

    private func reap() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        let (waiting, code) = state.withLock { state -> ([Int: CheckedContinuation<Int32?, Never>], Int32) in
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            let signal = status & 0x7f
            let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
            guard case .running(let waiting) = state else { return ([:], code) }
            state = .over(code)
            return (waiting, code)
        }
        for continuation in waiting.values { continuation.resume(returning: code) }
    }
}
