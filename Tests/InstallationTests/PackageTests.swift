import FilmgateTestKit
import Foundation
import Testing

@Suite("Building packages")
struct PackageTests {
    @Test("names all missing packages at once, for building and checking", arguments: ["deb", "check-deb"])
    func missing(_ target: String) async throws {
        let folder = try InstallationFolder()
        // A machine that has nothing installed.
        try await createProgram("#!/bin/sh\nexit 1\n", at: "\(folder.path)/dpkg-query")
        let result = try await run(
            "/usr/bin/make", "--no-print-directory", "-C", source, target,
            environment: ["PATH": "\(folder.path):\(Program.plainEnvironment["PATH"] ?? "")"])
        #expect(!result.succeeded)
        let wanted = ["debhelper", "lintian", "po-debconf"] + (target == "deb" ? [] : ["debootstrap"])
        let line = result.errors.split(separator: "\n").first { $0.contains("apt install") }
        #expect(line.map { line in wanted.allSatisfy { line.contains($0) } } == true, "\(result)")
        #expect(!result.output.contains("Installing"), "nothing was begun before: \(result)")
    }
}
