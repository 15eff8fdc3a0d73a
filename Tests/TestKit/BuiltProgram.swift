import Foundation

/// The package's own programs.
public enum BuiltProgram {
    /// Programs that people run are tested as people run them: from the release build that `FILMGATE_PROGRAMS` names,
    /// which `make test` sets. Without it, and for the programs of the tests alone, from the build of the tests.
    public static func path(_ name: String) -> String {
        let folder =
            installed.contains(name) ? ProcessInfo.processInfo.environment["FILMGATE_PROGRAMS"] ?? tests : tests
        return URL(filePath: folder).appending(path: name).path
    }

    /// What `make install` installs.
    public static let installed = [
        "filmgated", "filmgatectl", "filmgate-agent", "filmgate-window", "filmgate-render", "filmgate-identify",
        "filmgate-camera", "filmgate-portal", "filmgate-desktop",
    ]

    private static let tests = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    ).deletingLastPathComponent().path
}
