import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

/// Programs write metadata into unusual places.
@Suite("Metadata in a second place")
struct SecondPlaceTests {
    private static let pool = WorkerPool.real()

    private static func facts(_ tags: [String], as format: String = "jpg") async throws -> MediaFacts {
        let file = try await RichSamples.written(tags, as: format)
        defer { RichSamples.remove(file) }
        return try await pool.inspect(file)
    }

    private static func sidecar(_ content: String) async throws -> SidecarFacts {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(Array(content.utf8))
        return try await pool.sidecar(file, for: .somebody)
    }

    // MARK: Ratings and captions

    @Test("is a comment in a sidecar")
    func sidecarComment() async throws {
        let text = "<rdf:Alt><rdf:li xml:lang='x-default'>Sea</rdf:li></rdf:Alt>"
        let comment = "<exif:UserComment>\(text)</exif:UserComment>"
        #expect(try await Self.sidecar(Self.packet(comment)).caption == "Sea")
        let both = "<dc:description>First</dc:description>" + comment
        #expect(try await Self.sidecar(Self.packet(both)).caption == "First")
    }

    @Test("is an alt text, of several languages the default one, in a file and in a sidecar")
    func altTexts() async throws {
        let both = try await Self.facts([
            "-XMP-iptcCore:AltTextAccessibility-de=Ein Boot", "-XMP-iptcCore:AltTextAccessibility=A boat",
        ])
        #expect(both.altText == "A boat" && both.caption == nil)
        let german = "<rdf:li xml:lang='de'>Ein Boot</rdf:li>"
        let name = "Iptc4xmpCore:AltTextAccessibility"
        func packet(_ items: String) -> String { Self.packet("<\(name)><rdf:Alt>\(items)</rdf:Alt></\(name)>") }
        #expect(try await Self.sidecar(packet(german)).altText == "Ein Boot")
        let all = german + "<rdf:li xml:lang='x-default'>A boat</rdf:li>"
        #expect(try await Self.sidecar(packet(all)).altText == "A boat")
        let long = String(repeating: "é", count: 600)
        let bounded = try await Self.sidecar(packet("<rdf:li xml:lang='x-default'>\(long)</rdf:li>")).altText
        #expect(bounded == String(repeating: "é", count: 512))
    }

    @Test("is a rating of any type of number, or in percent")
    func ratings() async throws {
        #expect(try await Self.pool.inspect(TestInputs.file("metadata/rated.jpg")).rating == 4)
        #expect(try await Self.facts(["-EXIF:Rating#=3"]).rating == 3)
        #expect(try await Self.facts(["-EXIF:RatingPercent#=75"]).rating == 4)
        #expect(try await Self.facts(["-XMP-microsoft:RatingPercent#=99"]).rating == 5)
        #expect(try await Self.facts(["-XMP-xmp:Rating#=2", "-EXIF:Rating#=3"]).rating == 2)
        #expect(try await Self.facts(["-EXIF:Rating#=3"], as: "tif").rating == 3)
    }

    @Test("is a comment of a person, and no name that a camera writes")
    func captions() async throws {
        let comment = try await Self.pool.inspect(TestInputs.file("metadata/user-comment.jpg"))
        #expect(comment.caption == "Written by gThumb")
        #expect(try await Self.pool.inspect(TestInputs.file("metadata/olympus.jpg")).caption == nil)
        #expect(try await Self.facts(["-EXIF:XPComment=Söndag"]).caption == "Söndag")
        #expect(try await Self.facts(["-EXIF:UserComment=Größe ☺"]).caption == "Größe ☺")
        let both = try await Self.facts(["-EXIF:ImageDescription=First", "-EXIF:UserComment=Second"])
        #expect(both.caption == "First")
        let camera = try await Self.facts(["-EXIF:ImageDescription=SONY DSC", "-EXIF:UserComment=Second"])
        #expect(camera.caption == "Second")
        let copies = try await Self.facts([
            "-XMP-dc:Description=SONY DSC", "-IPTC:Caption-Abstract=OLYMPUS DIGITAL CAMERA",
        ])
        #expect(copies.caption == nil)
        #expect(try await Self.facts(["-EXIF:UserComment=Screenshot"]).caption == nil)
        let program = try await Self.facts(["-EXIF:ImageDescription=File written by Adobe Photoshop\u{A8} 4.0"])
        #expect(program.caption == nil)
        #expect(try await Self.facts(["-EXIF:ImageDescription=<KENOX S630  / Samsung S630>"]).caption == nil)
    }

