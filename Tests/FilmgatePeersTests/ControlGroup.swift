import Foundation
import Testing

/// A folder in the unified hierarchy, as systemd makes them.
struct ControlGroup {
    /// The last part of its path.
    let unit: String
    private let path: String
    private let made: [String]

    /// Where the hierarchy is, nil where it is not.
    private static let hierarchy: String? = {
        let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return mounts.split(separator: "\n").first { $0.contains(" - cgroup2 ") }
            .flatMap { $0.split(separator: " ").dropFirst(4).first.map(String.init) }
    }()

    static let isPossible =
        geteuid() == 0 && (hierarchy.map { FileManager.default.isWritableFile(atPath: $0) } ?? false)
        && (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8))?.contains("0::/\n") == true

    init(_ name: String) throws {
        var path = try #require(Self.hierarchy)
        var made: [String] = []
        for part in name.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o755) == 0 { made.append(path) }
        }
        self.path = path
        self.made = made
        unit = String(name.split(separator: "/").last ?? "")
    }

    /// What a command begins with that is to run in it.
    var entering: [String] { ["/bin/sh", "-c", "echo $$ > \"$0\"/cgroup.procs && exec \"$@\"", path] }

    /// Empty as it must be.
    func remove() { for path in made.reversed() { rmdir(path) } }
}
