import Foundation

/// The package's own programs, as they were built along with the tests.
public enum BuiltProgram {
    public static func path(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }
}
