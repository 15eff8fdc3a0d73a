import Foundation
import Glibc
import Synchronization

/// The thread that starts all programs.
///
/// The kernel's promise to kill a child with its parent is tied to the thread that forked, and those of the concurrency
/// pool come and go; this one stays until the process ends, however it ends.
final class Launcher: Sendable {
    static let shared = Launcher()

    struct Started: Sendable {
        let pid: Int32
        let input: Int32
        let output: Int32
        let log: Int32
    }

    /// What a command begins with so that it does not outlive the tests.
    static let dyingWithTests = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]

    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let arrived = DispatchSemaphore(value: 0)

    private init() {
        // A program that leaves before it has read all must not take the tests along.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            while true {
                self.arrived.wait()
                self.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
            }
        }
    }

    func start(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> Started {
        try perform { Result { try Self.spawn(path, arguments, environment) } }.get()
    }

    /// Runs a body that starts a program, and waits for it.
    func perform<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) -> Outcome {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Outcome?>(nil)
        jobs.withLock {
            $0.append {
                let outcome = body()
                result.withLock { $0 = outcome }
                done.signal()
            }
        }
        arrived.signal()
        while true {
            done.wait()
            if let outcome = result.withLock({ $0 }) { return outcome }
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Started {
        guard access(path, X_OK) == 0 else { throw CannotStart(path: path, code: errno) }
        // Sockets and not pipes, because only they can be made closed to other children from their first moment.
        let pipes = (0..<3).map { _ in
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
            return ends
        }
        // The ends that the program reads from or writes to, as its 0, 1 and 2.
        let inner = [pipes[0][0], pipes[1][1], pipes[2][1]]
        defer { inner.forEach { close($0) } }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in inner.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, Int32(number)) }
        // What other tests have open at this moment, not all of it closed by itself; numbers that are not open do no
        // harm.
        for number in 3..<Int32(min(1024, sysconf(Int32(_SC_OPEN_MAX)))) {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = dyingWithTests + [path] + arguments
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let code = withCStrings(words) { words in
            withCStrings(variables) { posix_spawn(&pid, dyingWithTests[0], &actions, &attributes, words, $0) }
        }
        let outer = [pipes[0][1], pipes[1][0], pipes[2][0]]
        guard code == 0 else {
            outer.forEach { close($0) }
            throw CannotStart(path: path, code: code)
        }
        return Started(pid: pid, input: outer[0], output: outer[1], log: outer[2])
    }
}

/// The strings as C wants them: an array that a null ends, valid during the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