    @Test("is a comment in either order of bytes, in Japanese, or of no named encoding", arguments: comments)
    func encodings(_ mark: String, _ text: [UInt8], _ expected: String) async throws {
        let file = try await RichSamples.written(["-EXIF:UserComment=ABCDEFGHIJKL"], as: "jpg")
        defer { RichSamples.remove(file) }
        let written = Array("ASCII\0\0\0ABCDEFGHIJKL".utf8)
        let value = Array(mark.utf8) + text
        let padded = value + [UInt8](repeating: 0, count: written.count - value.count)
        let bytes = [UInt8](try Data(contentsOf: file)).replacing(written, with: padded)
        #expect(try await Self.pool.inspect(bytes).caption == expected)
        #expect(try await MetadataTests.read(bytes)["exif:UserComment"] == [expected])
    }

    /// In both byte orders: a file has only one.
    private static let comments: [(String, [UInt8], String)] = [
        ("UNICODE\0", [0x53, 0, 0x65, 0, 0x61, 0], "Sea"), ("UNICODE\0", [0, 0x53, 0, 0x65, 0, 0x61], "Sea"),
        ("JIS\0\0\0\0\0", [0xC6, 0xFC, 0xCB, 0xDC], "日本"), ("No heade", Array("r at all".utf8), "No header at all"),
    ]

    // MARK: PNG

    @Test("turns the picture of a PNG, wherever it stands", arguments: placed)
    func turned(_ name: String) async throws {
        let file = TestInputs.file("metadata/\(name).png")
        let facts = try await Self.pool.inspect(file)
        #expect(facts.orientation == 6 && facts.pixelWidth == 64 && facts.pixelHeight == 96)
        let (image, pixels) = try await Self.pool.pixels(of: file)
        #expect(image.pixelWidth == 96 && image.pixelHeight == 64)
        if name == "after" { #expect(pixels[0] > 150 && pixels[1] < 100, "red is at the upper left") }
        let (small, _) = try await Self.pool.pixels(of: file, 24)
        #expect(small.pixelWidth == 24 && small.pixelHeight == 16)
        guard name != "after" else { return }
        #expect(facts.creationDate?.rawValue == 1_189_518_813_000_000 && facts.dateLacksZone)
        #expect(facts.cameraModel == "Canon EOS 40D")
        if name == "exiv2-written" { #expect(facts.keywords == ["Boat"] && facts.rating == 4) }
        if name != "exiv2-written" { #expect(abs((facts.location?.latitude ?? 0) - 47.4978) < 1e-4) }
        #expect(try await MetadataTests.read([UInt8](Data(contentsOf: file)))["tiff:Model"] == ["Canon EOS 40D"])
    }

    private static let placed = [
        "after", "imagemagick", "exiv2-written", "generic-profile", "marked", "marked-after",
    ]

    @Test("is redacted in a PNG behind a mark, too", arguments: ["marked", "marked-after"])
    func redacted(_ name: String) async throws {
        let bytes = [UInt8](try Data(contentsOf: TestInputs.file("metadata/\(name).png")))
        let (copy, found) = try await RedactionTests.redacted(bytes, of: [.location])
        #expect(found.contains(.location))
        let facts = try await Self.pool.inspect(copy)
        #expect(facts.location == nil && facts.orientation == 6 && facts.cameraModel == "Canon EOS 40D")
    }

    @Test(
        "is the time of creation in a text of PNG, also in a redacted one",
        arguments: [
            ("rfc1123", "2012-03-04T05:06:07Z", 1_330_837_567), ("exif", "2012-03-04T05:06:07", 1_330_837_567),
        ] as [(String, String, Int64)])
    func creationTime(_ name: String, _ date: String, _ seconds: Int64) async throws {
        let bytes = [UInt8](try Data(contentsOf: TestInputs.file("dates/creation-\(name).png")))
        let (copy, _) = try await RedactionTests.redacted(bytes, of: Set(MetadataKind.allCases))
        for file in [bytes, copy] {
            let facts = try await Self.pool.inspect(file)
            #expect(facts.creationDate?.rawValue == seconds * 1_000_000 && facts.dateLacksZone == (name == "exif"))
            #expect(try await MetadataTests.read(file)["xmp:CreateDate"] == [date])
        }
    }

    @Test("is a caption in the comment of a file, if there is no better one")
    func fileComments() async throws {
        for format in ["jpg", "png"] {
            #expect(try await Self.facts(["-Comment=At the sea"], as: format).caption == "At the sea", "\(format)")
            #expect(try await Self.facts(["-Comment=Created with GIMP"], as: format).caption == nil, "\(format)")
            let both = try await Self.facts(["-Comment=At the sea", "-XMP-dc:Description=First"], as: format)
            #expect(both.caption == "First", "\(format)")
        }
        var gif = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "still.gif")))
        // Behind the color table.
        let place = 13 + (gif[10] & 0x80 == 0 ? 0 : 3 << (Int(gif[10] & 7) + 1))
        gif.insert(contentsOf: [0x21, 0xFE, 10] + Array("At the sea".utf8) + [0], at: place)
        #expect(try await Self.pool.inspect(gif).caption == "At the sea")
    }

