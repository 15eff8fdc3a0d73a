import Foundation
import Testing

@testable import filmgate_agent

@Suite("The program that the agent starts")
struct ProgramFinderTests {
    /// Folders, each with programs.
    private func withFolders(_ body: (_ folder: String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "filmgate-path-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (name, mode) in [
            ("own/window", 0o755), ("path/window", 0o755), ("path/other", 0o755), ("path/data", 0o644),
            ("working/stray", 0o755),
        ] {
            let file = URL(filePath: "\(root)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        try FileManager.default.createDirectory(atPath: "\(root)/own/other", withIntermediateDirectories: true)
        try body(root)
    }

    @Test("is looked for beside the agent, then in PATH")
    func found() throws {
        try withFolders { root in
            func find(_ name: String) throws -> String {
                try ProgramFinder.find(name, beside: "\(root)/own", path: "/nonexistent:\(root)/path")
            }
            let found = (try find("window"), try find("other"), try find("/some/window"))
            // A folder is no program.
            #expect(found == ("\(root)/own/window", "\(root)/path/other", "/some/window"))
            for name in ["data", "missing", ""] {
                let complaint = #expect(throws: AgentError.self) { try find(name) }
                #expect(complaint?.code == 69)
            }
        }
    }

    @Test("is not looked for in a working folder, whatever PATH says")
    func relative() throws {
        try withFolders { root in
            for path in ["", ".", ":", "working", "\(root)/path:", "../working"] {
                #expect(throws: AgentError.self, "\(path)") {
                    try ProgramFinder.find("stray", beside: "\(root)/own", path: path)
                }
            }
        }
    }

    @Test("is looked for in the system's folders if the caller's PATH does not count")
    func secure() throws {
        let found = try ProgramFinder.find("env", beside: "/nonexistent", path: nil)
        #expect(found == "/usr/bin/env")
        #expect(throws: AgentError.self) {
            try ProgramFinder.find("no-such-program", beside: "/nonexistent", path: nil)
        }
    }
}
