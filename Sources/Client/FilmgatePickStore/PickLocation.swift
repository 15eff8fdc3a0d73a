import FilmgateSystem
import Glibc

/// The location of a folder with copies.
enum PickLocation: Sendable {
    /// The person's runtime directory, which belongs to this user.
    case runtime(String)
    /// A folder in which every user can create files.
    case disk(String)

    /// Opens the folder for copies; creates it if it is missing.
    ///
    /// - Throws: `Errno`; `accessDenied` if the folder is not accessible to this user alone.
    func opened() throws(Errno) -> (path: String, directory: Directory) {
        switch self {
        case .runtime(let path):
            let runtime = try Directory(path: path)
            // The runtime directory belongs to another user if an administrator's program kept the person's
            // environment. Such a program uses the disk.
            guard try runtime.isOwn else { throw .accessDenied }
            let picks = try runtime.makingDirectory("filmgate").makingDirectory("picks")
            guard try picks.isPrivate else { throw .accessDenied }
            return ("\(path)/filmgate/picks", picks)
        case .disk(let path):
            let parent = try Directory(path: path)
            for name in PickLocation.names(in: parent) {
                // Skips another user's folder, and links.
                guard let folder = try? parent.directory(name), try folder.isPrivate else { continue }
                return ("\(path)/\(name)", folder)
            }
            // Another user may have taken the usual name.
            let base = PickLocation.diskName
            let name = parent.has(base) ? "\(base)-\(randomPart())" : base
            let folder = try parent.makingDirectory(name)
            guard try folder.isPrivate else { throw .accessDenied }
            return ("\(path)/\(name)", folder)
        }
    }

    /// Opens the existing folders of this user, so that their contents can be removed.
    func existing() -> [Directory] {
        switch self {
        case .runtime(let path):
            do throws(Errno) {
                let picks = try Directory(path: path).directory("filmgate").directory("picks")
                return try picks.isOwn ? [picks] : []
            } catch { return [] }
        case .disk(let path):
            // Without the folder there is nothing to remove.
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

    /// Returns the names in a folder that can belong to folders for copies of any user, the usual name first.
    private static func names(in parent: Directory) -> [String] {
        // An unreadable folder contains no such names.
        ((try? parent.names()) ?? []).filter { $0 == diskName || $0.hasPrefix("\(diskName)-") }.sorted()
    }

    /// Returns whether a path whose links are resolved is this folder or leads into it.
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

    /// Returns the path without `.` and `..`, and the path to which its links currently lead.
    static func spellings(of path: String) -> [String] {
        let written = "/" + names(in: path).joined(separator: "/")
        // A path that no longer exists cannot be resolved.
        guard let resolved = try? LinkFreePath(resolving: Array(path.utf8)) else { return [written] }
        return [written, String(decoding: resolved.bytes, as: UTF8.self)]
    }

    /// Returns the names that lead from a folder to a path. Returns nil if the path is not below the folder.
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
