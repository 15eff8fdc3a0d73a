import FilmgateTestKit
import Foundation

/// Files of every format with many tags, written by exiftool.
enum RichSamples {
    static let made = Task {
        let samples = try await SampleMedia.formats
        let folder = RedactionSamples.lasting.appending(path: "rich")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for format in MetadataTests.formats {
            let plain = ["jpg": "still.jpg", "dng": "told.dng", "gif": "moving.gif"][format] ?? "plain.\(format)"
            let file = folder.appending(path: "rich.\(format)")
            try FileManager.default.copyItem(at: samples.appending(path: plain), to: file)
            let written = [
                "mov": ofMovie, "mp4": ofMovie,
                "gif": ofXMP + ["-Comment=A comment \(String(repeating: "-", count: 300))"],
            ]
            let run = try ChildProcess.run(
                ["/usr/bin/exiftool", "-overwrite_original", "-q", "-q", "-m"] + (written[format] ?? ofPicture) + [
                    file.path
                ])
            guard run.code == 0 else {
                throw RedactionSamples.Failure(command: ["exiftool", format], output: run.output)
            }
        }
        return folder
    }

    /// Writes a file with some tags.
    static func written(_ tags: [String], as format: String) async throws -> URL {
        let samples = try await SampleMedia.formats
        let file = try RedactionSamples.folder().appending(path: "written.\(format)")
        let plain = format == "jpg" ? "still.jpg" : "plain.\(format)"
        try FileManager.default.copyItem(at: samples.appending(path: plain), to: file)
        let run = try ChildProcess.run(["/usr/bin/exiftool", "-overwrite_original", "-q", "-q"] + tags + [file.path])
        guard run.code == 0 else { throw RedactionSamples.Failure(command: ["exiftool", format], output: run.output) }
        return file
    }

