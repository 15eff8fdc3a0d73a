import FilmgateModel
import Testing

@Suite("What a file tells of itself")
struct FileMetadataTests {
    typealias Tag = FileMetadata.Tag

    @Test("is plausible with known prefixes, names and texts within the limits, and one value for what is no list")
    func plausible() {
        let good: [[Tag]] = [
            [], [Tag("exif:FNumber", "28/10")], [Tag("dc:subject", "a"), Tag("dc:subject", "b")],
            [Tag("dc:description", "two\nlines\tand more")], [Tag("xmpMM:DocumentID", "x")],
            [Tag("dc:description", String(repeating: "a", count: FileMetadata.longestText))],
            (0..<FileMetadata.mostTags).map { Tag("exif:A\($0)", "1") },
            [Tag("xmpMM:History[1]/stEvt:action", "saved"), Tag("xmpMM:History[2]/stEvt:action", "saved")],
            [Tag("mwg-rs:Regions/mwg-rs:RegionList[9999]/mwg-rs:Name", "a")],
        ]
        for tags in good { #expect(FileMetadata(tags).isPlausible, "\(tags.first?.name ?? "")") }
        let bad: [[Tag]] = [
            [Tag("FNumber", "4")], [Tag("crs:Exposure", "4")], [Tag("exif:", "4")], [Tag(":FNumber", "4")],
            [Tag("exif:F Number", "4")], [Tag("exif:F/Number", "4")], [Tag("exif:1", "4")], [Tag("exif:Fä", "4")],
            [Tag("exif:A" + String(repeating: "a", count: 60), "4")], [Tag("exif:FNumber", "")],
            [Tag("exif:FNumber", "4\0")], [Tag("dc:title", "\u{1B}[2J")], [Tag("dc:title", "a\u{85}b")],
            [Tag("exif:FNumber", "4"), Tag("exif:FNumber", "5")], [Tag("EXIF:FNumber", "4")],
            [Tag("dc:description", String(repeating: "a", count: FileMetadata.longestText + 1))],
            (0...FileMetadata.mostTags).map { Tag("exif:A\($0)", "1") },
            [Tag("stEvt:action", "4")], [Tag("xmpMM:History[1]", "4")], [Tag("xmpMM:History[0]/stEvt:action", "4")],
            [Tag("xmpMM:History[10000]/stEvt:action", "4")], [Tag("xmpMM:History[1/stEvt:action", "4")],
            [Tag("xmpMM:History[1]/stEvt:", "4")], [Tag("xmpMM:History[1]/", "4")], [Tag("xmpMM:History//a:b", "4")],
            [Tag("xmpMM:History[1]/crs:action", "4")], [Tag("xmpMM:History[1]x/stEvt:action", "4")],
            [Tag("xmpMM:History[1]/stEvt:action", "4"), Tag("xmpMM:History[1]/stEvt:action", "5")],
            [Tag("xmpMM:History/" + Array(repeating: "stEvt:action", count: 20).joined(separator: "/"), "4")],
            (0..<5).map { Tag("dc:subject", String(repeating: "\($0)", count: FileMetadata.longestText)) },
        ]
        for tags in bad { #expect(!FileMetadata(tags).isPlausible, "\(tags.first?.name ?? "")") }
    }

    @Test("has coordinates as XMP writes them")
    func coordinates() throws {
        let texts: [(Double, XMPCoordinate.Axis, String)] = [
            (47.4979, .latitude, "47,29.874000N"), (-33.875, .latitude, "33,52.500000S"),
            (151.25, .longitude, "151,15.000000E"), (-0.1, .longitude, "0,6.000000W"), (0, .latitude, "0,0.000000N"),
            (90, .latitude, "90,0.000000N"), (-179.999_999_999, .longitude, "180,0.000000W"),
        ]
        for (degrees, axis, text) in texts {
            #expect(try #require(XMPCoordinate(degrees, axis)).text == text)
            #expect(abs(try #require(XMPCoordinate(text, axis)).degrees - degrees) < 1e-8)
        }
        #expect(XMPCoordinate("47,29,52.44N", .latitude)?.text == "47,29.874000N")
        let wrong = [
            "", "N", "47N", "47,N", "47,60N", "47,1,60N", "91,0N", "47,29.8", "47,29.8E", "47,29.8n", "-47,29.8N",
            "47,1,2,3N", "47,1e5N", "nan,1N", " 47,1N", "47,1 N", "0x2F,1N", "inf,0N",
        ]
        for text in wrong { #expect(XMPCoordinate(text, .latitude) == nil, "\(text)") }
        for degrees in [90.1, -91, .nan, .infinity] { #expect(XMPCoordinate(degrees, .latitude) == nil) }
    }

    @Test("has coordinates as Apple's programs write them, with the hemisphere beside them")
    func decimalCoordinates() {
        let texts: [(text: String, side: String?, axis: XMPCoordinate.Axis, degrees: Double?)] = [
            ("47.4979", "N", .latitude, 47.4979), ("33.8688", "S", .latitude, -33.8688),
            ("-33.8688", nil, .latitude, -33.8688),
            ("-33.8688", "s", .latitude, -33.8688), ("74.006W", nil, .longitude, -74.006),
            ("+19.04", "", .longitude, 19.04),
            ("47,30N", "S", .latitude, 47.5), ("91", "N", .latitude, nil), ("1e1", "N", .latitude, nil),
            ("47,30", "n", .latitude, 47.5), ("47,30,36", "S", .latitude, -47.51), ("47,30", nil, .latitude, nil),
            (" 47.5 ", " S ", .latitude, -47.5), ("47.5 N", nil, .latitude, 47.5), ("47,30 N", nil, .latitude, 47.5),
            ("47.5", "E", .latitude, 47.5), ("inf", "N", .latitude, nil), ("", "N", .latitude, nil),
        ]
        for (text, side, axis, degrees) in texts {
            #expect(XMPCoordinate(text, side: side, axis)?.degrees == degrees, "\(text)")
        }
    }

    @Test("is understood by its names alone")
    func vocabulary() {
        let expected: [(name: String, meaning: MetadataClassification?)] = [
            ("exif:FNumber", .harmless), ("tiff:Orientation", .harmless), ("exif:GPSLatitude", .kind(.location)),
            ("photoshop:City", .kind(.location)), ("dc:title", .kind(.captions)), ("tiff:Make", .kind(.metadata)),
            ("aux:Lens", .kind(.metadata)), ("Iptc4xmpExt:LocationShown[1]/Iptc4xmpExt:City", .kind(.location)),
            ("mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:x", .kind(.captions)),
            ("xmpMM:History[1]/stEvt:when", .kind(.metadata)), ("exif:Flash/exif:Fired", .harmless),
            ("exif:Flash/stEvt:when", .opaque), ("xmpMM:Pantry[1]/photoshop:City", .opaque),
            ("xmpMM:History[1]/crs:when", nil), ("exif:New", .opaque), ("dc:new", .opaque), ("crs:Exposure", nil),
            ("FNumber", nil), ("exif", nil), ("", nil),
        ]
        for (name, meaning) in expected { #expect(XMPVocabulary.meaning(of: name) == meaning, "\(name)") }
        #expect(Set(XMPSchema.allCases.map(\.uri)).count == XMPSchema.allCases.count)
    }
}
