import FilmgateHashing
import FilmgateModel
package import FilmgateSystem
package import FoundationEssentials

/// A file that records the start of an import with photos that must go to the trash. The file is deleted when these
/// photos are in the trash.
///
/// Photos go to the trash at the end of an import, because later files may belong to them. If the import is killed
/// before that, the next import of the same files within a day finds the record. It moves the photos that were added
/// after the recorded start to the trash. A record older than a day is ignored, because other imports may have added
/// the same photos.
package struct UnfinishedImport {
    private let folder: Directory
    private let name: String
    /// The start date of this import, or of the interrupted import that it continues.
    package let start: Date
    /// Whether an earlier import of the same files was interrupted.
    package let isContinued: Bool

    /// Begins an import, or continues an interrupted import of the same photos.
    ///
    /// - Parameters:
    ///   - items: the photos that must go to the trash. Their names and sizes identify the import.
    ///   - library: the identifier of the library.
    /// - Returns: nil if the home folder is unknown.
    /// - Throws: an error if the record cannot be written.
    package init?(of items: [ImportItem], into library: String) throws(Errno) {
        guard let state = TemporaryFiles.folder("XDG_STATE_HOME", usual: "/.local/state") else { return nil }
        try self.init(of: items, into: library, in: try Directory.making("\(state)/filmgate/imports"))
    }

    init(of items: [ImportItem], into library: String, in folder: Directory, now: Date = Date()) throws(Errno) {
        self.folder = folder
        name = UnfinishedImport.name(of: items, library)
        // This fails if there was no earlier import.
        let text = try? folder.file(name).bytes(at: 0, count: UnfinishedImport.mostBytes)
        let present = Int64(now.timeIntervalSince1970 * 1_000_000)
        let recent = present - UnfinishedImport.mostMicroseconds...present
        let began = text.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }.flatMap {
            recent.contains($0) ? $0 : nil
        }
        isContinued = began != nil
        let microseconds = began ?? present
        start = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
        if began == nil { try folder.replaceFile(name, with: "\(microseconds)".utf8) }
    }

    /// Deletes the record, after the photos are in the trash.
    package func finish() throws(Errno) { try folder.remove(name) }

    private static let mostBytes = 32
    /// The time during which an interrupted import can be continued: one day.
    private static let mostMicroseconds: Int64 = 86_400_000_000

    private static func name(of items: [ImportItem], _ library: String) -> String {
        var digest = SHA256Hasher()
        let files = items.map { Array($0.file.path.name) + Array(" \($0.file.size)".utf8) }
        for part in [Array(library.utf8)] + files.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            unsafe (part + [0]).withUnsafeBytes { unsafe digest.update($0) }
        }
        return String(digest.finish().description.map { $0 == ":" ? "-" : $0 })
    }
}
