import Foundation

/// Small files that were made for tests, in `Tests/Inputs`.
enum TestInputs {
    static func file(_ path: String) -> URL {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return tests.appending(path: "Inputs/\(path)")
    }
}
