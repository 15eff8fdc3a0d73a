import Foundation
import Testing

/// Faults of the compiler that this project works around, each with a small program that shows it. CONTRIBUTING.md lists them.
@Suite("Compiler faults")
struct CompilerFaultTests {
    @Test(
        "functions of the main actor go on there after an error, with the settings of each manifest",
        arguments: ["Package.swift", "data/swift/Package.swift", "examples/vignette-swift/Package.swift"],
        ["-Onone", "-O"])
    func lostIsolation(manifest: String, optimization: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: manifest), encoding: .utf8)
        let flags = try #require(text.firstMatch(of: /\.unsafeFlags\(\["(-Xllvm)", "([^"]+)"\]\)/))
        let options = [optimization, String(flags.1), String(flags.2)]
        #expect(try Self.output(of: "LostIsolation", options) == "true\n")
    }

    #if compiler(>=6.3)
        @Test(
            "without the settings, these functions go on elsewhere; a compiler with which they do not needs no settings"
        )
        func withoutSettings() throws {
            let isNeeded = try Self.output(of: "LostIsolation", ["-O"]) == "false\n"
            #if compiler(>=6.3.2)
                if !isNeeded {
                    Issue.record(
                        """
                        This compiler does not have the fault. If no older one must build Filmgate, remove '-sil-disable-pass=\
                        optimize-hop-to-executor' from the manifests, and this suite and the row of CONTRIBUTING.md with it.
                        """)
                }
            #else
                #expect(isNeeded)
            #endif
        }
    #endif

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Compiles a program and runs it.
    private static func output(of program: String, _ options: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = root.appending(path: "Tests/ArchitectureTests/CompilerFaults/\(program).swift").path
        let built = folder.appending(path: program).path
        let features = ["-swift-version", "6", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
        _ = try run(["swiftc", "-parse-as-library", source, "-o", built] + features + options)
        return try run([built])
    }

    private static func run(_ command: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command)")
        return String(decoding: output, as: UTF8.self)
    }
}
