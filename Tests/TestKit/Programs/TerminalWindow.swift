import Foundation

/// A terminal with a program in it, on which a test types and reads: a window of a tmux server of its own.
public final class TerminalWindow: Sendable {
    private let name: String
    private let clientEnvironment: [String: String]
    private let server: Program
    /// Tells of whatever the program writes.
    private let control: Program
    private let changes: AsyncStream<Void>

    /// Starts a program there.
    ///
    /// - Parameters:
    ///   - folder: for the server's socket.
    ///   - type: what the program finds as TERM.
    init(
        _ command: [String], environment: [String: String], rows: Int, columns: Int, type: String, folder: String
    ) async throws {
        // Short, because a socket's path may not be long.
        name = "w\(UInt16.random(in: 0...UInt16.max))"
        var variables = Program.plainEnvironment
        variables["TMUX_TMPDIR"] = folder
        clientEnvironment = variables
        let settings = "\(folder)/\(name).conf"
        try "set -g default-terminal \(type)\nset -g escape-time 0\nset -g status off\n"
            .write(
                toFile: settings, atomically: true, encoding: .utf8)
        server = try Program(Self.tmux, ["-L", name, "-f", settings, "-D"], environment: variables)
        let words = ["env"] + environment.map { "\($0.key)=\($0.value)" } + command
        let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "--"] + words
        // The server listens as soon as it has read its settings.
        while try await !Self.run(["-L", name, "-N"] + session, variables).succeeded {
            guard !server.hasEnded else { throw ClientFailure("tmux ended: \(await server.log.all())") }
        }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        control = try Program(
            Self.tmux, ["-L", name, "-C", "attach", "-f", "ignore-size"], environment: variables,
            onLine: { _ in continuation.yield() })
    }

    private static let tmux = "/usr/bin/tmux"

    private static func run(_ arguments: [String], _ environment: [String: String]) async throws -> RunResult {
        try await Program(tmux, arguments, environment: environment).result()
    }

    private func tmux(_ arguments: String...) async throws -> String {
        let result = try await Self.run(["-L", name, "-N"] + arguments, clientEnvironment)
        guard result.succeeded else { throw ClientFailure("tmux \(arguments): \(result.errors)") }
        return result.output
    }

    /// What is on it, without blanks at the ends of lines.
    public var screen: String { get async throws { try await tmux("capture-pane", "-p") } }

    /// Waits until all these texts are on it; a screen is drawn from its top, and so is whole with its last line.
    ///
    /// - Returns: the whole screen then.
    /// - Throws: `ClientFailure` with the screen where it does not come.
    @discardableResult
    public func shows(_ texts: String...) async throws -> String {
        let deadline = ContinuousClock.now + .seconds(TestClient.timeLimit)
        while ContinuousClock.now < deadline {
            let screen = try await screen
            if texts.allSatisfy({ screen.contains($0) }) { return screen }
            await change(before: deadline)
        }
        throw ClientFailure("'\(texts.joined(separator: "', '"))' did not appear:\n\(try await screen)")
    }

    private func change(before deadline: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [changes] in
                for await _ in changes { return }
            }
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Presses keys, by tmux' names: `Enter`, `Down`, `S-Down`, `a`.
    public func press(_ keys: String...) async throws { _ = try await Self.send(keys, self) }

    private static func send(_ keys: [String], _ window: TerminalWindow) async throws -> RunResult {
        try await run(["-L", window.name, "-N", "send-keys"] + keys, window.clientEnvironment)
    }

    /// Types a text as it is.
    public func type(_ text: String) async throws { _ = try await tmux("send-keys", "-l", text) }

    public func resize(rows: Int, columns: Int) async throws {
        _ = try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    func stop() async {
        _ = try? await tmux("kill-server")
        await control.stop()
        server.kill()
        await server.ended()
    }
}