    @Test("is a place of one fraction for each coordinate")
    func oneFraction() async throws {
        let facts = try await Self.pool.inspect(TestInputs.file("metadata/one-fraction.jpg"))
        #expect(facts.location == Location(latitude: -33.8688, longitude: 151.2093))
    }

    // MARK: XMP

    @Test("is a place in degrees, with the hemisphere in a property of its own")
    func places() async throws {
        let facts = try await Self.sidecar(
            String(contentsOf: TestInputs.file("metadata/IMG_0042.xmp"), encoding: .utf8))
        #expect(facts.location == Location(latitude: 47.4979, longitude: 19.0402))
        let south = try await Self.sidecar(
            Self.packet(
                "<exif:GPSLatitude>33.8688</exif:GPSLatitude><exif:GPSLatitudeRef>S</exif:GPSLatitudeRef>"
                    + "<exif:GPSLongitude>-70.5</exif:GPSLongitude>"))
        #expect(south.location == Location(latitude: -33.8688, longitude: -70.5))
        let minutes = try await Self.sidecar(
            Self.packet(
                "<exif:GPSLatitude>33,30</exif:GPSLatitude><exif:GPSLatitudeRef>S</exif:GPSLatitudeRef>"
                    + "<exif:GPSLongitude> 70.5 W</exif:GPSLongitude>"))
        #expect(minutes.location == Location(latitude: -33.5, longitude: -70.5))
    }

    @Test(
        "survives what is wrong beside it",
        arguments: [
            "<xmp:Rating>4</xmp:Rating><xmp:Rating>5</xmp:Rating>", "<xmp:Rating>4</xmp:Rating><foo:bar>1</foo:bar>",
            "<xmp:Rating>4</xmp:Rating><dc:subject>a<b>x</b></dc:subject>",
            "<dc:description>a & b; &#38; &nbsp;</dc:description><xmp:Rating>4</xmp:Rating>",
            "<xmp:Rating> 4 </xmp:Rating>", "<xmp:Rating><rdf:Seq><rdf:li>4</rdf:li></rdf:Seq></xmp:Rating>",
            "<xmp:Rating>4</xmp:Rating><!-- a comment --><xmp:Rating rdf:resource='5'/>",
        ])
    func faults(_ properties: String) async throws {
        let packet = Self.packet(properties + "<dc:title>Tom &amp; Anna</dc:title>")
        let texts = [
            packet, " \n<?xml version='1.0'?>" + packet, packet + "\n-- the end --", String(packet.dropLast(20)),
        ]
        for text in texts {
            let facts = try await Self.sidecar(text)
            #expect(facts.rating == 4, "\(text)")
            #expect(facts.title == "Tom & Anna", "\(text)")
        }
        await #expect(throws: JobRefusal.self) { _ = try await Self.sidecar("<<<>>>") }
    }

