import FilmgateHashing
import FilmgateModel
package import FilmgateSystem
package import FoundationEssentials

/// A record, on disk, of the start of an import whose photos have to go to the trash. It is removed when they are
/// there.
///
/// Photos go to the trash at the end of an import, because later files may belong to them. If the import is killed
/// before that, the next import of the same files within a day finds the record, and moves the photos that were added
/// since that start. After a day, the record is ignored, because other imports may have added the same photos
/// meanwhile.
package struct UnfinishedImport {
    private let folder: Directory
    private let name: String
    /// The date when this import, or the interrupted import that it continues, began.
    package let start: Date
    /// Whether an earlier import of the same files was interrupted.
    package let isContinued: Bool

    /// Begins or continues an import.
    ///
    /// - Parameters:
    ///   - items: the photos that have to go to the trash. They identify the import.
    ///   - library: the identifier of the library.
    /// - Returns: nil if the environment does not name a home folder.
    /// - Throws: if the record cannot be written.
    package init?(of items: [ImportItem], into library: String) throws(Errno) {
        guard let state = TemporaryFiles.folder("XDG_STATE_HOME", usual: "/.local/state") else { return nil }
        try self.init(of: items, into: library, in: try Directory.making("\(state)/filmgate/imports"))
    }

    init(of items: [ImportItem], into library: String, in folder: Directory, now: Date = Date()) throws(Errno) {
        self.folder = folder
        name = UnfinishedImport.name(of: items, library)
        // Without an earlier import, this file does not exist.
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

    /// Ends the import, after its photos are in the trash.
    package func finish() throws(Errno) { try folder.remove(name) }

    private static let mostBytes = 32
    /// The time for which an interrupted import can be continued: a day.
    private static let mostMicroseconds: Int64 = 86_400_000_000

    private static func name(of items: [ImportItem], _ library: String) -> String {
        var digest = SHA256Digest()
        let files = items.map { Array($0.file.path.name) + Array(" \($0.file.size)".utf8) }
        for part in [Array(library.utf8)] + files.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            unsafe (part + [0]).withUnsafeBytes { unsafe digest.update($0) }
        }
        return String(digest.finish().description.map { $0 == ":" ? "-" : $0 })
    }
}
