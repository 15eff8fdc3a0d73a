import FilmgateSystem

/// A stored file in a list of files.
struct ListedFile: Hashable, Sendable {
    /// The file name: 32 hexadecimal digits.
    let name: String
    /// The SHA-256 of the content: 64 hexadecimal digits.
    let sha256: String
    let size: UInt64

    /// The name of the folder that contains the file: the first two digits of the file name.
    var folder: String { String(name.prefix(2)) }
}

/// A list of stored files, with a line `NAME SHA256 SIZE` for each file.
enum FileList {
    /// - Throws: `BackupFailure.damaged` if a line has a different form. So no name can contain a path.
    static func read(_ file: OwnedDescriptor, named name: String) throws -> [ListedFile] {
        let bytes = try file.bytes(at: 0, count: Int(clamping: try file.facts().size))
        var files: [ListedFile] = []
        files.reserveCapacity(bytes.count / 104)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let file = ListedFile(line) else { throw BackupFailure.damaged(name) }
            files.append(file)
        }
        return files
    }
}

extension ListedFile {
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        let (start, space) = (line.startIndex, UInt8(ascii: " "))
        guard line.count > 98, line[start + 32] == space, line[start + 97] == space else { return nil }
        let (name, hash, digits) = (line[start..<start + 32], line[start + 33..<start + 97], line[(start + 98)...])
        guard name.allSatisfy(\.isHexadecimal), hash.allSatisfy(\.isHexadecimal),
            let size = UInt64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.init(
            name: String(decoding: name, as: UTF8.self), sha256: String(decoding: hash, as: UTF8.self), size: size)
    }
}

extension UInt8 {
    /// Whether the byte is a lower-case hexadecimal digit.
    fileprivate var isHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
