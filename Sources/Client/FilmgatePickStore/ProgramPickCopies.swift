import FilmgateModel
import FilmgateSystem
import Glibc

/// The copies of one program in a folder, and the program's lock.
final class ProgramPickCopies: Sendable {
    private let path: String
    let directory: Directory
    private let owner: String
    private let lock: OwnedDescriptor

    private static let tries = 100

    init(in folder: (path: String, directory: Directory)) throws(Errno) {
        (path, directory) = folder
        (owner, lock) = try ProgramPickCopies.locked(in: folder.directory)
    }

    private static func locked(in directory: Directory) throws(Errno) -> (String, OwnedDescriptor) {
        for _ in 0..<tries {
            let owner = randomPart()
            let name = lockName(of: owner)
            do throws(Errno) {
                // A concurrent sweep may have locked or deleted the file after its creation.
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

    /// Returns the identifier of the program to which an entry belongs.
    static func owner(of name: String) -> String {
        name.hasPrefix(".") ? String(name.dropFirst()) : String(name.prefix { $0 != "-" })
    }

    func add(_ copy: UnwrittenCopy, within limit: UInt64) throws(Errno) -> WrittenCopy {
        let name = "\(owner)-\(randomPart())-\(String(copy.size, radix: 16))"
        let folder = try directory.newDirectory(name)
        do throws(Errno) {
            // Two programs that add copies at the same time count each other's copies.
            guard try size() <= limit else { throw .quotaExceeded }
            try copy.write(to: folder)
        } catch {
            // If this fails, a sweep deletes the folder later.
            try? directory.removeTree(name)
            throw error
        }
        return WrittenCopy(share: self, name: name, path: "\(path)/\(name)/\(copy.name)")
    }

    /// Returns the total size of all programs' copies, in bytes. Reads the sizes from the names of the folders.
    private func size() throws(Errno) -> UInt64 {
        try directory.names().reduce(0) { sum, name in
            guard !name.hasPrefix("."), let last = name.split(separator: "-").last else { return sum }
            let (total, isOverflow) = sum.addingReportingOverflow(UInt64(last, radix: 16) ?? 0)
            return isOverflow ? .max : total
        }
    }

    func removeAll() {
        // If the folder cannot be read, a sweep deletes the copies.
        for name in (try? directory.names()) ?? []
        where !name.hasPrefix(".") && ProgramPickCopies.owner(of: name) == owner {
            // If this fails, a sweep deletes the copy.
            try? directory.removeTree(name)
        }
        // A lock file without copies is harmless.
        try? directory.remove(ProgramPickCopies.lockName(of: owner))
    }
}

struct WrittenCopy: Sendable {
    let share: ProgramPickCopies
    /// The name of the folder that contains the copy.
    let name: String
    let path: String

    /// Deletes the copy. If this fails, a sweep deletes it later.
    func remove() { try? share.directory.removeTree(name) }
}

struct UnwrittenCopy: Sendable {
    let name: String
    let modified: Timestamp?
    let content: OwnedDescriptor
    /// The size in bytes.
    let size: UInt64

    func write(to folder: Directory) throws(Errno) {
        let file = try folder.newFile(name)
        // Fails immediately if there is not enough space, which may be memory that other programs need.
        if size > 0 { try file.reserve(size) }
        guard try content.copyContent(to: file, atMost: size) == size else { throw .badMessage }
        if let modified {
            let time = timespec(modified)
            // Ignores errors, because not every file system can store every date.
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
