import Testing

@testable import FilmgateLibraryTools

@Suite("Names in a Takeout")
struct TakeoutNameTests {
    @Test(
        "a JSON file fits its photo: whole names, cut ones, and copies with the number in both places",
        arguments: [
            ("IMG_1234.jpg.json", "IMG_1234.jpg"), ("IMG_1234.jpg.supplemental-metadata.json", "IMG_1234.jpg"),
            ("IMG_1234.jpg.supplem.json", "IMG_1234.jpg"), ("IMG_1234.jpg(1).json", "IMG_1234(1).jpg"),
            ("IMG_1234.jpg.supplemental-metadata(2).json", "IMG_1234(2).jpg"),
            ("PXL_20230101_120000000.PORTRAIT.ORIGINAL.jpg.s.json", "PXL_20230101_120000000.PORTRAIT.ORIGINAL.jpg"),
            (
                "a name of a photo that is longer than it may b.json",
                "a name of a photo that is longer than it may be, with more words.jpg"
            ),
            (
                "0123456789012345678901234567890123456789012345.json",
                "0123456789012345678901234567890123456789012345678.jpg"
            ),
        ])
    func fits(_ json: String, _ photo: String) throws {
        let name = try #require(TakeoutMetadataName(json))
        #expect(name.fit(TakeoutName(photo)) != nil, "\(name)")
    }

    @Test(
        "a JSON file does not fit another's photo",
        arguments: [
            ("IMG_1234.jpg.json", "IMG_1235.jpg"), ("IMG_1234.jpg.json", "IMG_1234(1).jpg"),
            ("IMG_1234.jpg(1).json", "IMG_1234.jpg"), ("IMG_1234.jpg.json", "IMG_1234.mp4"),
            ("IMG.json", "IMG_1234.jpg"),
        ])
    func strangers(_ json: String, _ photo: String) throws {
        #expect(try #require(TakeoutMetadataName(json)).fit(TakeoutName(photo)) == nil)
    }

    @Test("what is no JSON file has no such name")
    func others() { #expect(TakeoutMetadataName("IMG_1234.jpg") == nil) }

    @Test("tables of comma-separated values are read with quotes, commas and line breaks in them")
    func table() {
        let table = CSVTable("a,b\r\n\"x, \"\"y\"\"\",2\n\r\nplain,\"two\nlines\"\n")
        #expect(table.names == ["a", "b"])
        #expect(Array(table.rows) == [["x, \"y\"", "2"], ["plain", "two\nlines"]])
        #expect(Array(CSVTable("").rows).isEmpty)
        #expect(Array(CSVTable("\"").rows).isEmpty)
    }

    @Test("values beyond the columns are not read, nor rows with far more, nor a table with very many columns")
    func wideTable() {
        let commas = String(repeating: ",", count: 1_000)
        var rows = CSVTable("a,b\n1,2,3\n\(commas)\n4\n").rows
        var read: [[String]] = []
        while let row = rows.next() { read.append(row) }
        #expect(read == [["1", "2"], ["4"]])
        #expect(rows.wide == 1)
        #expect(CSVTable("a\(commas)\n").names.isEmpty)
    }
}