    private static func packet(_ properties: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
          xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">\(properties)
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    // MARK: Dates

    @Test("is a date in part, and a date in a form that belongs elsewhere")
    func dates() async throws {
        func date(_ name: String) async throws -> SidecarFacts {
            try await Self.sidecar(String(contentsOf: TestInputs.file("dates/\(name).jpg.xmp"), encoding: .utf8))
        }
        #expect(try await date("scan-1957").creationDate?.rawValue == -410_184_000_000_000)
        #expect(try await date("scan-1957-06").creationDate?.rawValue == -397_137_600_000_000)
        let darktable = try await date("darktable")
        #expect(darktable.creationDate?.rawValue == 1_596_376_254_000_000 && darktable.dateLacksZone)
        let zoned = try await Self.sidecar(
            Self.packet(
                "<exif:DateTimeOriginal>2020:08:02 13:50:54</exif:DateTimeOriginal>"
                    + "<exif:OffsetTimeOriginal>+02:00</exif:OffsetTimeOriginal>"))
        #expect(zoned.creationDate?.rawValue == 1_596_369_054_000_000 && zoned.timeZoneOffset == 7_200)
        let film = try await Self.pool.inspect(TestInputs.file("dates/content-create-date.mp4"))
        #expect(film.creationDate?.rawValue == 1_640_163_769_000_000)
        #expect(film.timeZoneOffset == 3_600 && !film.dateLacksZone)
        #expect(try await Self.facts(["-EXIF:DateTimeOriginal=2024:02:30 12:00:00"]).creationDate == nil)
    }

    @Test("is the date of digitizing in a sidecar, unless the file has one of its own")
    func digitized() async throws {
        let created = try await Self.sidecar(Self.packet("<xmp:CreateDate>1957</xmp:CreateDate>"))
        #expect(created.creationDate?.rawValue == -410_184_000_000_000 && created.dateYields)
        let date = "<dc:date><rdf:Seq><rdf:li>2020-08-02T13:50:54</rdf:li></rdf:Seq></dc:date>"
        #expect(try await Self.sidecar(Self.packet(date)).creationDate?.rawValue == 1_596_376_254_000_000)
        var file = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        file.apply(created)
        #expect(file.creationDate == created.creationDate && file.dateLacksZone)
        file.creationDate = Timestamp(rawValue: 0)
        file.apply(created)
        #expect(file.creationDate == Timestamp(rawValue: 0))
    }

    @Test("completes the date: the time of IPTC, and the zone of XMP or of a different tag")
    func completed() async throws {
        let time = try await Self.facts([
            "-XMP-photoshop:DateCreated=2024:05:01", "-IPTC:DateCreated=2024:05:01", "-IPTC:TimeCreated=12:00:05+02:00",
        ])
        #expect(time.creationDate?.rawValue == 1_714_557_605_000_000 && time.timeZoneOffset == 7_200)
        let alone = try await Self.facts([
            "-XMP-photoshop:DateCreated=2024:05:01", "-IPTC:TimeCreated=12:00:05+02:00",
        ])
        #expect(alone.creationDate == time.creationDate && alone.timeZoneOffset == 7_200)
        let unknown = ["-IPTC:DateCreated=2024:05:01", "-IPTC:TimeCreated=12:00:05+00:00"]
        let lacking = try await Self.facts(unknown)
        #expect(lacking.creationDate?.rawValue == 1_714_564_805_000_000)
        #expect(lacking.timeZoneOffset == nil && lacking.dateLacksZone, "IPTC cannot say that the zone is not known")
        for tags in [
            ["-IPTC:DateCreated=2024:05:01", "-IPTC:TimeCreated=12:00:05+01:20"],
            ["-XMP-photoshop:DateCreated=2024:05:01 12:00:05+01:20"],
        ] {
            let odd = try await Self.facts(tags)
            #expect(odd.creationDate == lacking.creationDate && odd.timeZoneOffset == nil && odd.dateLacksZone)
        }
        let known = try await Self.facts(unknown + ["-XMP-xmp:CreateDate=2024:05:01 12:00:05-04:00"])
        #expect(known.creationDate?.rawValue == 1_714_579_205_000_000 && known.timeZoneOffset == -14_400)
        for zoned in ["-XMP-exif:DateTimeOriginal=2024:05:01 12:00:00+02:00", "-EXIF:OffsetTime=+02:00"] {
            let facts = try await Self.facts([
                "-EXIF:DateTimeOriginal=2024:05:01 12:00:00", "-EXIF:ModifyDate=2024:05:01 12:00:00", zoned,
            ])
            #expect(facts.creationDate?.rawValue == 1_714_557_600_000_000 && facts.timeZoneOffset == 7_200, "\(zoned)")
        }
        let digital = try await Self.facts([
            "-IPTC:DigitalCreationDate=2024:05:01", "-IPTC:DigitalCreationTime=12:00:05+02:00",
        ])
        #expect(digital.creationDate == time.creationDate && digital.timeZoneOffset == 7_200)
        let other = try await Self.facts([
            "-EXIF:DateTimeOriginal=2024:05:01 12:00:00", "-EXIF:ModifyDate=2024:06:01 12:00:00",
            "-EXIF:OffsetTime=+02:00",
        ])
        #expect(other.timeZoneOffset == nil && other.dateLacksZone, "it is that of a different time")
        let utc = try await Self.facts(["-XMP-exif:DateTimeOriginal=2024:05:01 10:00:00Z"])
        #expect(utc.creationDate?.rawValue == 1_714_557_600_000_000 && utc.timeZoneOffset == nil && !utc.dateLacksZone)
    }

    // MARK: Containers

    @Test("is in the boxes of JPEG 2000, and in a chunk of AVI")
    func containers() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-second-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = folder.appending(path: "a.jp2")
        try Self.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1", picture.path)
        try Self.run(
            "exiftool", "-q", "-overwrite_original", "-XMP-dc:Title=A title", "-XMP-xmp:Rating=3",
            "-EXIF:DateTimeOriginal=2001:02:03 04:05:06", "-EXIF:Model=Testcamera", picture.path)
        let facts = try await Self.pool.inspect(picture)
        #expect(facts.mimeType == "image/jp2" && facts.title == "A title" && facts.rating == 3)
        #expect(facts.creationDate?.rawValue == 981_173_106_000_000 && facts.cameraModel == "Testcamera")

        let film = folder.appending(path: "a.avi")
        try Self.run(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", "-c:v", "mjpeg", "-metadata",
            "date=2005-08-17", film.path)
        let packet = Array(Self.packet("<dc:title>A film</dc:title><xmp:Rating>5</xmp:Rating>").utf8)
        let size = withUnsafeBytes(of: UInt32(packet.count).littleEndian) { Array($0) }
        let bytes = [UInt8](try Data(contentsOf: film)) + Array("_PMX".utf8) + size + packet
        let read = try await Self.pool.inspect(bytes)
        #expect(read.title == "A film" && read.rating == 5)
        #expect(read.creationDate?.rawValue == 1_124_236_800_000_000 && read.dateLacksZone)
    }

