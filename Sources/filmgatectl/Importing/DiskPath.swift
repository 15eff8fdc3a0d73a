internal import Glibc

/// A path as the kernel takes it: bytes, which need not be UTF-8.
struct DiskPath: Hashable, Sendable, Comparable, CustomStringConvertible {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    func appending(_ name: [UInt8]) -> DiskPath {
        DiskPath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// The last part; of `a/b/` it is `b`.
    var name: [UInt8] {
        let trimmed = bytes.reversed().drop { $0 == UInt8(ascii: "/") }
        return trimmed.prefix { $0 != UInt8(ascii: "/") }.reversed()
    }

    var isHidden: Bool { name.first == UInt8(ascii: ".") }

    /// Lower-case and without the dot; nil where there is none.
    var fileExtension: String? {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1 else { return nil }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The name as a library can keep it: UTF-8, no control characters, at most 255 bytes with the extension kept.
    var libraryFilename: String {
        let text = String(decoding: name, as: UTF8.self)
        var plain = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
        let ending = fileExtension.map { String(plain.suffix($0.count + 1)) } ?? ""
        while plain.utf8.count > 255, plain.count > ending.count {
            plain = String(plain.dropLast(ending.count + 1)) + ending
        }
        return plain
    }

    /// Only for people: bytes that are no UTF-8 are replaced.
    var description: String { String(decoding: bytes, as: UTF8.self) }

    static func < (left: DiskPath, right: DiskPath) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

    /// Without links; nil where nothing is there.
    var resolved: String? {
        unsafe withCString { path in
            guard let resolved = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
    }

    /// The bytes with the NUL that ends them for C.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("the NUL is there") }
            return try unsafe body(start)
        }
    }
}
