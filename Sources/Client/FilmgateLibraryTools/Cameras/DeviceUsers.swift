import FoundationEssentials

/// Finds the programs that have a device open.
package enum DeviceUsers {
    /// Returns the names of this user's programs that have a file open, such as `gvfsd-gphoto2`, without this program.
    package static func names(of path: String, besides pid: Int32) -> [String] {
        let files = FileManager.default
        let processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        var names: [String] = []
        for process in processes where process != pid {
            let folder = "/proc/\(process)/fd"
            let open = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            guard open.contains(where: { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path }),
                let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            else { continue }
            let word = String(name.prefix { $0 != "\n" })
            if !names.contains(word) { names.append(word) }
        }
        return names
    }
}
