import FoundationEssentials

/// The programs that have opened a device.
package enum DeviceUsers {
    /// Returns the names of this user's processes that have a file open, such as `gvfsd-gphoto2`. Omits `pid`.
    package static func names(of path: String, besides pid: Int32) -> [String] {
        var names: [String] = []
        for process in entries(of: "/proc").compactMap({ Int32($0) }).sorted() where process != pid {
            let folder = "/proc/\(process)/fd"
            let isUser = entries(of: folder).contains { file in
                // This fails if the process has closed the file in the meantime.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")) == path
            }
            guard isUser, let name = FileManager.default.contents(atPath: "/proc/\(process)/comm") else { continue }
            let word = String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            if !names.contains(word) { names.append(word) }
        }
        return names
    }

    /// Returns an empty list for a process of a different user and for a process that has ended.
    private static func entries(of folder: String) -> [String] {
        // A folder that cannot be read counts as empty.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
