import FilmgateModel
import Testing

@testable import FilmgateRendering

@Suite("Texts in files")
struct FileTextCleanerTests {
    @Test(
        "are dates where they are on a calendar and a clock",
        arguments: [
            ("1970:01:01 00:00:00", 0), ("2000-02-29T12:34:56", 951_827_696), ("2024:12:31 23:59:60", 1_735_689_600),
            ("2003:08:31 ", 1_062_288_000), ("1957:  :     :  :  ", -410_184_000),
            ("1957:06:     :  :  ", -397_137_600), ("1957:06:01   :  :  ", -397_180_800),
            ("2019:05:01 10:00:00+02:00", 1_556_697_600),
            ("2019:05:01 10:00:00Z", 1_556_704_800), ("0000:00:00 00:00:00", nil), ("2024:13:01 00:00:00", nil),
            ("    :  :     :  :  ", nil),
            ("2024:02:30 12:00:00", nil), ("2023:02:29 12:00:00", nil), ("2024:04:31 00:00:00", nil),
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

    @Test(
        "are dates of XMP with what is known of them",
        arguments: [
            ("2024:05:01 12:00:00", nil, "2024-05-01T12:00:00"), ("2019:05:01", nil, "2019-05-01"),
            ("2019:05:01 10:00:00", "+02:00", "2019-05-01T10:00:00+02:00"), ("1957:  :     :  :  ", nil, "1957"),
            ("2019:05:01 10:00:00+02:00", nil, "2019-05-01T10:00:00+02:00"), ("1957:06:     :  :  ", "Z", "1957-06"),
            ("2019:05:01 10:00:00+02:00", "+03:00", "2019-05-01T10:00:00+03:00"),
            ("2019:05:01 10:00:00Z", nil, "2019-05-01T10:00:00Z"), ("2024:02:30 12:00:00", nil, nil),
        ] as [(String, String?, String?)])
    func written(_ text: String, _ zone: String?, _ expected: String?) {
        #expect(ISODate.text(text, zone: zone) == expected)
        #expect(ISODate.text("2024:05:01 12:00:00", fraction: "250") == "2024-05-01T12:00:00.250")
    }

    @Test(
        "are decoded as programs from before Unicode wrote them",
        arguments: [
            ("Hörsysteme", "Hörsysteme"), ("H\u{9A}rsysteme f\u{9F}r Gr\u{9A}\u{A7}en", "Hörsysteme für Größen"),
            ("Espa\u{96}a", "España"), ("H\u{F6}rsysteme \u{84}neu\u{93}", "Hörsysteme „neu“"),
            ("don\u{92}t \u{96} \u{80} 5", "don’t – € 5"), ("Caf\u{E9} \u{80}", "Café €"),
        ])
    func legacy(_ bytes: String, _ text: String) {
        // The first text is UTF-8; the others have one byte for each character.
        let encoded = bytes == text ? Array(bytes.utf8) : bytes.unicodeScalars.map { UInt8($0.value) }
        #expect(MetadataText.decode(encoded) == text)
    }

    @Test("keep at most six digits of a second")
    func fractions() {
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "25")?.clock == 250_000)
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "1234567890")?.clock == 123_456)
        #expect(CaptureDate("1970:01:01 00:00:00", fraction: "x")?.clock == 0)
    }

    @Test(
        "are dates of XMP, whole or in part, and also in the form of Exif",
        arguments: [
            ("1957", -410_184_000, nil, .year), ("1957-06", -397_137_600, nil, .month),
            ("1957-06-01", -397_180_800, nil, .day), ("1957-00-00", -410_184_000, nil, .year),
            ("2020:08:02 13:50:54.000", 1_596_376_254, nil, .time), ("20200802T135054", 1_596_376_254, nil, .time),
            ("2021-12-22T10:02:49+0100", 1_640_163_769, 3_600, .time),
            ("2024-05-01T12:00 +02:00", 1_714_557_600, 7_200, .time), ("2024-05-01T12:00Z", 1_714_564_800, nil, .time),
            ("2005/08/17/ 11:42", 1_124_278_920, nil, .time),
            ("2024-05-01T12:00:00+24:00", 1_714_478_400, 86_400, .time),
            ("2024-05-01T12:00:00-16:30", 1_714_624_200, -59_400, .time),
            ("2024-05-01T12:00:00+24:01", 1_714_564_800, nil, .time),
            ("2024-02-30T10:00:00", nil, nil, .time), ("2024-13", nil, nil, .time), ("1957-00-05", nil, nil, .time),
            ("yesterday", nil, nil, .time), ("20", nil, nil, .time), ("", nil, nil, .time),
        ] as [(String, Int64?, Int32?, CaptureDate.Precision)])
    func parts(_ text: String, _ seconds: Int64?, _ zone: Int32?, _ precision: CaptureDate.Precision) {
        let date = CaptureDate(iso8601: text)
        #expect(date?.timestamp.rawValue == seconds.map { $0 * 1_000_000 })
        if let date {
            #expect(date.zone == zone && date.precision == precision && date.isUTC == text.hasSuffix("Z"))
        }
    }

    @Test(
        "are dates of RFC 1123",
        arguments: [
            ("Sun, 04 Mar 2012 05:06:07 GMT", "2012-03-04T05:06:07Z"), ("4 mar 2012 05:06", "2012-03-04T05:06:00"),
            ("Sun 04 Mar 2012 05:06:07 +0200", "2012-03-04T05:06:07+02:00"), ("Sun, 04 Mar 2012", nil),
            ("Sun, 30 Feb 2012 05:06:07 GMT", nil), ("Sun, 04 Mar 2012 05:06:07 HOME", nil),
            ("Home, 04 Mar 2012 05:06:07 GMT", nil), ("04 Mar 2012 05:06:07 GMT home", nil), ("", nil),
        ] as [(String, String?)])
    func internet(_ text: String, _ expected: String?) {
        #expect(CaptureDate(internet: text).flatMap { ISODate.text(of: $0) } == expected)
    }

    @Test("are dates that others complete: the time of the day, and the zone of the same time")
    func choice() {
        let (day, month) = (CaptureDate(iso8601: "2024-05-01"), CaptureDate(iso8601: "2024-05"))
        let (time, zoned) = (CaptureDate("2024:05:01 12:00:00"), CaptureDate(iso8601: "2024-05-01T12:00:00+02:00"))
        let other = CaptureDate(iso8601: "2023-01-01T12:00:00+05:00")
        #expect(CaptureDate.best(of: [nil, day, time]) == time)
        #expect(CaptureDate.best(of: [month, other, day]) == day)
        #expect(CaptureDate.best(of: [time, other, zoned])?.zone == 7_200)
        #expect(CaptureDate.best(of: [time], otherwise: [other])?.zone == nil)
        #expect(CaptureDate.best(of: [nil], otherwise: [nil, other]) == other)
        let clock = CaptureDate(iso8601: "1970-01-01T12:00:00")
        #expect(CaptureDate.best(of: [day], time: clock) == time)
        #expect(CaptureDate.best(of: [day], otherwise: [time])?.precision == .day, "it was changed on that day")
    }

    @Test(
        "are captions unless cameras write them",
        arguments: [
            ("OLYMPUS DIGITAL CAMERA         ", false), ("SONY DSC", false), ("Samsung", false), ("dav", false),
            ("Exif_JPEG_PICTURE", false), ("My digital camera", true), ("At the sea", true),
            ("0.9.142", false), ("24.12.1999", true), ("R: 139 G: 255 ImgVer: 1.0", false), ("GCM_TAG", false),
            ("DCIM\\100GOPRO\\GOPR0001.JPG", false), ("SAMSUNG CSC", false), ("KODAK Digital Still Camera", false),
            ("{\"shape\": [1, 2, 3]}", false), ("<?xml version=\"1.0\"?><OME/>", false), ("null", false),
            ("Image generated by GNU Ghostscript (device=pnmraw)", false), ("Image generated by a friend", true),
            ("palette:Arctic;mediaType:video", false), ("focus:Tut", false), ("Focus: the old church", true),
            ("’", false), ("000001", false), ("2019", true), ("❤", true),
        ])
    func cameras(_ text: String, _ isCaption: Bool) {
        #expect((GeneratedCaptionFilter.caption(text) != nil) == isCaption)
        #expect(
            GeneratedCaptionFilter.comment("{\"filter\": 0}") == nil
                && GeneratedCaptionFilter.comment("filter: 0; mode: 2") == nil)
    }

    @Test(
        "are captions of XMP and IPTC unless programs copy there what cameras write",
        arguments: [
            ("OLYMPUS DIGITAL CAMERA         ", false), ("SONY DSC", false), ("binary comment", false),
            ("Created with GIMP", false), ("Screenshot", true), ("Burst", true), ("000001", true), ("!", true),
        ])
    func copied(_ text: String, _ isCaption: Bool) {
        #expect((GeneratedCaptionFilter.copied(text) != nil) == isCaption)
        var metadata = Metadata()
        (metadata.caption, metadata.comment) = (text, "Written by hand")
        var facts = MediaFacts(mediaType: .image, mimeType: "image/png", pixelWidth: 1, pixelHeight: 1)
        metadata.describe(&facts)
        #expect(facts.caption == (isCaption ? text : "Written by hand"))
    }

    @Test("are stars, also in percent")
    func stars() {
        #expect([0, 1, 3.5, 5].map { StarRating.stars($0) } == [0, 1, 3, 5])
        #expect([1, 25, 50, 75, 99].map { StarRating.stars(percent: $0) } == [1, 2, 3, 4, 5])
        #expect(StarRating.stars(80) == 4 && StarRating.stars(-1) == nil && StarRating.stars(101) == nil)
        #expect(StarRating.stars(.nan) == nil && StarRating.stars(percent: .infinity) == nil)
    }

    @Test("lose control characters, surrounding space, and what is beyond the bounds")
    func clean() {
        #expect(MetadataText.title("  A\u{7}\u{1B} title \r\n") == "A title")
        #expect(MetadataText.title(" \0 ") == nil)
        #expect(MetadataText.title("\u{FEFF}A title") == "A title")
        #expect(MetadataText.title(String(repeating: "ä", count: 600))?.utf8.count == 1024)
        #expect(MetadataText.caption("one\r\ntwo") == "one\ntwo")
        #expect(MetadataText.keywords(flat: ["b", "a", " b ", "", "\t"], paths: []) == ["b", "a"])
        #expect(MetadataText.keywords(flat: (0..<1000).map(String.init), paths: []).count == 256)
    }

    @Test("are Latin 1 where they are not UTF-8")
    func encodings() {
        #expect(MetadataText.decode(Array("Größe\0rest".utf8)) == "Größe")
        #expect(MetadataText.decode([0x47, 0x72, 0xF6, 0xDF, 0x65]) == "Größe")
        #expect(MetadataText.decodeLittleEndian16([0x47, 0, 0xF6, 0, 0, 0, 0x41, 0]) == "Gö")
        #expect(MetadataText.decodeLittleEndian16([0x47]) == "")
    }

    @Test(
        "are in the encoding that stands before them, in either order of bytes, or in none",
        arguments: [
            ("ASCII\0\0\0", Array("Plain\0".utf8), "Plain"), ("\0\0\0\0\0\0\0\0", Array("Größe".utf8), "Größe"),
            ("UNICODE\0", utf16("Written"), "Written"), ("UNICODE\0", utf16("Árvíz 😀", swapped: true), "Árvíz 😀"),
            ("UNICODE\0", utf16("Привет", swapped: true), "Привет"), ("UNICODE\0", utf16("\u{FEFF}OK"), "OK"),
            ("UNICODE\0", utf16("\u{FEFF}OK", swapped: true), "OK"), ("UNICODE\0", utf16("OK", swapped: true), "OK"),
            ("UNICODE\0", utf16("最高の一日"), "最高の一日"), ("UNICODE\0", utf16("😀"), "😀"), ("UNICODE\0", [], ""),
            ("JIS\0\0\0\0\0", [0xC6, 0xFC, 0xCB, 0xDC, 0], "日本"),
            ("JIS\0\0\0\0\0", Array("\u{1B}$BF|K\\\u{1B}(B!".utf8), "日本!"), ("JIS\0\0\0\0\0", [0xFF, 0xFF], nil),
            ("No heade", Array("r at all".utf8), "No header at all"), ("Short", [], "Short"),
            ("binary\u{1}\0", Array("Plain".utf8), nil), ("Words", [0, 1, 2, 3], nil),
        ] as [(String, [UInt8], String?)])
    func encoded(_ mark: String, _ text: [UInt8], _ expected: String?) {
        #expect(ExifTextDecoder.decode(Array(mark.utf8) + text, isLittleEndian: true) == expected)
    }

    @Test("are captions as comments of files if they have several words, and not those of programs")
    func comments() {
        for text in ["Here we go, to the sea", "Die Insel Stromboli\0", "海辺の一日"] {
            #expect(GeneratedCaptionFilter.fileComment(MetadataText.decode(Array(text.utf8))) != nil, "\(text)")
        }
        let programs = [
            "Created with GIMP", "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n", "AppleMark\n", "*",
            "Lavc59.37.100", "Intel(R) JPEG Library, version [2.0.18.50]", "Optimized using ezgif.com", "\u{1} a b", "",
        ]
        for text in programs { #expect(GeneratedCaptionFilter.fileComment(text) == nil, "\(text)") }
    }

    @Test("are places of up to three fractions, or of a text with the numbers")
    func places() {
        func angle(_ type: Int, _ count: Int, _ value: [UInt8]) -> Double? {
            ExifEntry(type: type, count: count, value: value, isLittleEndian: false).angle
        }
        for text in ["33,50000,7,20000,36,00000", "33.5, 7.2, 36", "33.63"] {
            let degrees = angle(2, text.utf8.count, Array(text.utf8))
            #expect(degrees.map { abs($0 - 33.63) < 1e-9 } == true, "\(text)")
        }
        #expect(angle(5, 1, [0, 0, 0, 67, 0, 0, 0, 2]) == 33.5)
        #expect(angle(5, 3, [0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]) == 33.5)
        #expect(angle(5, 1, [0, 0, 0, 0, 0, 0, 0, 0]) == nil)
        for text in ["", "33 N", "nan", "1,2,3,4"] { #expect(angle(2, text.utf8.count, Array(text.utf8)) == nil) }
    }

    @Test("are dates of a camera only since there are photos")
    func oldDates() {
        var fields = ExifFields()
        fields.set(.dateTimeOriginal, Array("0002:08:09 10:00:00".utf8))
        #expect(fields.takenDate == nil)
        fields.set(.dateTimeOriginal, Array("1826:01:01 00:00:00".utf8))
        #expect(fields.takenDate != nil)
    }

    @Test("are ratings of any type of number")
    func ratings() {
        func rating(_ type: Int, _ value: [UInt8]) -> Int32? {
            var fields = ExifFields()
            fields.take(ExifEntry(type: type, count: 1, value: value, isLittleEndian: false), ExifFields.ratingTag)
            return fields.rating
        }
        #expect(rating(3, [0, 4]) == 4)
        #expect(rating(5, [0, 0, 0, 8, 0, 0, 0, 2]) == 4)
        #expect(rating(2, Array("4 ".utf8)) == 4)
        #expect(rating(11, [0x40, 0x80, 0, 0]) == 4)
        #expect(rating(12, [0x40, 0x10, 0, 0, 0, 0, 0, 0]) == 4)
        #expect(rating(2, Array("good".utf8)) == nil)
    }

    @Test("of Fujifilm's note tell the stars that were given in the camera")
    func fujifilmNote() {
        func note(_ stars: UInt8) -> [UInt8] {
            Array("FUJIFILM".utf8) + [12, 0, 0, 0, 1, 0] + [0x31, 0x14, 4, 0, 1, 0, 0, 0, stars, 0, 0, 0, 0, 0, 0, 0]
        }
        #expect(ExifBlockReader.fields(exif(note: note(3))).rating == 3)
        #expect(ExifBlockReader.fields(exif(note: note(6))).rating == nil)
        #expect(FujifilmMakerNote.rating(in: Array(note(3).prefix(20))) == nil)
        #expect(FujifilmMakerNote.rating(in: noteOfApple(hdr: 3, burst: nil)) == nil)
    }

    @Test("of Apple's note tell an HDR picture and a burst's")
    func appleNote() {
        let fields = ExifBlockReader.fields(exif(note: noteOfApple(hdr: 3, burst: "B1C3")))
        #expect(fields[.make] == "Apple")
        #expect(fields.note?.subtypes == [.hdr, .burst])
        #expect(fields.note?.burst == "B1C3")
        #expect(ExifBlockReader.fields(exif(note: noteOfApple(hdr: 4, burst: nil))).note?.subtypes == [])
    }
}

/// Little-endian.
private func utf16(_ text: String, swapped: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
        let unit = swapped ? unit.byteSwapped : unit
        return [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
}

/// Apple's directory of numbers and texts: big-endian, offsets from its own start.
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

/// A main folder with the manufacturer, and an Exif folder with the note.
private func exif(note: [UInt8]) -> [UInt8] {
    let main: [UInt8] =
        [0, 2, 1, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38] + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44, 0, 0, 0, 0]
    let folder: [UInt8] = [0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 62, 0, 0, 0, 0]
    return Array("MM\0*".utf8) + [0, 0, 0, 8] + main + Array("Apple\0".utf8) + folder + note
}
