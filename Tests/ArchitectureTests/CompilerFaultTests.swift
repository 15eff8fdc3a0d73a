import Foundation
import Testing

/// Faults of the compiler that this project works around, each with a small program that shows it.
/// docs/compiler-faults.md lists them.
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
                        optimize-hop-to-executor' from the manifests, and fault 1 from docs/compiler-faults.md and this suite.
                        """)
                }
            #else
                #expect(isNeeded)
            #endif
        }
    #endif

    @Test("a closure without a capture list runs where it is called; one with it does not, with this compiler")
    func captureLists() throws {
        #expect(try Self.output(of: "CapturedIsolation", ["-Onone"]) == "true\n")
        #expect(try Self.output(of: "CapturedIsolation", ["-Onone", "-D", "HAS_CAPTURE_LIST"]) == "false\n")
    }

    @Test("a class with an isolated deinit can be imported if it names its actor, and not otherwise with this compiler")
    func isolatedDeinit() throws {
        #expect(try Self.importsWidgets(["-D", "NAMES_ACTOR"]))
        #expect(try !Self.importsWidgets([]))
    }

    @Test("each workaround has a mark that names a fault of the page, and the page counts them")
    func marks() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/compiler-faults.md"), encoding: .utf8)
        var listed: [Int: Int] = [:]
        for section in page.matches(of: /\n## (\d+)\. [^#]+?\n- Marks: (\d+)\n/) {
            listed[try #require(Int(section.1))] = Int(section.2)
        }
        #expect(listed.keys.sorted() == Array(1...4))
        var marks: [Int: Int] = [:]
        for text in try Self.sources() {
            for mark in text.matches(of: /\/\/ Compiler fault: (\d+)/) {
                marks[try #require(Int(mark.1)), default: 0] += 1
            }
        }
        #expect(marks == listed)
    }

    /// The text of each Swift file and manifest of the project.
    private static func sources() throws -> [String] {
        let manifests = ["Package.swift", "data/swift/Package.swift", "examples/vignette-swift/Package.swift"]
        let files = try ["Sources", "Tests", "Benchmarks", "Plugins"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
                .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
        }
        return try (manifests + files).map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    }

    private static let root = Repository.root

    /// Compiles a program and runs it.
    private static func output(of program: String, _ options: [String]) throws -> String {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = path(of: program)
        let built = folder.appending(path: program).path
        let features = ["-swift-version", "6", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
        _ = try run(["swiftc", "-parse-as-library", source, "-o", built] + features + options)
        return try run([built])
    }

    /// Whether a file can import the module `Widgets` that is compiled with these options.
    private static func importsWidgets(_ options: [String]) throws -> Bool {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = path(of: "ForgottenIsolation")
        let compiler = ["swiftc", "-swift-version", "6", "-parse-as-library"]
        let module = folder.appending(path: "Widgets.swiftmodule").path
        _ = try run(
            compiler + ["-default-isolation", "MainActor", "-emit-module", "-module-name", "Widgets", "-o", module]
                + options + [source])
        let (status, _, messages) = try start(
            compiler + ["-typecheck", "-D", "USES_WIDGETS", "-I", folder.path, source])
        if status != 0 { #expect(messages.contains("deinit is marked isolated"), "\(messages)") }
        return status == 0
    }

    private static func path(of program: String) -> String {
        root.appending(path: "Tests/ArchitectureTests/CompilerFaults/\(program).swift").path
    }

    private static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func run(_ command: [String]) throws -> String {
        let (status, output, messages) = try start(command)
        try #require(status == 0, "\(command): \(messages)")
        return output
    }

    /// Runs a command, and returns its status, its output and what it says on standard error.
    private static func start(_ command: [String]) throws -> (Int32, String, String) {
        let (process, pipe, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = errors
        try process.run()
        // Short: a pipe holds the messages of a program of twenty lines.
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let texts = [output, messages].map { String(decoding: $0, as: UTF8.self) }
        return (process.terminationStatus, texts[0], texts[1])
    }
}