    @Test("is in the resources of a Photoshop document")
    func photoshop() async throws {
        let packet = Array(Self.packet("<dc:title>Layers</dc:title><xmp:Rating>2</xmp:Rating>").utf8)
        let facts = try await Self.pool.inspect(Self.document(resources: [(0x0424, packet)]))
        #expect(facts.mimeType == "image/vnd.adobe.photoshop" && facts.title == "Layers" && facts.rating == 2)
        #expect(try await Self.pool.inspect(Self.document(resources: [])).title == nil)
    }

    /// Two gray pixels.
    private static func document(resources: [(id: Int, content: [UInt8])]) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var blocks: [UInt8] = []
        for (id, content) in resources {
            blocks += Array("8BIM".utf8)
            for part in [number(id, 2), [0, 0], number(content.count, 4), content] { blocks += part }
            if content.count % 2 == 1 { blocks.append(0) }
        }
        var document = Array("8BPS".utf8)
        // Version, reserved, channels, height, width, bits, gray; no colors.
        for (value, width) in [(1, 2), (0, 6), (1, 2), (1, 4), (2, 4), (8, 2), (1, 2), (0, 4), (blocks.count, 4)] {
            document += number(value, width)
        }
        document += blocks
        // No layers, uncompressed pixels.
        document += number(0, 6)
        return document + [0x40, 0x80]
    }

    private static func run(_ command: String...) throws {
        let run = try ChildProcess.run(command)
        #expect(run.code == 0, "\(run)")
    }
}
