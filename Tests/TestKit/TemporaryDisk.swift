import FilmgateSystem
import Foundation
import Glibc

/// A small file system in memory, which a test can fill.
public struct TemporaryDisk: Sendable {
    public let path: String

    /// Whether this process may mount one.
    public static let isAvailable: Bool = {
        guard let trial = try? TemporaryDisk(megabytes: 1) else { return false }
        trial.remove()
        return true
    }()

    public init(megabytes: Int) throws {
        let path = FileManager.default.temporaryDirectory.path + "/filmgate-disk-\(UUID())"
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try calling { mount("none", path, "tmpfs", 0, "size=\(megabytes)m") }
    }

    /// Bytes that are free.
    public var room: UInt64 {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return 0 }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    }

    /// Leaves so many bytes free.
    public func fill(leaving bytes: UInt64) throws {
        try Data(count: Int(room - bytes)).write(to: URL(filePath: filler))
    }

    /// Frees what ``fill(leaving:)`` took, at once: a file that is deleted keeps its bytes while a process has it open,
    /// and a child of another test can have inherited it.
    public func clear() throws {
        try calling { truncate(filler, 0) }
        try FileManager.default.removeItem(atPath: filler)
    }

    private var filler: String { path + "/filler" }

    public func remove() {
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }
}
