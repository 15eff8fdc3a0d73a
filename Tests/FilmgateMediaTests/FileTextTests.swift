import FilmgateModel
import Testing

@testable import FilmgateRendering

@Suite("Texts in files")
struct FileTextTests {
    @Test(
        "are dates where they are on a calendar and a clock",
        arguments: [
            ("1970:01:01 00:00:00", 0), ("2000-02-29T12:34:56", 951_827_696), ("2024:12:31 23:59:60", 1_735_689_600),
            ("2003:08:31 ", nil), ("0000:00:00 00:00:00", nil), ("2024:13:01 00:00:00", nil),
            ("    :  :     :  :  ", nil),
            ("2024:05:01 24:00:00", nil), ("99999:01:01 00:00:00", nil), ("", nil),
        ] as [(String, Int64?)])
    func dates(_ text: String, _ seconds: Int64?) {
        #expect(CaptureDate(text)?.timestamp.rawValue == seconds.map { $0 * 1_000_000 })
    }

    @Test(
        "are time zones where they look like one",
        arguments: [
            ("+02:00", 7200), ("-03:30", -12600), ("+0530", 19800), ("+14", 50400), ("Z", 0), ("+02:00\0", 7200),
            ("02:00", nil), ("+2", nil), ("+25:00", nil), ("+02:60", nil), ("+-2:00", nil), ("", nil),
        ] as [(String, Int32?)])
    func zones(_ text: String, _ seconds: Int32?) { #expect(CaptureDate.seconds(ofZone: text) == seconds) }

    @Test("keep at most six digits of a second")
    func fractions() {
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "25")?.clock == 250_000)
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "1234567890")?.clock == 123_456)
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "x")?.clock == 0)
    }

    @Test("lose control characters, surrounding space, and what is beyond the bounds")
    func clean() {
        #expect(MetadataText.title("  A\u{7}\u{1B} title \r\n") == "A title")
        #expect(MetadataText.title(" \0 ") == nil)
        #expect(MetadataText.title(String(repeating: "ä", count: 600))?.utf8.count == 1024)
        #expect(MetadataText.caption("one\r\ntwo") == "one\ntwo")
        #expect(MetadataText.keywords(["b", "a", " b ", "", "\t"]) == ["b", "a"])
        #expect(MetadataText.keywords((0..<1000).map(String.init)).count == 256)
    }

    @Test("are Latin 1 where they are not UTF-8")
    func encodings() {
        #expect(MetadataText.decode(Array("Größe\0rest".utf8)) == "Größe")
        #expect(MetadataText.decode([0x47, 0x72, 0xF6, 0xDF, 0x65]) == "Größe")
        #expect(MetadataText.decodeLittleEndian16([0x47, 0, 0xF6, 0, 0, 0, 0x41, 0]) == "Gö")
        #expect(MetadataText.decodeLittleEndian16([0x47]) == "")
    }

    @Test("of Apple's note tell an HDR picture and a burst's")
    func appleNote() {
        let fields = ExifBlock.fields(exif(note: noteOfApple(hdr: 3, burst: "B1C3")))
        #expect(fields[.make] == "Apple")
        #expect(fields.note?.subtypes == [.hdr, .burst])
        #expect(fields.note?.burst == "B1C3")
        #expect(ExifBlock.fields(exif(note: noteOfApple(hdr: 4, burst: nil))).note?.subtypes == [])
    }
}

/// Apple's folder of numbers and texts, most significant byte first, offsets from its own start.
private func noteOfApple(hdr: UInt8, burst: String?) -> [UInt8] {
    var entries: [[UInt8]] = [[0, 0x0A, 0, 9, 0, 0, 0, 1, 0, 0, 0, hdr]]
    var text: [UInt8] = []
    if let burst {
        text = Array(burst.utf8) + [0]
        let offset = UInt8(14 + 2 + 2 * 12 + 4)
        entries.append([0, 0x0B, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, offset])
    }
    return Array("Apple iOS\0\0\u{1}MM".utf8) + [0, UInt8(entries.count)] + entries.joined() + [0, 0, 0, 0] + text
}

/// A main folder with the maker, and an Exif folder with the note.
private func exif(note: [UInt8]) -> [UInt8] {
    let main: [UInt8] =
        [0, 2, 1, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38] + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44, 0, 0, 0, 0]
    let folder: [UInt8] = [0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 62, 0, 0, 0, 0]
    return Array("MM\0*".utf8) + [0, 0, 0, 8] + main + Array("Apple\0".utf8) + folder + note
}
