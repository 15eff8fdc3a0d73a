import Glibc

/// A folder for temporary files of this process, which no other user can read. It can be in a folder such as
/// `/var/tmp`, in which every user can create files.
///
/// The process holds a lock in the folder. If the process is killed, the lock is released, and the next call of `sweep`
/// removes the folder.
public final class ProcessTemporaryFolder: Sendable {
    public let path: String
    public let directory: Directory
    private let name: String
    private let parent: Directory
    private let lock: OwnedDescriptor

    private static let lockName = "lock"
    private static let tries = 100

    /// - Parameters:
    ///   - path: the path of the folder in which the new folder is created.
    ///   - prefix: the beginning of the new folder's name. `sweep` removes folders whose names begin with it.
    public init(in path: String, named prefix: String) throws(Errno) {
        parent = try Directory(path: path)
        (name, directory, lock) = try ProcessTemporaryFolder.made(in: parent, named: prefix)
        self.path = "\(path)/\(name)"
    }

    private static func made(
        in parent: Directory, named prefix: String
    ) throws(Errno) -> (String, Directory, OwnedDescriptor) {
        for _ in 0..<tries {
            let name = "\(prefix)\(UInt64.random(in: 0 ... .max))"
            do throws(Errno) {
                let directory = try parent.newDirectory(name)
                // A sweep that ran between the creation and the locking of the folder holds the lock, or has removed
                // the folder.
                if let lock = try directory.lock(lockName),
                    try directory.located(lockName).facts().inode == lock.facts().inode
                {
                    return (name, directory, lock)
                }
            } catch .noEntry { continue } catch {
                // Throws the first error. A sweep removes files that cannot be removed now.
                try? parent.removeTree(name)
                throw error
            }
        }
        throw .wouldBlock
    }

    /// Removes the folder and its contents. The next sweep removes files that cannot be removed now.
    public func remove() { try? parent.removeTree(name) }

    /// Removes the folders of this user's processes that have ended. Does not remove folders of other users.
    ///
    /// - Parameters:
    ///   - path: the path of the folder that contains these folders.
    ///   - prefix: the beginning of their names.
    public static func sweep(_ path: String, named prefix: String) {
        // Without the folder there is nothing to remove.
        guard let parent = try? Directory(path: path), let names = try? parent.names() else { return }
        // The next sweep removes folders that cannot be removed now.
        for name in names where name.hasPrefix(prefix) { try? sweep(name, in: parent) }
    }

    private static func sweep(_ name: String, in parent: Directory) throws(Errno) {
        let directory = try parent.directory(name)
        guard try directory.descriptor.facts().owner == geteuid(), let lock = try directory.lock(lockName) else {
            return
        }
        defer { withExtendedLifetime(lock) {} }
        try parent.removeTree(name)
    }
}