    static func remove(_ file: URL) { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    static let ofIPTC = [
        "-IPTC:CodedCharacterSet=UTF8", "-IPTC:ObjectName=A title ä", "-IPTC:Keywords=one", "-IPTC:Keywords=two",
        "-IPTC:By-line=Somebody", "-IPTC:By-line=Else", "-IPTC:Caption-Abstract=What it shows",
        "-IPTC:CopyrightNotice=No rights", "-IPTC:City=Budapest", "-IPTC:Sub-location=Chain Bridge",
        "-IPTC:Province-State=Pest", "-IPTC:Country-PrimaryLocationName=Hungary",
        "-IPTC:Country-PrimaryLocationCode=HUN", "-IPTC:Headline=News", "-IPTC:Credit=Agency", "-IPTC:Source=Archive",
        "-IPTC:SpecialInstructions=None", "-IPTC:Writer-Editor=Writer", "-IPTC:By-lineTitle=Staff",
        "-IPTC:OriginalTransmissionReference=Job", "-IPTC:Category=CAT", "-IPTC:SupplementalCategories=more",
        "-IPTC:SupplementalCategories=most", "-IPTC:Urgency#=5", "-IPTC:DateCreated=2024:05:01",
        "-IPTC:TimeCreated=12:00:05+02:00", "-IPTC:OriginatingProgram=Program",
    ]

    private static let ofPicture =
        [
            "-EXIF:Make=Filmgate", "-EXIF:Model=Testcamera", "-EXIF:Software=Testsoftware", "-EXIF:Artist=Somebody",
            "-EXIF:Copyright=Nobody", "-EXIF:HostComputer=Testcomputer", "-EXIF:ImageDescription=A description",
            "-EXIF:ExposureTime=1/200", "-EXIF:FNumber=2.8", "-EXIF:ExposureProgram#=2", "-EXIF:ISO=400",
            "-EXIF:SensitivityType#=2", "-EXIF:RecommendedExposureIndex=400",
            "-EXIF:DateTimeOriginal=2024:05:01 12:00:00",
            "-EXIF:CreateDate=2024:05:02 12:00:00", "-EXIF:ModifyDate=2024:05:03 12:00:00",
            "-EXIF:OffsetTimeOriginal=+02:00", "-EXIF:SubSecTimeOriginal=123", "-EXIF:ExposureCompensation=-1/3",
            "-EXIF:MaxApertureValue=2.8", "-EXIF:MeteringMode#=5", "-EXIF:LightSource#=1", "-EXIF:Flash#=16",
            "-EXIF:FocalLength=50", "-EXIF:ColorSpace#=1", "-EXIF:SensingMethod#=2", "-EXIF:CustomRendered#=0",
            "-EXIF:ExposureMode#=0", "-EXIF:WhiteBalance#=1", "-EXIF:DigitalZoomRatio=1.5",
            "-EXIF:FocalLengthIn35mmFormat=75", "-EXIF:SceneCaptureType#=1", "-EXIF:Contrast#=2", "-EXIF:Saturation#=1",
            "-EXIF:Sharpness#=2", "-EXIF:ImageUniqueID=0123456789abcdef0123456789abcdef", "-EXIF:OwnerName=Somebody",
            "-EXIF:SerialNumber=SERIAL1", "-EXIF:LensInfo=24 70 2.8 4", "-EXIF:LensMake=Lensmaker",
            "-EXIF:LensModel=Testlens", "-EXIF:LensSerialNumber=SERIAL2", "-EXIF:UserComment=A comment",
            "-EXIF:XPAuthor=Windows", "-EXIF:GPSLatitude=47.4979", "-EXIF:GPSLatitudeRef=N",
            "-EXIF:GPSLongitude=19.0402",
            "-EXIF:GPSLongitudeRef=W", "-EXIF:GPSAltitude=96.5", "-EXIF:GPSAltitudeRef#=0",
            "-EXIF:GPSDateStamp=2024:05:01", "-EXIF:GPSTimeStamp=10:00:05", "-EXIF:GPSImgDirection=90.5",
            "-EXIF:GPSMapDatum=WGS-84",
        ] + ofXMP

    private static let ofXMP = [
        "-XMP-dc:Title=A title ä", "-XMP-dc:Description=What it shows", "-XMP-dc:Subject=one", "-XMP-dc:Subject=two",
        "-XMP-dc:Rights=No rights", "-XMP-photoshop:City=Budapest", "-XMP-photoshop:Country=Hungary",
        "-XMP-photoshop:Headline=News", "-XMP-photoshop:Credit=Agency", "-XMP-iptcCore:Location=Chain Bridge",
        "-XMP-iptcCore:CountryCode=HUN", "-XMP-iptcExt:PersonInImage=Somebody", "-XMP-iptcExt:PersonInImage=Else",
        "-XMP-xmp:Rating=4", "-XMP-xmp:Label=Green", "-XMP-aux:Lens=Auxlens", "-XMP-xmpRights:UsageTerms=None",
        "-XMP-crs:Exposure=1", "-XMP-GPano:ProjectionType=equirectangular",
    ]

    private static let ofMovie =
        [
            "-Keys:Make=Filmgate", "-Keys:Model=Testcamera", "-Keys:Software=Testsoftware",
            "-Keys:CreationDate=2024:05:01 12:00:00+02:00", "-Keys:GPSCoordinates=47.4979, -19.0402, 96.5",
            "-Keys:Author=Somebody",
        ] + ofXMP

    /// Our names, and exiftool's.
    static let tags: [(name: String, tag: String)] = [
        ("tiff:Make", "Make"), ("tiff:Model", "Model"), ("tiff:Software", "Software"), ("tiff:Artist", "Artist"),
        ("tiff:Copyright", "Copyright"), ("tiff:HostComputer", "HostComputer"),
        ("tiff:ImageDescription", "ImageDescription"), ("tiff:DateTime", "ModifyDate"), ("tiff:XPAuthor", "XPAuthor"),
        ("exif:ExposureTime", "ExposureTime"), ("exif:FNumber", "FNumber"), ("exif:ExposureProgram", "ExposureProgram"),
        ("exifEX:PhotographicSensitivity", "ISO"), ("exifEX:SensitivityType", "SensitivityType"),
        ("exifEX:RecommendedExposureIndex", "RecommendedExposureIndex"), ("exif:DateTimeOriginal", "DateTimeOriginal"),
        ("exif:ExposureBiasValue", "ExposureCompensation"), ("exif:MeteringMode", "MeteringMode"),
        ("exif:LightSource", "LightSource"), ("exif:Flash", "Flash"), ("exif:FocalLength", "FocalLength"),
        ("exif:ColorSpace", "ColorSpace"), ("exif:SensingMethod", "SensingMethod"),
        ("exif:CustomRendered", "CustomRendered"), ("exif:ExposureMode", "ExposureMode"),
        ("exif:WhiteBalance", "WhiteBalance"), ("exif:DigitalZoomRatio", "DigitalZoomRatio"),
        ("exif:FocalLengthIn35mmFilm", "FocalLengthIn35mmFormat"), ("exif:SceneCaptureType", "SceneCaptureType"),
        ("exif:Contrast", "Contrast"), ("exif:Saturation", "Saturation"), ("exif:Sharpness", "Sharpness"),
        ("exif:ImageUniqueID", "ImageUniqueID"), ("exif:OffsetTimeOriginal", "OffsetTimeOriginal"),
        ("exif:SubSecTimeOriginal", "SubSecTimeOriginal"), ("exif:UserComment", "UserComment"),

        ("exifEX:CameraOwnerName", "OwnerName"), ("exifEX:BodySerialNumber", "SerialNumber"),
        ("exifEX:LensSpecification", "LensInfo"), ("exifEX:LensMake", "LensMake"), ("exifEX:LensModel", "LensModel"),
        ("exifEX:LensSerialNumber", "LensSerialNumber"), ("exif:GPSLatitude", "GPSLatitude"),
        ("exif:GPSLongitude", "GPSLongitude"), ("exif:GPSAltitude", "GPSAltitude"),
        ("exif:GPSImgDirection", "GPSImgDirection"), ("exif:GPSMapDatum", "GPSMapDatum"), ("dc:title", "Title"),
        ("dc:description", "Description"), ("dc:subject", "Subject"), ("dc:rights", "Rights"),
        ("photoshop:City", "City"), ("photoshop:Country", "Country"), ("photoshop:Headline", "Headline"),
        ("photoshop:Credit", "Credit"), ("Iptc4xmpCore:Location", "Location"),
        ("Iptc4xmpCore:CountryCode", "CountryCode"), ("Iptc4xmpExt:PersonInImage", "PersonInImage"),
        ("xmp:Rating", "Rating"), ("xmp:Label", "Label"), ("aux:Lens", "Lens"), ("xmpRights:UsageTerms", "UsageTerms"),
        ("GPano:ProjectionType", "ProjectionType"),
    ]

    /// - Parameter groups: the groups to read; empty for all.
    static func exiftool(_ file: URL, groups: [String] = []) throws -> [String: Any] {
        let run = try ChildProcess.run(
            ["/usr/bin/exiftool", "-j", "-n", "-m", "--Composite:all"] + groups + [file.path])
        var values = (try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])?.first ?? [:]
        if values["GPSLongitudeRef"] as? String == "W" {
            values["GPSLongitude"] = (values["GPSLongitude"] as? Double).map { -$0 }
        }
        if let place = (values["GPSCoordinates"] as? String)?.split(separator: " ").compactMap({ Double($0) }) {
            (values["GPSLatitude"], values["GPSLongitude"]) = (place[0], place[1])
        }
        if file.pathExtension == "gif" { values["UserComment"] = values["Comment"] }
        // Movies have this in place of no date.
        return values.filter { "\($0.value)" != "0000:00:00 00:00:00" }
    }

