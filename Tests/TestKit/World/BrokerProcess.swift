import Foundation

/// A running `filmgated`.
public final class BrokerProcess: Sendable {
    public let program: Program

    init(bus: String, state: String, configuration: String, environment: [String: String]) throws {
        program = try Program(
            BuiltProgram.path("filmgated"), ["--bus", bus, "--state", state, "--config", configuration],
            environment: Program.plainEnvironment.merging(environment) { $1 })
    }

    /// Waits until it owns its name.
    ///
    /// - Throws: `ClientFailure` with what it wrote where it ended before.
    func serves(as observer: TestClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                // A predecessor that was killed may still be seen to own the name.
                while try await processOfOwner(asked: observer) != program.pid {}
            }
            group.addTask { [program] in
                guard let code = await program.endedUnlessCancelled() else { return }
                throw ClientFailure("filmgated ended with \(code): \(await program.log.all())")
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func processOfOwner(asked observer: TestClient) async throws -> Int32? {
        let owner = try await observer.ownerAppears(of: TestClient.service)
        let answer = try? await observer.call(
            "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", .text(owner), at: "/org/freedesktop/DBus",
            on: "org.freedesktop.DBus")
        return answer?[0]?.integer.map(Int32.init)
    }

    /// What it wrote to standard error so far.
    public var log: String { program.log.soFar }

    /// What it holds of the machine's memory, in bytes.
    public var residentBytes: Int { get throws { try bytes("VmRSS") } }

    /// The most that it ever held.
    public var peakBytes: Int { get throws { try bytes("VmHWM") } }

    private func bytes(_ figure: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(figure):") }
        guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw ClientFailure("the broker's memory is not to be read")
        }
        return kilobytes * 1024
    }

    /// The files, memory files and pipes that it has open, those of its start among them; sockets and the kernel's own
    /// objects are left out, for they come and go with the workers.
    public var openFiles: [String] {
        get throws {
            let folder = "/proc/\(program.pid)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
                .filter { $0.hasPrefix("/") || $0.hasPrefix("pipe:") }.sorted()
        }
    }
}
