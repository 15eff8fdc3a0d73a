import Foundation

/// A built program under a name of its own, by which its processes are told from those of other tests. The name is gone
/// with this object.
public final class RenamedProgram: Sendable {
    public let path: String

    public init(_ name: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: BuiltProgram.path(name))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The processes that run it.
    ///
    /// - Parameter argument: one that they were given; nil for all.
    public func processes(with argument: String? = nil) -> [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { entry in
            // A process that has ended has no command line.
            guard let process = Int32(entry), let line = try? Data(contentsOf: URL(filePath: "/proc/\(entry)/cmdline"))
            else { return nil }
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.first == path && argument.map(words.contains) ?? true ? process : nil
        }
    }
}
