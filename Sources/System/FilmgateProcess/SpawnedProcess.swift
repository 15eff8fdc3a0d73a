import CFilmgateSystem
public import FilmgateSystem
import Glibc

/// A program that this process started. When the last reference is released, the program is killed and reaped unless
/// this has already happened.
public final class SpawnedProcess: Sendable {
    public let pid: Int32
    /// A pidfd, which becomes readable when the program has ended.
    public let descriptor: OwnedDescriptor

    /// Starts a program, which gets only the arguments, the environment variables and the descriptors that are passed
    /// here.
    ///
    /// - Parameters:
    ///   - path: the path of the executable. `PATH` is not searched.
    ///   - arguments: the arguments after the program's own name, which is `path`.
    ///   - descriptors: at most 16 descriptors, which become 3, 4 and so on in the program. There, 0 to 2 are
    ///     `/dev/null`, and all others are closed.
    /// - Throws: `Errno` if the program cannot be started, for example because it is missing.
    public init(
        _ path: String, arguments: [String] = [], environment: [String: String] = [:],
        descriptors: [OwnedDescriptor]
    ) throws(Errno) {
        var pid: pid_t = 0
        let variables = environment.map { "\($0.key)=\($0.value)" }
        try withCStrings([path] + arguments) { arguments throws(Errno) in
            try withCStrings(variables) { variables throws(Errno) in
                _ = try calling {
                    fg_spawn(&pid, path, arguments, variables, descriptors.map(\.rawValue), Int32(descriptors.count))
                }
            }
        }
        let pidfd = fg_pidfd_open(pid)
        guard pidfd >= 0 else {
            let code = Errno.current
            Glibc.kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw code
        }
        self.pid = pid
        descriptor = OwnedDescriptor(owning: pidfd)
    }

    deinit { end() }

    /// Kills the program, and waits until it has ended. Does nothing if the program has already been reaped.
    public func end() {
        kill()
        // The wait fails only if the program has already been reaped.
        _ = try? wait()
    }

    /// Kills the program. Does nothing if the program has ended.
    public func kill() { _ = fg_pidfd_send_signal(descriptor.rawValue, SIGKILL) }

    /// Whether the program has ended, reaped or not.
    public var hasEnded: Bool { ends(within: .zero) }

    /// Blocks the thread until the program has ended, reaped or not, or this time has passed. Returns whether the
    /// program has ended.
    public func ends(within time: Duration) -> Bool {
        fg_wait_readable(descriptor.rawValue, -1, Int32(clamping: time.milliseconds)) != 0
    }

    /// Blocks the thread until the program has ended, and reaps it.
    ///
    /// - Throws: `Errno` if the program has already been reaped.
    public func wait() throws(Errno) -> ExitStatus {
        var ending = fg_ending()
        try calling { fg_wait(descriptor.rawValue, &ending) }
        return ending.signal == 0 ? .left(code: ending.code) : .killed(signal: ending.signal)
    }

    /// The signal that kills a program that exceeds its processor time.
    public static let processorTimeSignal = SIGXCPU

    /// The way in which a program ended.
    public enum ExitStatus: Equatable, Sendable {
        case left(code: Int32)
        case killed(signal: Int32)
    }
}

/// Calls `body` with the strings as a null-terminated array, which is valid during the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws(Errno) -> Result
) throws(Errno) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    copies.append(nil)
    defer { copies.forEach { free($0) } }
    return try body(copies)
}
