import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Of a file's metadata, a client is told")
struct VisibleMetadataTests {
    typealias Tag = FileMetadata.Tag

    private static let harmless = [
        Tag("exif:FNumber", "28/10"), Tag("exif:DateTimeOriginal", "2024-05-01T12:00:00+02:00"),
        Tag("exif:Flash/exif:Fired", "True"), Tag("exif:Flash/exif:Mode", "3"),
    ]
    private static let ofTown = [
        Tag("photoshop:City", "Budapest"), Tag("photoshop:State", "Pest"), Tag("photoshop:Country", "Hungary"),
        Tag("Iptc4xmpCore:CountryCode", "HUN"),
    ]
    private static let coordinates = [
        Tag("exif:GPSLatitude", "47,29.874000N"), Tag("exif:GPSLongitude", "19,2.412000E"),
    ]
    private static let places =
        [
            Tag("exif:GPSAltitude", "96/1"), Tag("Iptc4xmpCore:Location", "Chain Bridge"),
            Tag("dc:coverage", "Budapest"),
            Tag("exif:GPSImgDirection", "90/1"), Tag("exif:GPSTimeStamp", "2024-05-01T10:00:00Z"),
            Tag("GPano:PoseHeadingDegrees", "90"), Tag("exif:GPSDestLatitude", "47,29.874000N"),
            Tag("Iptc4xmpExt:LocationShown[1]/Iptc4xmpExt:City", "Budapest"),
            Tag("Iptc4xmpExt:LocationShown[1]/exif:GPSLatitude", "47,29.874N"),
        ]
    private static let captions = [
        Tag("dc:title", "A title"), Tag("dc:subject", "one"), Tag("dc:subject", "two"),
        Tag("Iptc4xmpExt:PersonInImage", "Somebody"), Tag("tiff:XPComment", "a comment"),
        Tag("mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Name", "Somebody"),
        Tag("mwg-rs:Regions/mwg-rs:RegionList[1]/mwg-rs:Area/stArea:x", "0.5"),
        Tag("MP:RegionInfo/MPRI:Regions[1]/MPReg:PersonDisplayName", "Somebody"),
    ]
    private static let metadata = [
        Tag("tiff:Make", "Maker"), Tag("exifEX:LensModel", "Lens"), Tag("aux:SerialNumber", "1"),
        Tag("tiff:Artist", "Somebody"), Tag("exif:ImageUniqueID", "2"), Tag("xmpMM:DocumentID", "3"),
        Tag("tiff:Software", "4"), Tag("xmpMM:History[2]/stEvt:softwareAgent", "Program"),
        Tag("xmpMM:DerivedFrom/stRef:documentID", "5"), Tag("xmpMM:History[2]/tiff:ImageWidth", "6"),
        Tag("Iptc4xmpCore:CreatorContactInfo/Iptc4xmpCore:CiAdrCity", "Budapest"),
    ]
    private static let unknown = [
        Tag("exif:New", "47.4979 19.0402"), Tag("xmp:Other", "5"),
        // A place within what tells of programs, and what no rule names.
        Tag("xmpMM:Pantry[1]/exif:GPSLatitude", "47,29.874N"), Tag("xmpMM:Pantry[1]/xmp:Other", "5"),
        Tag("mwg-rs:Regions/mwg-rs:RegionList[1]/exif:GPSLatitude", "47,29.874N"),
        Tag("exif:Flash/stEvt:parameters", "47.4979 19.0402"),
    ]
    private static let never = [
        Tag("exif:MakerNote", "6"), Tag("GCamera:hdrp_makernote", "7"), Tag("crs:Exposure", "8"), Tag("Make", "9"),
        // No exposure is a sentence.
        Tag("exif:ExposureTime", "Budapest"), Tag("exif:Flash", String(repeating: "1", count: 65)),
        Tag("GPano:ProjectionType", "Chain Bridge"), Tag("dc:format", "⚡"),
        Tag("exif:Flash/exif:Fired", "Budapest"), Tag("exif:Flash/crs:Exposure", "8"), Tag("stEvt:when", "9"),
    ]
    private static let all = FileMetadata(
        harmless + ofTown + coordinates + places + captions + metadata + unknown + never)

    @Test("what the grant has rights to, for every set of rights")
    func byRights() throws {
        for rights in (0...63).map(Rights.init(rawValue:)) {
            let reported = Visibility(scope: .everything, rights: rights).visiblePart(of: Self.all)
            var expected = Self.harmless
            if rights.contains(.location) { expected += Self.ofTown + Self.coordinates + Self.places }
            if rights.contains(.captions) { expected += Self.captions }
            if rights.contains(.metadata) { expected += Self.metadata }
            if rights.contains([.location, .captions, .metadata]) { expected += Self.unknown }
            #expect(reported.tags == expected, "\(rights.names)")
        }
    }

    @Test("of places, the town and rounded coordinates, with that precision")
    func town() throws {
        let limits = ContentLimits(locationPrecision: .town)
        let rounded = [Tag("exif:GPSLatitude", "47,30.000000N"), Tag("exif:GPSLongitude", "19,0.000000E")]
        let reported = Visibility(scope: .everything, rights: .all, limits: limits).visiblePart(of: Self.all)
        #expect(reported.tags == Self.harmless + Self.ofTown + rounded + Self.captions + Self.metadata)
        let without = Visibility(scope: .everything, rights: [.captions, .metadata], limits: limits).visiblePart(
            of: Self.all)
        #expect(without.tags == Self.harmless + Self.captions + Self.metadata)
    }

    @Test("no coordinate that cannot be rounded, and none without the other, with that precision")
    func unreadable() throws {
        let town = Visibility(
            scope: .everything, rights: .all, limits: ContentLimits(locationPrecision: .town))
        let pairs = [
            ("47.4979", "19,2.412000E"), ("47,29.874000N", "19.0402"), ("91,0.0N", "19,0.0E"), ("", "19,0.0E"),
            ("47,29.874000N ", "19,2.412000E"),
        ]
        for (latitude, longitude) in pairs {
            let tags = [Tag("exif:GPSLatitude", latitude), Tag("exif:GPSLongitude", longitude)]
            #expect(town.visiblePart(of: FileMetadata(tags)).tags.isEmpty, "\(latitude) \(longitude)")
            #expect(
                town.visiblePart(of: FileMetadata([tags[0]])).tags.isEmpty
                    && town.visiblePart(of: FileMetadata([tags[1]])).tags.isEmpty)
        }
        // Half a tenth is rounded as in the property.
        for degrees in [47.45, -47.45, 0.05, -0.05, -0.049, 89.99] {
            let coordinate = try #require(XMPCoordinate(degrees, .latitude)).text
            let reported = town.visiblePart(
                of:
                    FileMetadata([Tag("exif:GPSLatitude", coordinate), Tag("exif:GPSLongitude", "0,0.000000W")]))
            let place = try #require(Location(latitude: degrees, longitude: 0)).rounded(to: .town)
            #expect(reported["exif:GPSLatitude"] == [try #require(XMPCoordinate(place.latitude, .latitude)).text])
            #expect(reported["exif:GPSLongitude"] == ["0,0.000000E"], "no hemisphere")
        }
    }

    @Test("whatever the limit of pixels is")
    func pixels() {
        let limits = ContentLimits(maxPixels: 512)
        #expect(
            Visibility(scope: .everything, rights: .all, limits: limits).visiblePart(of: Self.all)
                == Visibility(scope: .everything, rights: .all).visiblePart(of: Self.all))
    }
}
