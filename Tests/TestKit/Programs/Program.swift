import Foundation
import Glibc
import Synchronization

/// A program that a test runs: started at once, killed with its last reference or with the tests' own process.
public final class Program: Sendable {
    public let pid: Int32
    public let output: Collected
    /// What it wrote to standard error.
    public let log: Collected

    private let input: Mutex<Int32?>
    private let ending: ProcessExit

    /// - Parameters:
    ///   - path: of the executable; no search.
    ///   - environment: all that the program finds.
    ///   - onLine: hears every line of standard output, on a thread of its own, and nil at the end; `output` then stays
    ///     empty.
    /// - Throws: `CannotStart`.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = Program.plainEnvironment,
        onLine: (@Sendable (String?) -> Void)? = nil
    ) throws {
        let started = try Launcher.shared.start(path, arguments, environment)
        pid = started.pid
        input = Mutex(started.input)
        output = Collected(readingFrom: started.output, onLine: onLine)
        log = Collected(readingFrom: started.log, onLine: nil)
        ending = ProcessExit(of: started.pid)
    }

    deinit {
        kill()
        closeInput()
    }

    /// Enough for every program here, and the same on every machine.
    public static let plainEnvironment = [
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    ]

    /// Waits for its end.
    ///
    /// - Returns: the exit code, or 128 and the signal as shells have it.
    @discardableResult
    public func ended() async -> Int32 { await ending.wait() }

    /// Waits for its end, or for the task to be cancelled: then nil.
    public func endedUnlessCancelled() async -> Int32? { await ending.waitUnlessCancelled() }

    public var hasEnded: Bool { ending.isOver }

    /// Sends a signal; harmless once the program has ended.
    public func send(signal: Int32) { ending.signal(signal) }

    public func kill() { send(signal: SIGKILL) }

    /// Asks it to end, and waits until it has.
    @discardableResult
    public func stop() async -> Int32 {
        closeInput()
        send(signal: SIGTERM)
        return await ended()
    }

    /// Waits for its end and for all that it wrote.
    public func result() async -> RunResult {
        closeInput()
        let code = await ended()
        return RunResult(code: code, output: await output.all(), errors: await log.all())
    }

    /// Writes to its standard input; nothing happens when nobody reads there any more.
    public func write(_ text: String) {
        input.withLock { descriptor in
            guard let descriptor else { return }
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    public func closeInput() {
        input.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }
}

/// What a program left behind.
public struct RunResult: Sendable {
    /// The exit code, or 128 and the signal.
    public let code: Int32
    public let output: String
    public let errors: String

    public init(code: Int32, output: String, errors: String) {
        (self.code, self.output, self.errors) = (code, output, errors)
    }

    public var succeeded: Bool { code == 0 }
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A program that could not be started: it is missing, most likely.
public struct CannotStart: Error, CustomStringConvertible {
    public let path: String
    public let code: Int32
    public var description: String { "\(path) cannot be started: \(String(cString: strerror(code)))" }
}
