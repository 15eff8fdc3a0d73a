import FilmgateTestKit
import Foundation
import Testing

/// What tests start ends with them.
@Suite("Tests leave no process behind")
struct LeftoverTests {
    @Test("what a window's programs started ends with the test: the accessibility bus, and a program in the background")
    func windows() async throws {
        let started = try await withWorld { world in
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "No Photos")
            _ = try await world.run("/bin/sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 &")
            return Leftovers.processes(in: world.folder).map { ($0, Self.command(of: $0)) }
        }
        for part in ["accessibility.conf", "sleep 1000", "filmgate-window", "Xvfb"] {
            #expect(started.contains { $0.1.contains(part) }, "\(part) was running: \(started)")
        }
        for (process, command) in started { #expect(Self.command(of: process) != command) }
    }

    @Test("the check of a whole run fails if a process is left, and ends it")
    func check() async throws {
        let check = Source.script("no-leftovers")
        let clean = try ChildProcess.run([check, "/bin/sh", "-c", "sleep 0.1 & exit 3"])
        #expect(clean.code == 3 && clean.output.isEmpty)
        let dirty = try ChildProcess.run([check, "/bin/sh", "-c", "setsid sleep 1000 & echo $!"])
        #expect(dirty.code == 1 && dirty.output.contains("sleep 1000"), "\(dirty)")
        let process = try #require(dirty.output.split(separator: "\n").first.flatMap { Int32($0) })
        #expect(Self.command(of: process) != "sleep 1000")
    }

    /// Its command line; empty if it has ended.
    private static func command(of process: Int32) -> String {
        let line = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
        return line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
}
