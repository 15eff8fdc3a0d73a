internal import CFilmgateSystem
public import FilmgateSystem
internal import Glibc

/// A program that this process started, ended and reaped with the last reference at the latest.
public final class Child: Sendable {
    public let pid: Int32
    /// Readable as soon as the program has ended; stands for this process alone, however pids are used again.
    public let descriptor: OwnedDescriptor

    /// Starts a program with nothing of this process but what is named here.
    ///
    /// - Parameters:
    ///   - path: of the executable; no search.
    ///   - arguments: those after the program's own name, which is `path`.
    ///   - descriptors: what the program finds as 3, 4 and so on, at most 16; 0 to 2 are `/dev/null`, all others closed.
    /// - Throws: `Errno` where it cannot be started, a missing program among the reasons.
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

    deinit {
        // Where `wait` has been called already there is nobody to kill, and nothing to wait for.
        kill()
        _ = try? wait()
    }

    /// Ends the program at once; harmless when it has ended.
    public func kill() { _ = fg_pidfd_send_signal(descriptor.rawValue, SIGKILL) }

    /// Whether it has ended, reaped or not.
    public var hasEnded: Bool { ends(within: .zero) }

    /// Blocks the thread until it has ended, reaped or not; false where it has not in that time.
    public func ends(within time: Duration) -> Bool {
        fg_wait_readable(descriptor.rawValue, -1, Int32(clamping: time.milliseconds)) != 0
    }

    /// Waits, blocking the thread, and reaps.
    ///
    /// - Throws: `Errno` where it has been reaped already.
    public func wait() throws(Errno) -> Ending {
        var ending = fg_ending()
        try calling { fg_wait(descriptor.rawValue, &ending) }
        return ending.signal == 0 ? .left(code: ending.code) : .killed(signal: ending.signal)
    }

    /// What a program dies of that exceeds its processor time.
    public static let processorTimeSignal = SIGXCPU

    /// How a program ended.
    public enum Ending: Equatable, Sendable {
        case left(code: Int32)
        case killed(signal: Int32)
    }
}

/// The strings as C wants them: an array that a null ends, valid during the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws(Errno) -> Result
) throws(Errno) -> Result {
    var copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    copies.append(nil)
    defer { copies.forEach { free($0) } }
    return try body(copies)
}
