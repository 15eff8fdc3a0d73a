package import FilmgateCameraJobs
package import FilmgateSystem
import Glibc

/// The folder for the files of one batch, from their transfer until they are in the library. Only one import can use
/// the folder at a time.
package final class CameraStagingFolder {
    private let path: String
    private let directory: Directory
    private let lock: OwnedDescriptor
    /// The names of the local folders, which are numbers, by folder on the camera.
    private var folders: [String: Int] = [:]
    private var entries: [DiskPath: CameraFile] = [:]

    /// Locks the folder, and removes the files of a killed import. Returns nil if another import holds the lock.
    package init?(_ path: String, _ directory: Directory) throws(Errno) {
        guard let lock = try CameraStagingFolder.lock(in: directory) else { return nil }
        (self.path, self.directory, self.lock) = (path, directory, lock)
        try clear()
    }

    /// Removes all files. If this fails, the next import removes them.
    deinit { try? clear() }

    /// Locks the folder. Waits briefly, because `TemporaryFiles.sweep` may hold the lock.
    private static func lock(in directory: Directory) throws(Errno) -> OwnedDescriptor? {
        for _ in 0..<25 {
            if let lock = try directory.lock(TemporaryFiles.cameraLock) { return lock }
            usleep(20_000)
        }
        return nil
    }

    /// Creates an empty file with the same name as on the camera. Each folder of the camera has its own local folder.
    package func create(_ entry: CameraFile) throws(Errno) -> (path: DiskPath, file: OwnedDescriptor) {
        guard entry.isValid else { throw .invalidArgument }
        let number = folders[entry.folder] ?? folders.count
        folders[entry.folder] = number
        let file = try directory.makingDirectory("\(number)").newFile(entry.name)
        let path = DiskPath("\(path)/\(number)/\(entry.name)")
        entries[path] = entry
        return (path, file)
    }

    /// Returns whether the disk has enough free space for a file and the reserve.
    package func hasRoom(for entry: CameraFile) -> Bool {
        var disk = statvfs()
        guard unsafe statvfs(path, &disk) == 0 else { return true }
        let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        let (needed, overflow) = CameraStagingFolder.reserve.addingReportingOverflow(entry.size ?? 0)
        return !overflow && needed <= free
    }

    /// The number of bytes that an import leaves free on the disk.
    private static let reserve: UInt64 = 16 << 20

    package func remove(_ path: DiskPath) {
        if let entry = entries[path], let number = folders[entry.folder] {
            // If this fails, `clear` removes the file.
            try? directory.directory("\(number)").remove(entry.name)
        }
        entries[path] = nil
    }

    /// Returns the camera's file from which a local file was transferred.
    package func entry(at path: DiskPath) -> CameraFile? { entries[path] }

    /// The local folders that contain the transferred files.
    package var places: [FoundPath] {
        get throws(Errno) {
            let place = try LinkFreePath(of: directory.descriptor)
            return folders.values.sorted().map {
                FoundPath(DiskPath("\(path)/\($0)"), at: place.appending(Array("\($0)".utf8)))
            }
        }
    }

    /// Removes all files.
    package func clear() throws(Errno) {
        (folders, entries) = ([:], [:])
        try TemporaryFiles.empty(cameras: directory)
    }
}
