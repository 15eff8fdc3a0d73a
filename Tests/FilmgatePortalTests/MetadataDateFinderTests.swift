import FilmgateModel
import Testing

@testable import FilmgatePortal

@Suite("The date of a copy")
struct MetadataDateFinderTests {
    private static func seconds(_ text: String) -> Int64? {
        MetadataDateFinder.date(text).map { $0.rawValue / 1_000_000 }
    }

    @Test(
        "is read in all forms of metadata",
        arguments: [
            ("2024-05-01T12:00:05Z", 1_714_564_805), ("2024-05-01T12:00:05.75+02:00", 1_714_557_605),
            ("2024-05-01T12:00-01:30", 1_714_570_200), ("2024:05:01 12:00:05+00:00", 1_714_564_805),
        ])
    func zoned(_ text: String, _ seconds: Int64) { #expect(Self.seconds(text) == seconds) }

    @Test("without a zone is one of this computer's zone, and a day alone is noon")
    func local() throws {
        let time = try #require(Self.seconds("2024-05-01T12:00:00"))
        // No zone is further from UTC.
        #expect(abs(time - 1_714_564_800) <= 14 * 3600 && time % 900 == 0)
        #expect(Self.seconds("2024-05-01") == time)
    }

    @Test(
        "is nothing that no calendar has",
        arguments: [
            "", "yesterday", "1957-06", "2024-02-30T12:00:00Z", "2024-05-01T25:00:00Z", "2024-05-01T12:00:00+99:00",
            "2024-05-01T12:00:00+", "99999999999999999999-05-01", "-1-05-01", "0000:00:00 00:00:00",
        ])
    func invalid(_ text: String) { #expect(Self.seconds(text) == nil) }

    @Test("is the one on which the photo was taken, rather than one of its file")
    func order() {
        func year(_ values: [String: String]) -> String? {
            let metadata = FileMetadata(values.map { FileMetadata.Tag($0.key, $0.value) })
            return MetadataDateFinder.date(in: metadata).map { String($0.isoText.prefix(4)) }
        }
        let (taken, made) = ("2020-05-01T12:00:00Z", "2021-05-01T12:00:00Z")
        #expect(year(["xmp:CreateDate": made, "exif:DateTimeOriginal": taken]) == "2020")
        #expect(year(["xmp:CreateDate": made, "exif:DateTimeOriginal": "unknown"]) == "2021")
        #expect(year(["tiff:Make": made]) == nil)
    }
}
