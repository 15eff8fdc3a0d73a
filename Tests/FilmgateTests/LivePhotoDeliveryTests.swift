import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Live photos of the client library", .inProcess)
struct LivePhotoDeliveryTests {
    /// Where the video of a live photo is.
    enum Kind: CaseIterable {
        case pair, behindJPEG, inHEIF
    }

    @Test(
        "are a photo and then its video, of a pair of files, of a JPEG and of a HEIF", .long, arguments: Kind.allCases)
    func delivered(_ kind: Kind) async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let source = try SampleVideo("320x240", seconds: 1)
            let video = [UInt8](try Data(contentsOf: source.file))
            let asset = try await Self.add(try await Self.files(kind, video), to: library, in: world)
            #expect(
                try await library.fetch(.assets).elements(from: 0, count: 1).first?.mediaSubtypes.contains(.live)
                    == true)
            let form = ImageSpecification.fitting(32, 32)
            var (photos, videos, fractions) = (0, 0, [Double]())
            for try await delivery in library.livePhoto(for: asset, as: form, delivery: .highQuality) {
                switch delivery {
                case .photo(let image):
                    #expect(videos == 0 && !image.isDegraded && image.mimeType == "image/jpeg")
                    #expect(max(image.pixelWidth, image.pixelHeight) == 32)
                    photos += 1
                case .progress(let fraction): fractions.append(fraction)
                case .pairedVideo: videos += 1
                }
            }
            #expect(photos == 1 && videos == 1 && fractions.allSatisfy { (0...1).contains($0) })
            var lengths: [Double] = []
            for playback in [LivePhotoPlayback.live, .bounce] {
                let live = try await library.livePhoto(for: asset, as: form, playback: playback).last
                #expect(try live.photo.content.contents(upTo: 1 << 20)?.starts(with: [0xFF, 0xD8]) == true)
                #expect(live.pairedVideo.pixelWidth == 320 && live.pairedVideo.pixelHeight == 240)
                let file = URL(
                    filePath: try world.write(try #require(try live.pairedVideo.content.contents(upTo: 1 << 24))))
                let probed = try ProbedVideo(file)
                #expect(probed.width == 320 && probed.height == 240)
                #expect(probed.codecs == (playback == .live ? ["h264", "aac"] : ["h264"]))
                lengths.append(probed.duration())
            }
            #expect(abs(lengths[0] - 1) < 0.1 && abs(lengths[1] - 2) < 0.2, "\(lengths)")
        }
    }

    @Test("are refused for other photos, for those that the app does not see, and end with their task", .long)
    func refused() async throws {
        try await withWorld { world in
            let library = try await world.authorizedLibrary()
            let photo = try await Self.add([(.photo, TestPhoto.small().bytes)], to: library, in: world)
            let noLive = await #expect(throws: PhotoLibraryError.self) {
                _ = try await library.livePhoto(for: photo).last
            }
            guard case .invalidArgument? = noLive else {
                Issue.record("\(String(describing: noLive))")
                return
            }
            let absent = await #expect(throws: PhotoLibraryError.self) {
                _ = try await library.livePhoto(for: .random()).last
            }
            guard case .notFound? = absent else {
                Issue.record("\(String(describing: absent))")
                return
            }
            let source = try SampleVideo("1920x1080", seconds: 20, with: ["-an"])
            let files = try await Self.files(.pair, [UInt8](try Data(contentsOf: source.file)))
            let asset = try await Self.add(files, to: library, in: world)
            let (began, beginning) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for try await delivery in library.livePhoto(for: asset, delivery: .highQuality) {
                    if case .photo = delivery { beginning.finish() }
                }
            }
            for await _ in began {}
            task.cancel()
            _ = await task.result
            // The place of conversions is free.
            let short = try SampleVideo("320x240", seconds: 1)
            let next = try await Self.add(
                try await Self.files(.pair, [UInt8](try Data(contentsOf: short.file))), to: library, in: world)
            #expect(try await library.livePhoto(for: next).last.pairedVideo.pixelWidth == 320)
        }
    }

    private static func files(_ kind: Kind, _ video: [UInt8]) async throws -> [(ResourceType, [UInt8])] {
        switch kind {
        case .pair: return [(.photo, try TestPhoto.small().bytes), (.pairedVideo, video)]
        case .behindJPEG:
            return [(.photo, try await marked("still.jpg") + video)]
        case .inHEIF:
            // A box of type `mpvd`, as Google's cameras write it.
            let size = UInt32(video.count + 8)
            let head = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - $0 * 8)) } + Array("mpvd".utf8)
            return [(.photo, try await marked("plain.heic") + head + video)]
        }
    }

    /// A sample whose metadata says that it is a motion photo.
    private static func marked(_ name: String) async throws -> [UInt8] {
        let sample = try await SampleMedia.formats.appending(path: name)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        try FileManager.default.copyItem(at: sample, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let packet = file.appendingPathExtension("xmp")
        defer { try? FileManager.default.removeItem(at: packet) }
        try """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1"/></rdf:RDF></x:xmpmeta>
        """.write(to: packet, atomically: true, encoding: .utf8)
        let run = try ChildProcess.run([
            "/usr/bin/exiftool", "-overwrite_original", "-q", "-m", "-XMP<=\(packet.path)", file.path,
        ])
        guard run.code == 0 else { throw ClientFailure("exiftool failed") }
        return [UInt8](try Data(contentsOf: file))
    }

    private static func add(
        _ files: [(ResourceType, [UInt8])], to library: PhotoLibrary, in world: World
    ) async throws -> AssetID {
        var request = ChangeRequest()
        let resources = try files.map { NewAssetResource($0.0, try world.file($0.1)) }
        let placeholder = request.createAsset(from: resources)
        return try #require(try await library.perform(request)[placeholder])
    }
}
