/// A file on a camera, as the camera reports it. The names are checked, because a device can send any text.
package struct CameraFile: Codable, Hashable, Sendable {
    /// The absolute path of the folder on the camera.
    package let folder: String
    package let name: String
    /// The size in bytes; nil if the camera does not report it.
    package let size: UInt64?
    /// The date of the last change to the file, in seconds since 1970; nil if the camera does not report it. The
    /// camera's local time is read as UTC, so that the value does not depend on the computer's time zone.
    package let date: Int64?

    /// Returns nil if the entry is not valid.
    package init?(folder: String, name: String, size: UInt64?, date: Int64?) {
        (self.folder, self.name, self.size, self.date) = (folder, name, size, date)
        guard isValid else { return nil }
    }

    /// Whether the names are safe to use on a disk and to show in a terminal, and the size fits into `Int64`. The
    /// receiver of a message must check this, because decoding does not.
    package var isValid: Bool {
        guard CameraFile.isFilename(name), folder.utf8.count <= CameraFile.longestFolder,
            (size ?? 0) <= UInt64(Int64.max)
        else { return false }
        return CameraFile.isFolder(folder)
    }

    /// The path on the camera.
    package var path: String { folder == "/" ? "/" + name : folder + "/" + name }

    /// Returns whether a name has 1 to 255 bytes, no slash, control character or U+FFFD, and is not `.` or `..`.
    package static func isFilename(_ name: String) -> Bool {
        guard name != ".", name != "..", !name.isEmpty, name.utf8.count <= longestName else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar != "/" && scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "\u{FFFD}"
        }
    }

    /// Returns whether a path is absolute and each component is a valid name.
    package static func isFolder(_ folder: String) -> Bool {
        guard folder.hasPrefix("/") else { return false }
        return folder == "/"
            || folder.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { isFilename(String($0)) }
    }

    private static let longestName = 255
    private static let longestFolder = 4096
}
