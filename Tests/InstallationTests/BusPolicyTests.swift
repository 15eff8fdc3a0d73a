import FilmgateTestKit
import Foundation
import Testing

/// Whether the tests run as root, which alone can be several users.
let isRoot = geteuid() == 0

@Suite("The bus policy")
struct BusPolicyTests {
    @Test(
        "lets only the broker own its name, and only agents register",
        .enabled(if: isRoot, "only root can be several users on a bus"))
    func policy() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/bus-policy.py").path
        let result = try await Program("/usr/bin/python3", [script]).result()
        let wrong = result.lines.filter { !$0.hasPrefix("ok") }
        #expect(result.code == 0, "\(wrong.joined(separator: "\n"))\n\(result.errors)")
        #expect(result.lines.count { $0.hasPrefix("ok") } > 250)
    }
}
