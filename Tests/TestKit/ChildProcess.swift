public import Glibc

/// A program that a test started and stops again, or that is killed with the tests, its standard output readable here.
///
/// Foundation's `Process` waits by running a run loop, which never returns on the threads that tests run on.
public final class ChildProcess: Sendable {
    public let processIdentifier: pid_t
    private let output: Int32

    /// - Throws: `SpawnFailure` where the program can't be started.
    public init(_ arguments: [String], environment: [String: String]? = nil) throws {
        let started = try Launcher.shared.perform { Result { try Self.spawn(arguments, environment) } }.get()
        processIdentifier = started.pid
        output = started.output
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String]?
    ) throws(SpawnFailure) -> (pid: pid_t, output: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SpawnFailure(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // The threads that tests run on block every signal, which the child would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let path = Launcher.dyingWithTests[0]
        let failure = withCStrings(Launcher.dyingWithTests + arguments) { argv in
            guard let environment else { return posix_spawn(&pid, path, &actions, &attributes, argv, environ) }
            return withCStrings(environment.map { "\($0)=\($1)" }) { envp in
                posix_spawn(&pid, path, &actions, &attributes, argv, envp)
            }
        }
        guard failure == 0 else {
            close(ends[0])
            throw SpawnFailure(code: failure)
        }
        return (pid, ends[0])
    }

    deinit {
        close(output)
    }

    /// The next line of its output without the line's end, blocking; nil where it ended without one.
    public func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// All that is left of its output, blocking until it closes it.
    public func rest() -> String {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    public func signal(_ number: Int32) { kill(processIdentifier, number) }

    /// Waits for its end, blocking; to be called once. Negative: the signal that ended it.
    @discardableResult
    public func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) == -1, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// Runs a program to its end, blocking.
    ///
    /// - Returns: its exit code and what it wrote to its standard output.
    public static func run(
        _ arguments: [String], environment: [String: String]? = nil
    ) throws -> (code: Int32, output: String) {
        let child = try ChildProcess(arguments, environment: environment)
        let output = child.rest()
        return (child.wait(), output)
    }
}

/// A program could not be started.
public struct SpawnFailure: Error {
    /// The system's code.
    public let code: Int32
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
