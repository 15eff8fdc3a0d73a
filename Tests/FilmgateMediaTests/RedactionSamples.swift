import FilmgateModel
import FilmgateTestKit
import Foundation

/// Files with planted metadata, and what independent programs find in them.
enum RedactionSamples {
    /// The sample media, and pictures with locations in all forms, in their own folder: other tests read all sample
    /// media.
    static let made = Task {
        let folder = lasting.appending(path: "made")
        try FileManager.default.copyItem(at: try await SampleMedia.formats, to: folder)
        let rich = folder.appending(path: "rich.jpg")
        try FileManager.default.copyItem(at: folder.appending(path: "motion.jpg"), to: rich)
        try run(
            "exiftool", "-overwrite_original", "-q", "-m", "-Orientation#=6", "-Make=Filmgate", "-Model=Testcamera",
            "-SerialNumber=SERIAL1",
            "-DateTimeOriginal=2024:05:01 12:00:00", "-OffsetTimeOriginal=+02:00", "-ImageUniqueID=SERIAL2",
            "-OwnerName=Somebody", "-LensModel=Testlens", "-GPSLatitude=47.4979", "-GPSLatitudeRef=N",
            "-GPSLongitude=19.0402", "-GPSLongitudeRef=E", "-XMP-dc:Title=A title", "-XMP-dc:Subject=one",
            "-XMP-iptcCore:AltTextAccessibility=An alt text",
            "-XMP-photoshop:City=Budapest", "-XMP-exif:GPSLatitude=47.4979", "-XMP-exif:GPSLongitude=19.0402",
            "-XMP-iptcExt:LocationCreatedCity=Budapest", "-XMP-iptcExt:PersonInImage=Somebody", "-IPTC:City=Budapest",
            "-IPTC:Caption-Abstract=A caption", "-IPTC:Keywords=one", "-IPTC:By-line=Somebody", "-Comment=CAPTION",
            "-ThumbnailImage<=\(folder.path)/north-east.jpg", rich.path)
        let video = try Data(contentsOf: folder.appending(path: "told.mp4"))
        try (Data(contentsOf: rich) + video).write(to: folder.appending(path: "motion-photo.jpg"))
        return folder
    }

    /// A folder that is deleted with the process.
    static let lasting: URL = {
        atexit { try? FileManager.default.removeItem(at: RedactionSamples.lastingPath) }
        try? FileManager.default.createDirectory(at: lastingPath, withIntermediateDirectories: true)
        return lastingPath
    }()
    private static let lastingPath = FileManager.default.temporaryDirectory.appending(
        path: "filmgate-samples-\(ProcessInfo.processInfo.processIdentifier)")

    /// An empty folder for one test.
    static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "redacted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Returns a checksum of the pixels, or of a video's samples.
    static func pixels(of file: URL) throws -> String {
        switch file.pathExtension {
        case "heic", "avif":
            let picture = file.appendingPathExtension("png")
            defer { try? FileManager.default.removeItem(at: picture) }
            try run("heif-convert", file.path, picture.path)
            return try pixels(of: picture)
        case "jxl":
            let picture = file.appendingPathExtension("png")
            defer { try? FileManager.default.removeItem(at: picture) }
            try run("djxl", "--quiet", file.path, picture.path)
            return try pixels(of: picture)
        case "mp4", "mov":
            return try run(
                "ffmpeg", "-nostdin", "-v", "quiet", "-i", file.path, "-map", "0:v", "-map", "0:a?", "-c", "copy", "-f",
                "streamhash", "-hash", "md5", "-")
        default:
            let pixels = file.appendingPathExtension("v")
            defer { try? FileManager.default.removeItem(at: pixels) }
            // ffmpeg reads neither BigTIFF nor animated WebP.
            if ["tif", "webp"].contains(file.pathExtension) {
                try run("vips", "copy", file.path, pixels.path)
                return try run("vips", "avg", pixels.path) + run("vips", "deviate", pixels.path)
            }
            return try run("ffmpeg", "-nostdin", "-v", "quiet", "-i", file.path, "-f", "md5", "-")
        }
    }

    /// Returns what exiftool finds in the files of a folder, by file.
    static func tags(in folder: URL) throws -> [(String, [String: Any])] {
        let run = try ChildProcess.run(["/usr/bin/exiftool", "-j", "-n", "-G1", "-a", "-u", "-ee", "-m", folder.path])
        let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        return files.map { ($0["SourceFile"] as? String ?? "", $0) }
    }

    /// Returns the tags that reveal planted metadata.
    static func revealing(_ tags: [String: Any], of kinds: Set<MetadataKind> = Set(MetadataKind.allCases)) -> [String] {
        let words =
            PlantedText.words(of: kinds)
            + (kinds.count == MetadataKind.allCases.count ? ["A film", "What it shows", "Filmgate", "CAPTION"] : [])
        return tags.compactMap { name, value in
            let tag = name.split(separator: ":").last.map(String.init) ?? name
            guard !["SourceFile", "System", "ExifTool", "File"].contains(String(name.prefix { $0 != ":" })) else {
                return nil
            }
            let text = "\(value)"
            let isPlace =
                tag.hasPrefix("GPS") && tag != "GPSVersionID" || ["City", "LocationInformation"].contains(tag)
            return kinds.contains(.location) && isPlace && !["", "0"].contains(text)
                || words.contains(where: text.contains) ? "\(name)=\(text)" : nil
        }
    }

    /// Changes, removes and inserts bytes at random, mostly in metadata.
    static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<[1, 1, 2, 4, 8, 20].randomElement(using: &random)! {
            let room = Bool.random(using: &random) ? bytes.count : min(bytes.count, 6000)
            let place = Int.random(in: 0..<room, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1..<40, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[place] = [0, 1, 4, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
            case 3: bytes.removeSubrange(place..<end)
            default:
                let other = Int.random(in: 0...bytes.count - (end - place), using: &random)
                bytes.insert(contentsOf: Array(bytes[other..<other + end - place]), at: place)
            }
        }
        return bytes
    }

    struct Failure: Error {
        let command: [String]
        let output: String
    }

    @discardableResult
    private static func run(_ command: String...) throws -> String {
        let result = try ChildProcess.run(["/usr/bin/" + command[0]] + command.dropFirst())
        guard result.code == 0 else { throw Failure(command: command, output: result.output) }
        return result.output
    }
}