    /// Whether they are the same, whatever the form of numbers, coordinates and dates.
    static func agree(_ texts: [String], _ value: Any) -> Bool {
        if let list = value as? [Any] { return texts == list.map { "\($0)" } }
        guard let text = texts.first else { return false }
        // Cameras fill texts with spaces.
        let expected = "\(value)".trimmingCharacters(in: .whitespacesAndNewlines)
        if text == expected { return true }
        if let number = (value as? NSNumber)?.doubleValue { return abs((self.number(text) ?? .nan) - number) < 0.001 }
        if expected.wholeMatch(of: /\d{4}:\d\d:\d\d \d\d:\d\d:\d\d.*/) != nil {
            let day = expected.prefix(10).replacing(":", with: "-")
            return text.hasPrefix("\(day)T\(expected.dropFirst(11).prefix(8))")
        }
        let parts = text.split(separator: " ").map { self.number(String($0)) }
        let numbers = expected.split(separator: " ").map { Double($0) }
        return !parts.contains(nil) && parts.count == numbers.count
            && zip(parts, numbers).allSatisfy { abs(($0 ?? .nan) - ($1 ?? .nan)) < 0.001 }
    }

    /// Parses a fraction, or degrees and minutes with a hemisphere.
    private static func number(_ text: String) -> Double? {
        if let match = text.wholeMatch(of: /(-?\d+)\/(-?\d+)/) {
            return (Double(match.1) ?? .nan) / (Double(match.2) ?? .nan)
        }
        if let match = text.wholeMatch(of: /(\d+),([\d.]+)([NSEW])/) {
            let value = (Double(match.1) ?? .nan) + (Double(match.2) ?? .nan) / 60
            return "SW".contains(match.3) ? -value : value
        }
        return Double(text)
    }
}
