import FoundationEssentials
import Glibc

/// The files of this system, or of a system in a folder.
struct SystemFiles {
    /// The folder that contains the system, as the prefix of every path; empty for this system.
    let root: String

    /// The attributes of a file that are known without opening it.
    struct Attributes {
        let owner: UInt32
        let group: UInt32
        /// The mode, with the bits for set-user-ID and set-group-ID.
        let mode: UInt32
        let isFolder: Bool

        /// Whether users other than the owner may change the file.
        var isWritableByOthers: Bool { mode & 0o022 != 0 }
        var octal: String { "0" + String(mode, radix: 8) }
    }

    enum LookupError: Error {
        case missing
        /// The attributes cannot be read, for example because this program may not search the file's folder.
        case hidden
    }

    /// Returns the attributes of a file. Follows symbolic links. Absolute links lead out of the system's folder.
    func facts(_ path: String) throws(LookupError) -> Attributes {
        var status = stat()
        guard unsafe stat(root + path, &status) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .hidden
        }
        return Attributes(
            owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777,
            isFolder: status.st_mode & S_IFMT == S_IFDIR)
    }

    // A file whose attributes cannot be read counts as missing.
    func exists(_ path: String) -> Bool { (try? facts(path)) != nil }

    /// Returns whether a file or link exists. Does not follow the link.
    func lists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(root + path, &status) == 0
    }

    /// Returns the text of a file; nil if the file cannot be read, or is larger than 4 MiB.
    func text(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: root + path), data.count <= 1 << 22 else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the path of the file in the first folder that has the file.
    func find(_ name: String, in folders: [String]) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: exists)
    }

    /// Returns whether the set-group-ID bit of programs has no effect, because the file system is mounted with nosuid.
    func ignoresGroups(at path: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(root + path, &status) == 0 else { return false }
        return status.f_flag & UInt(ST_NOSUID) != 0
    }
}

/// The users and groups in a system's /etc/passwd and /etc/group.
struct Accounts {
    private let users: [String: UInt32]
    private let groups: [String: (number: UInt32, members: [String])]
    private let primaryGroups: [String: UInt32]

    init(_ files: SystemFiles) {
        let people = Accounts.rows(files.text("/etc/passwd")).filter { $0.count >= 4 }
        users = Dictionary(people.compactMap { row in UInt32(row[2]).map { (row[0], $0) } }) { first, _ in first }
        primaryGroups = Dictionary(people.compactMap { row in UInt32(row[3]).map { (row[0], $0) } }) { first, _ in first
        }
        groups = Dictionary(
            Accounts.rows(files.text("/etc/group")).filter { $0.count >= 4 }.compactMap { row in
                UInt32(row[2]).map { (row[0], ($0, row[3].split(separator: ",").map(String.init))) }
            }
        ) { first, _ in first }
    }

    func user(_ name: String) -> UInt32? { users[name] }

    func group(_ name: String) -> UInt32? { groups[name]?.number }

    /// Returns the members of a group, including users whose primary group it is.
    func members(of name: String) -> [String] {
        guard let group = groups[name] else { return [] }
        let primary = primaryGroups.filter { $0.value == group.number }.map(\.key)
        return Set(group.members + primary).sorted()
    }

    private static func rows(_ text: String?) -> [[String]] {
        (text ?? "").split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
