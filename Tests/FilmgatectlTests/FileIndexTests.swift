@testable import FilmgateLibraryTools
import FilmgateSystem
import Testing

@Suite("Files that a library calls by their paths")
struct FileIndexTests {
    /// Returns the index of each row's file among these, which are found below `/tmp/ROOT`.
    private static func found(
        _ rows: [(String, Int64?)], among files: [(path: String, size: UInt64)], below root: String = "/"
    ) throws -> [Int?] {
        let place = try FoundPath(named: DiskPath(root))
        let all = files.map { file in
            var found = place
            var folders = file.path.split(separator: "/").map(String.init)
            for part in folders { found = found.appending(Array(part.utf8)) }
            folders.removeLast()
            return PhotoFile(found, size: file.size, folders: folders)
        }
        let index = FileIndex(all)
        return index.files(of: rows.map { FileIndex.DatabaseFile(path: $0.0, size: $0.1) }).map { file in
            file.flatMap { all.firstIndex(of: $0) }
        }
    }

    @Test("are found by their folders and names, wherever the library was moved, and whatever their sizes are now")
    func moved() throws {
        let files: [(path: String, size: UInt64)] = [("Travel/a.jpg", 1), ("b.jpg", 2)]
        let rows: [(String, Int64?)] = [("/home/anna/Pictures/Travel/a.jpg", 7), ("/home/anna/Pictures/b.jpg", 8)]
        #expect(try Self.found(rows, among: files) == [0, 1])
        #expect(try Self.found([("/Travel/a.jpg", nil), ("/b.jpg", 2)], among: files) == [0, 1])
    }

    @Test("are looked for in time if the library has very deep paths", .timeLimit(.minutes(1)))
    func deep() throws {
        let deep = String(repeating: "a/", count: 2040) + "b.jpg"
        let rows = (0..<2000).map { _ in (deep, 1 as Int64?) }
        #expect(try Self.found(rows, among: [("c.jpg", 1), ("a/c.jpg", 1)]).allSatisfy { $0 == nil })
    }

    @Test("are not found by their names and sizes if the folders differ")
    func folders() throws {
        // The photo of 2018 is not that of 2019, which the library has, too.
        let rows: [(String, Int64?)] = [("/home/anna/2018/tmp/IMG_1.jpg", 5), ("/home/anna/2019/var/IMG_1.jpg", 5)]
        #expect(try Self.found(rows, among: [("IMG_1.jpg", 5)], below: "/tmp") == [0, nil])
        #expect(try Self.found([rows[1]], among: [("IMG_1.jpg", 6)], below: "/tmp") == [nil])
        let both: [(String, Int64?)] = [("/a/x/IMG_1.jpg", 5), ("/a/y/IMG_1.jpg", 5)]
        #expect(try Self.found(both, among: [("IMG_1.jpg", 5)], below: "/tmp") == [nil, nil])
        #expect(try Self.found([both[0]], among: [("IMG_1.jpg", 5)], below: "/tmp") == [0])
    }

    @Test("are found in that of several folders whose path is most alike, and one file is one row's alone")
    func several() throws {
        let files: [(path: String, size: UInt64)] = [("2018/IMG_1.jpg", 5), ("2019/IMG_1.jpg", 5), ("IMG_1.jpg", 5)]
        let rows: [(String, Int64?)] = [("/home/anna/2019/IMG_1.jpg", 5), ("/home/anna/2018/IMG_1.jpg", 5)]
        #expect(try Self.found(rows, among: files) == [1, 0])
        let twice: [(String, Int64?)] = [("/a/2018/IMG_1.jpg", 5), ("/b/2018/IMG_1.jpg", 5)]
        #expect(try Self.found(twice, among: files) == [nil, nil])
    }
}
