@testable import FilmgateLibraryTools
import FilmgateModel
import Foundation
import Testing

@Suite("iCloud's lists, read within limits")
struct AppleListTests {
    /// Reads files with these contents, by their paths.
    private static func read(
        _ files: [String: String], within limits: ICloudListLimits = ICloudListLimits(),
        _ body: (ICloudExportReader) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-list-\(UUID().uuidString)")
        // Best effort: the folder is a temporary one.
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, content) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.utf8).write(to: file)
        }
        try body(ICloudExportReader(ScannedFiles([DiskPath(folder.path)]), within: limits))
    }

    private static func names(_ count: Int) -> String { (0..<count).map { "q\($0).JPG\n" }.joined() }

    private static func albums(_ reader: ICloudExportReader) -> [String] {
        reader.entries.values.flatMap(\.albums).flatMap(\.self).sorted()
    }

    private static func reasons(_ reader: ICloudExportReader, _ list: String) -> [String] {
        reader.left.filter { $0.path.description.hasSuffix("/" + list) }.map(\.reason)
    }

    @Test("a name that the list of an album repeats counts once")
    func repeatedName() throws {
        let list = "imgName\n" + String(repeating: "IMG_1.JPG\nIMG_2.JPG\n", count: 3)
        try Self.read(["Alpha.csv": list, "IMG_1.JPG": "content"]) { reader in
            #expect(reader.lists.count == 1 && reader.left.count == 1)
            #expect(Self.albums(reader) == ["Alpha"])
        }
    }

    @Test("of many names without a file, the first are reported one by one, and the others by their number")
    func missing() throws {
        var limits = ICloudListLimits()
        limits.missing = 3
        let files = ["A.csv": "Images\n" + Self.names(10) + "x.JPG\n", "B.csv": "Images\nb.JPG\nx.JPG\n", "x.JPG": "x"]
        try Self.read(files, within: limits) { reader in
            #expect(reader.left.count == 5, "\(reader.left)")
            #expect(Self.reasons(reader, "A.csv").map { $0.hasSuffix(": 7.") } == [true])
            #expect(Self.reasons(reader, "B.csv").map { $0.hasSuffix(": 1.") } == [true])
            #expect(Self.albums(reader) == ["A", "B"])
        }
    }

    @Test("a list that is too large is read up to its last whole row within the limit, and the report names it")
    func large() throws {
        var limits = ICloudListLimits()
        limits.listBytes = 20
        // The name that the limit cuts in two must not count.
        let files = ["A.csv": "Images\nx.JPG\ny.JPG.JPG\n", "B.csv": "Images\nx.JPG\n", "x.JPG": "x", "y.JPG": "y"]
        try Self.read(files, within: limits) { reader in
            #expect(Self.albums(reader) == ["A", "B"])
            #expect(reader.left.count == 1 && Self.reasons(reader, "A.csv").first?.contains("beginning") == true)
        }
    }

    @Test("the rows, bytes, comparisons and lists of an import are limited together", arguments: 0..<4)
    func together(_ limit: Int) throws {
        var limits = ICloudListLimits()
        switch limit {
        case 0: limits.rows = 1
        case 1: limits.bytes = 13
        case 2: limits.comparisons = 1
        default: limits.lists = 1
        }
        let files = ["A.csv": "Images\nx.JPG\n", "B.csv": "Images\nx.JPG\n", "x.JPG": "x"]
        try Self.read(files, within: limits) { reader in
            #expect(reader.lists.count == 2)
            #expect(Self.albums(reader) == ["A"])
            #expect(reader.left.count == 1 && Self.reasons(reader, "B.csv").count == 1, "\(reader.left)")
        }
    }

    @Test("rows with far more values than columns are not read, and reported by their number")
    func wide() throws {
        let wide = String(repeating: ",", count: 1_000) + "\n"
        try Self.read(["A.csv": "Images\n\(wide)x.JPG\n\(wide)", "x.JPG": "x"]) { reader in
            #expect(Self.albums(reader) == ["A"])
            #expect(Self.reasons(reader, "A.csv").map { $0.hasSuffix(": 2.") } == [true])
        }
    }

    @Test("details on which the rows with a name disagree do not count, and are reported once")
    func details() throws {
        let row = "June 4,2022 12:11 PM GMT\""
        let list = """
            imgName,favorite,hidden,deleted,originalCreationDate
            x.JPG,yes,yes,yes,"\(row)
            x.JPG,yes,no,no,"\(row)
            x.JPG,yes,yes,yes,"\(row)
            y.JPG,no,no,yes
            z.JPG,no,no,yes
            """
        try Self.read(["Details.csv": list, "x.JPG": "x", "y.JPG": "y"]) { reader in
            let entries = Dictionary(
                uniqueKeysWithValues: reader.entries.map { file, entry in
                    (String(decoding: file.path.name, as: UTF8.self), entry)
                })
            let (x, y) = (try #require(entries["x.JPG"]), try #require(entries["y.JPG"]))
            #expect(x.properties.isFavorite == true && x.properties.isHidden == nil)
            #expect(!x.isTrashed && x.isKept && x.fallbackDate != nil)
            #expect(y.isTrashed && !y.isKept && y.fallbackDate == nil && y.properties.isFavorite == nil)
            #expect(reader.left.count == 2, "one that contradicts itself, and one that is missing: \(reader.left)")
        }
    }
}
