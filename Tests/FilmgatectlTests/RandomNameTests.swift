import FilmgateModel
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgateLibraryTools

@Suite("Names, dates and lists of other programs, made up")
struct RandomNameTests {
    private static let parts = [
        "IMG_", "2019", "0509", "-", "_", ".", " ", "(1)", "(", ")", "at ", "PM", "\u{202F}", "-edited", "_edited",
        ".MP", "~2",
        ".RAW-01", ".COVER", ".ORIGINAL", ".jpg", ".json", ".supplemental-metadata", "\u{1F384}", "e\u{301}",
        "\u{FEFF}",
        "FB_IMG_", "15348469370", "99", "-WA", "PXL_", "_iOS", "GMT", "+14:59", "June ", "4,2022 ", "12:11 ", "\"", ",",
        "\n", "\r\n", "imgName", "{", "}", ":", "\"title\"", "\u{0}",
    ]

    /// `FILMGATE_RANDOM_NAMES` says how many; by default a few.
    @Test("are read, or are not, whatever is in them")
    func read() {
        let count = ProcessInfo.processInfo.environment["FILMGATE_RANDOM_NAMES"].flatMap { Int($0) } ?? 20_000
        var random = SeededRandom(seed: 30)
        for _ in 0..<count {
            let length = Int.random(in: 0...12, using: &random)
            let text = (0..<length).compactMap { _ in Self.parts.randomElement(using: &random) }.joined()
            let name = PhotoBaseName(text)
            #expect(name.stem.utf8.count <= text.lowercased().utf8.count)
            // A stem is what it has in common with itself.
            #expect(!name.mayEdit(name))
            if let date = FileNameDate(text) { #expect((1900...2100).contains(date.time.date.year), "\(text)") }
            _ = ICloudDateParser.seconds(text)
            let table = CSVTable(text)
            #expect(table.rows.allSatisfy { $0.count <= table.names.count })
            let photo = TakeoutName(text)
            #expect(photo.full.count <= photo.whole.count)
            if let metadata = TakeoutMetadataName(text + ".json") { _ = metadata.fit(photo) }
            _ = try? JSONDecoder().decode(TakeoutMetadata.self, from: Data(text.utf8))
        }
    }
}
