import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A machine with Filmgate on it", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct InstalledMachineTests {
    @Test("does not disturb the tests: neither its users, nor its bus policy, nor its configuration")
    func apart() async throws {
        try await withSystem(onInstalledMachine: true) { system in
            try system.answer(["*": "yes"])
            let anna = try await system.client(.anna, "tool")
            _ = try await anna.add(TestPhoto.small())
            #expect(try await anna.fetch().count == 1)
            let viewer = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await viewer.status() == "not-determined")

            let accounts = try await system.start(
                ["/bin/sh", "-c", "cut -d: -f1 /etc/passwd | sort | uniq -d; getent passwd 61790"], as: .root
            ).result()
            #expect(accounts.lines == ["anna:x:61790:61790::/nonexistent:/bin/sh"])
            let policy = try await system.ctl(.anna, "policy", "check", "--json")
            #expect(!policy.output.contains("installed.conf"), "\(policy)")
        }
    }
}
