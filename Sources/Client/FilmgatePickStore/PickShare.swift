import FilmgateModel
import FilmgateSystem
import Glibc

/// The copies of one program in a folder, and the lock of the program.
final class PickShare: Sendable {
    private let path: String
    let directory: Directory
    private let owner: String
    private let lock: OwnedDescriptor

    private static let tries = 100

    init(in folder: (path: String, directory: Directory)) throws(Errno) {
        (path, directory) = folder
        (owner, lock) = try PickShare.locked(in: folder.directory)
    }

    private static func locked(in directory: Directory) throws(Errno) -> (String, OwnedDescriptor) {
        for _ in 0..<tries {
            let owner = randomPart()
            let name = lockName(of: owner)
            do throws(Errno) {
                // A sweep that ran between the creation and the locking of the file holds the lock, or has removed it.
                if let lock = try directory.lock(name),
                    try directory.located(name).facts().inode == lock.facts().inode
                {
                    return (owner, lock)
                }
            } catch .noEntry { continue }
        }
        throw .wouldBlock
    }

    static func lockName(of owner: String) -> String { ".\(owner)" }

    /// Returns the program to which an entry belongs.
    static func owner(of name: String) -> String {
        name.hasPrefix(".") ? String(name.dropFirst()) : String(name.prefix { $0 != "-" })
    }

    func add(_ copy: PendingCopy, within limit: UInt64) throws(Errno) -> WrittenCopy {
        let name = "\(owner)-\(randomPart())-\(String(copy.size, radix: 16))"
        let folder = try directory.newDirectory(name)
        do throws(Errno) {
            // Two programs that add copies at the same time count each other's folders.
            guard try size() <= limit else { throw .quotaExceeded }
            try copy.write(to: folder)
        } catch {
            // If this fails, a sweep removes the folder later.
            try? directory.removeTree(name)
            throw error
        }
        return WrittenCopy(share: self, name: name, path: "\(path)/\(name)/\(copy.name)")
    }

    /// Returns the size of all programs' copies, in bytes, according to the names of their folders.
    private func size() throws(Errno) -> UInt64 {
        try directory.names().reduce(0) { sum, name in
            guard !name.hasPrefix("."), let last = name.split(separator: "-").last else { return sum }
            let (total, isOverflow) = sum.addingReportingOverflow(UInt64(last, radix: 16) ?? 0)
            return isOverflow ? .max : total
        }
    }

    func removeAll() {
        // A sweep removes copies that cannot be removed now.
        for name in (try? directory.names()) ?? [] where !name.hasPrefix(".") && PickShare.owner(of: name) == owner {
            // If this fails, a sweep removes the copy.
            try? directory.removeTree(name)
        }
        // If the lock file stays, it does no harm without copies.
        try? directory.remove(PickShare.lockName(of: owner))
    }
}

/// A copy that has been written.
struct WrittenCopy: Sendable {
    let share: PickShare
    /// The name of the folder that contains the copy.
    let name: String
    let path: String

    /// Removes the copy. If this fails, a sweep removes the copy later.
    func remove() { try? share.directory.removeTree(name) }
}

/// A copy to be written.
struct PendingCopy: Sendable {
    let name: String
    let modified: Timestamp?
    let content: OwnedDescriptor
    /// The size in bytes.
    let size: UInt64

    func write(to folder: Directory) throws(Errno) {
        let file = try folder.newFile(name)
        // Fails at once if there is no room. The folder may be in memory, which other programs need, too.
        if size > 0 { try file.reserve(size) }
        guard try content.copyContent(to: file, atMost: size) == size else { throw .badMessage }
        if let modified {
            let time = timespec(modified)
            // Not every file system can store every date.
            _ = unsafe futimens(file.rawValue, [time, time])
        }
        try file.restrict(to: 0o400)
    }
}

/// Returns 16 random hexadecimal digits.
func randomPart() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

extension timespec {
    fileprivate init(_ moment: Timestamp) {
        let micros = (moment.rawValue % 1_000_000 + 1_000_000) % 1_000_000
        self.init(tv_sec: Int((moment.rawValue - micros) / 1_000_000), tv_nsec: Int(micros) * 1000)
    }
}
