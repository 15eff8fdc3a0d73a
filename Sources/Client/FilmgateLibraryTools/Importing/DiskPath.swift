import FilmgateSystem
import Glibc

/// A path as bytes, which need not be valid UTF-8.
package struct DiskPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package func appending(_ name: [UInt8]) -> DiskPath {
        DiskPath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// The last path component, such as `b` for `a/b/`.
    package var name: [UInt8] {
        let trimmed = bytes.reversed().drop { $0 == UInt8(ascii: "/") }
        return trimmed.prefix { $0 != UInt8(ascii: "/") }.reversed()
    }

    /// The path of the parent folder; empty for a path with only one component.
    package var parent: DiskPath {
        let trimmed = bytes.reversed().drop { $0 == UInt8(ascii: "/") }
        return DiskPath(bytes: trimmed.drop { $0 != UInt8(ascii: "/") }.reversed())
    }

    package var isHidden: Bool { name.first == UInt8(ascii: ".") }

    /// The extension in lower case, without the dot; nil if the name has none.
    package var fileExtension: String? {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1 else { return nil }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The file name for the library: UTF-8 without control characters, shortened to 255 bytes, with the extension.
    package var libraryFilename: String {
        let text = String(decoding: name, as: UTF8.self)
        var plain = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
        let ending = fileExtension.map { String(plain.suffix($0.count + 1)) } ?? ""
        while plain.utf8.count > 255, plain.count > ending.count {
            plain = String(plain.dropLast(ending.count + 1)) + ending
        }
        return plain
    }

    /// The path for display. Bytes that are not valid UTF-8 become U+FFFD.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    package static func < (left: DiskPath, right: DiskPath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The absolute path with all links resolved; nil if no file exists at the path.
    package var resolved: String? {
        // Any error means that the path does not lead to a file.
        (try? LinkFreePath(resolving: bytes)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Calls `body` with the path as a NUL-terminated string.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try unsafe bytes.withPath(body)
    }
}
