import FilmgateSystem
import Glibc

/// The location of the folder with the copies.
enum PickLocation: Sendable {
    /// The person's runtime directory, which only this user can access.
    case runtime(String)
    /// The path of a folder in which every user can create files.
    case disk(String)

    /// Opens the folder for copies. Creates the folder if it is missing.
    ///
    /// - Throws: `Errno`, such as `accessDenied` if other users can access the folder.
    func opened() throws(Errno) -> (path: String, directory: Directory) {
        switch self {
        case .runtime(let path):
            let runtime = try Directory(path: path)
            // The runtime directory can belong to a different user, if an administrator runs a program with the
            // person's environment. That program stores its copies on the disk.
            guard try runtime.isOwn else { throw .accessDenied }
            let picks = try runtime.makingDirectory("filmgate").makingDirectory("picks")
            guard try picks.isPrivate else { throw .accessDenied }
            return ("\(path)/filmgate/picks", picks)
        case .disk(let path):
            let parent = try Directory(path: path)
            for name in PickLocation.names(in: parent) {
                // Skips links, and folders of other users.
                guard let folder = try? parent.directory(name), try folder.isPrivate else { continue }
                return ("\(path)/\(name)", folder)
            }
            // A different user may have created a folder with the usual name.
            let base = PickLocation.diskName
            let name = parent.has(base) ? "\(base)-\(randomPart())" : base
            let folder = try parent.makingDirectory(name)
            guard try folder.isPrivate else { throw .accessDenied }
            return ("\(path)/\(name)", folder)
        }
    }

    /// Opens the existing folders with this user's copies, so that the copies can be deleted.
    func existing() -> [Directory] {
        switch self {
        case .runtime(let path):
            do throws(Errno) {
                let picks = try Directory(path: path).directory("filmgate").directory("picks")
                return try picks.isOwn ? [picks] : []
            } catch { return [] }
        case .disk(let path):
            // If the folder does not exist, there is nothing to delete.
            guard let parent = try? Directory(path: path) else { return [] }
            return PickLocation.names(in: parent).compactMap { name in
                do throws(Errno) {
                    let folder = try parent.directory(name)
                    return try folder.isOwn ? folder : nil
                } catch { return nil }
            }
        }
    }

    private static var diskName: String { "filmgate-picks-\(geteuid())" }

    /// Returns the names of possible folders for copies, the usual name first. Some folders may belong to other users.
    private static func names(in parent: Directory) -> [String] {
        // An unreadable folder counts as empty.
        ((try? parent.names()) ?? []).filter { $0 == diskName || $0.hasPrefix("\(diskName)-") }.sorted()
    }

    /// Returns whether a path leads to the folder for copies or into it.
    func covers(_ path: String) -> Bool {
        switch self {
        case .runtime(let runtime):
            PickLocation.spellings(of: runtime).contains {
                PickLocation.names(of: path, below: "\($0)/filmgate/picks") != nil
            }
        case .disk(let disk):
            PickLocation.spellings(of: disk).contains { disk in
                guard let name = PickLocation.names(of: path, below: disk)?.first else { return false }
                return name == PickLocation.diskName || name.hasPrefix("\(PickLocation.diskName)-")
            }
        }
    }

    /// Returns the path without `.` and `..`, and the path with all links resolved.
    static func spellings(of path: String) -> [String] {
        let written = "/" + names(in: path).joined(separator: "/")
        // A path that does not exist cannot be resolved.
        guard let resolved = try? LinkFreePath(resolving: Array(path.utf8)) else { return [written] }
        return [written, String(decoding: resolved.bytes, as: UTF8.self)]
    }

    /// Returns the path components relative to a folder; nil if the path is not in the folder.
    static func names(of path: String, below folder: String) -> [String]? {
        let (path, folder) = (names(in: path), names(in: folder))
        return path.starts(with: folder) ? Array(path.dropFirst(folder.count)) : nil
    }

    private static func names(in path: String) -> [String] {
        path.split(separator: "/").reduce(into: []) { names, name in
            switch name {
            case ".": break
            case "..": _ = names.popLast()
            default: names.append(String(name))
            }
        }
    }
}

extension Directory {
    fileprivate var isOwn: Bool { get throws(Errno) { try descriptor.facts().owner == geteuid() } }

    fileprivate var isPrivate: Bool {
        get throws(Errno) {
            let facts = try descriptor.facts()
            return facts.owner == geteuid() && facts.permissions & 0o777 == 0o700
        }
    }
}
