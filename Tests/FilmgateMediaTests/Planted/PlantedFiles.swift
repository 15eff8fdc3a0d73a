import FilmgateTestKit
import Foundation

/// Files of every format that can be redacted, with a word in every place that can hold one.
enum PlantedFiles {
    static let names = [
        "planted.jpg", "planted.png", "planted.webp", "planted.gif", "planted.tif", "planted.dng", "planted.heic",
        "planted.avif", "planted.mp4", "planted.mov",
    ]
    static var pictures: [String] { names.filter { !videos.contains($0) } }
    static let videos = ["planted.mp4", "planted.mov"]

    static let made = Task {
        let samples = try await SampleMedia.formats
        let folder = RedactionSamples.lasting.appending(path: "planted")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func sample(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: samples.appending(path: name))) }
        let made = try [
            "jpg": PlantedPictures.jpeg(sample("still.jpg")), "png": PlantedPictures.png(sample("plain.png")),
            "gif": PlantedPictures.gif(sample("moving.gif")), "webp": PlantedPictures.webP(webP(in: folder)),
            "tif": sample("plain.tif"), "dng": sample("told.dng"), "icc": PlantedProfile.bytes,
        ]
        for (format, bytes) in made { try Data(bytes).write(to: folder.appending(path: "planted.\(format)")) }
        for format in ["tif", "dng"] {
            try run(
                "exiftool", "-overwrite_original", "-q", "-m", "-icc_profile<=\(folder.path)/planted.icc",
                folder.appending(path: "planted.\(format)").path)
            let file = folder.appending(path: "planted.\(format)")
            try Data(PlantedTIFF.tiff([UInt8](try Data(contentsOf: file)))).write(to: file)
        }
        for format in ["heic", "avif"] {
            let file = folder.appending(path: "planted.\(format)")
            let coder = format == "avif" ? ["-A"] : []
            try run(["heif-enc"] + coder + ["-o", file.path, folder.appending(path: "planted.png").path])
            var boxes = PlantedBoxes([UInt8](try Data(contentsOf: file)))
            guard boxes.addToPictures(isHEVC: format == "heic") else { throw ClientFailure("no pictures in \(format)") }
            try Data(boxes.bytes + PlantedBoxes.unknown).write(to: file)
        }
        for format in ["mp4", "mov"] {
            try Data(try movie(format)).write(to: folder.appending(path: "planted.\(format)"))
        }
        return folder
    }

    private static func movie(_ format: String) throws -> [UInt8] {
        let source = try SampleVideo(
            "320x240",
            with: [
                "-movflags", "use_metadata_tags", "-metadata", "PLANTED.key=PLANTED", "-metadata:s:v",
                "handler_name=PLANTED", "-metadata:s:v", "vendor_id=PLNT", "-metadata:s:v", "encoder=PLANTED",
            ], name: "planted.\(format)")
        var boxes = PlantedBoxes([UInt8](try Data(contentsOf: source.file)))
        let track = [("moov", 0), ("trak", 0), ("mdia", 0), ("minf", 0), ("stbl", 0), ("stsd", 8), ("avc1", 78)]
        var paths = (1...track.count).map { Array(track.prefix($0)) }
        paths.append([("moov", 0), ("trak", 0), ("mdia", 0), ("minf", 0), ("dinf", 0)])
        paths.append([("moov", 0), ("trak", 0), ("edts", 0)])
        for path in paths where path.last?.0 != "stsd" {
            guard boxes.add(PlantedBoxes.unknown, to: path) else { throw ClientFailure("no \(path)") }
        }
        let profile = PlantedBoxes.box("colr", Array("prof".utf8) + PlantedProfile.bytes)
        let volume = PlantedBoxes.box("url ", [0, 0, 0, 0] + PlantedPictures.word + [0])
        guard boxes.add(profile, to: track),
            boxes.add(volume, to: [("moov", 0), ("trak", 0), ("mdia", 0), ("minf", 0), ("dinf", 0), ("dref", 8)])
        else { throw ClientFailure("no sample entry") }
        return boxes.bytes + PlantedBoxes.unknown
    }

    private static func webP(in folder: URL) throws -> [UInt8] {
        let file = folder.appending(path: "plain.webp")
        try run(
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64", "-frames:v", "1", "-y",
            file.path)
        let bytes = [UInt8](try Data(contentsOf: file))
        guard bytes[12..<16].elementsEqual("VP8 ".utf8) else { throw ClientFailure("WebP with a header") }
        return bytes
    }

    @discardableResult
    static func run(_ command: String...) throws -> String { try run(command) }

    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        let result = try ChildProcess.run(["/usr/bin/" + command[0]] + command.dropFirst())
        guard result.code == 0 else { throw RedactionSamples.Failure(command: command, output: result.output) }
        return result.output
    }
}
