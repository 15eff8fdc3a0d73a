import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Images of RAW files")
struct RawImageTests {
    private static let pool = WorkerPool.real()

    @Test("are developed as an independent program does it, upright", .long, arguments: ["told.dng", "turned.dng"])
    func developed(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        for version in [ImageSpecification.Version.current, .original, .unadjusted] {
            let (image, pixels) = try await Self.pool.pixels(of: file, version: version)
            let isTurned = name == "turned.dng"
            #expect(image.pixelWidth == (isTurned ? 120 : 160) && image.pixelHeight == (isTurned ? 160 : 120))
            #expect(signalToNoise(pixels, try dcraw(file)) >= 35)
        }
    }

    @Test("of half the size come from squares of the mosaic", arguments: ["told.dng", "turned.dng"])
    func half(_ name: String) async throws {
        let file = try await SampleMedia.formats.appending(path: name)
        let (image, pixels) = try await Self.pool.pixels(of: file, 80)
        #expect(max(image.pixelWidth, image.pixelHeight) == 80 && min(image.pixelWidth, image.pixelHeight) == 60)
        #expect(signalToNoise(pixels, try dcraw(file, "-h")) >= 35)
    }

    @Test(
        "show the camera's preview if asked, upright",
        arguments: [("preview-told.dng", "null"), ("preview-turned.dng", "transpose=clock")])
    func preview(_ name: String, _ turn: String) async throws {
        let folder = try await SampleMedia.formats
        let (image, pixels) = try await Self.pool.pixels(of: folder.appending(path: name), version: .unadjusted)
        #expect(max(image.pixelWidth, image.pixelHeight) == 120 && min(image.pixelWidth, image.pixelHeight) == 90)
        let expected = try decodedByFFmpeg(folder.appending(path: "preview.jpg"), filter: turn)
        #expect(signalToNoise(luma(pixels), luma(expected)) >= 35)
        let (current, _) = try await Self.pool.pixels(of: folder.appending(path: name))
        #expect(max(current.pixelWidth, current.pixelHeight) == 160)
    }

    @Test(
        "are turned as the library says, whatever the file does",
        arguments: ["told", "turned"], [nil, 40 as UInt32?])
    func turned(_ name: String, _ box: UInt32?) async throws {
        let folder = try await SampleMedia.formats
        let other = name == "told" ? "turned" : "told"
        for prefix in ["", "preview-"] {
            for version in [ImageSpecification.Version.current, .unadjusted] {
                var specification = ImageSpecification()
                specification.format = .pixels
                (specification.width, specification.height, specification.version) = (box, box, version)
                let expected = try await Self.pool.image(
                    of: folder.appending(path: "\(prefix)\(other).dng"), specification)
                specification.orientation = other == "told" ? 1 : 6
                let shown = try await Self.pool.image(
                    of: folder.appending(path: "\(prefix)\(name).dng"), specification)
                #expect(shown.0.pixelWidth == expected.0.pixelWidth && shown.0.pixelHeight == expected.0.pixelHeight)
                #expect(signalToNoise(shown.1, expected.1) > 30, "\(prefix)\(name), \(version)")
            }
        }
    }

    @Test("are not made of files that are cut")
    func cut() async throws {
        let whole = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "told.dng")))
        for cut in [whole.count / 3, whole.count / 2, whole.count - 1000] {
            await #expect {
                try await Self.pool.image(of: whole[..<cut])
            } throws: {
                if case .invalidContent = $0 as? JobRefusal { true } else { false }
            }
        }
    }

    @Test("are those of the camera's preview if the file is cut behind it, in the owner's import")
    func cutBehindPreview() async throws {
        let folder = try await SampleMedia.formats
        let preview = [UInt8](try Data(contentsOf: folder.appending(path: "preview-told.dng")))
        let whole = Self.withMosaicAtEnd(preview)
        #expect(try await Self.pool.inspect(whole).subtypes == [.raw])
        let cut = Array(whole.dropLast(20_000))
        guard case .invalidContent = await Self.pool.refusal(of: cut) else {
            Issue.record("not refused")
            return
        }
        let facts = try await Self.pool.inspect(try Self.memory(cut), for: .somebody, takesDamaged: true)
        #expect(facts.subtypes == [.raw, .damaged] && facts.pixelWidth == 160 && facts.pixelHeight == 120)
        var specification = ImageSpecification()
        specification.format = .pixels
        let (image, pixels) = try await Self.pool.image(of: cut, specification, takesDamaged: true)
        #expect(image.pixelWidth == 120 && image.pixelHeight == 90)
        let expected = try decodedByFFmpeg(folder.appending(path: "preview.jpg"))
        #expect(signalToNoise(luma(pixels), luma(expected)) >= 35)
        // Without a preview nothing can be shown.
        let bare = [UInt8](try Data(contentsOf: folder.appending(path: "told.dng")))
        await #expect {
            try await Self.pool.inspect(try Self.memory(bare.dropLast(20_000)), for: .somebody, takesDamaged: true)
        } throws: {
            if case .invalidContent = $0 as? JobRefusal { true } else { false }
        }
    }

    private static func memory(_ bytes: some Collection<UInt8>) throws -> OwnedDescriptor {
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        return file
    }

    /// A little-endian RAW whose sensor data are at the end of the file, as cameras write them.
    private static func withMosaicAtEnd(_ raw: [UInt8]) -> [UInt8] {
        var bytes = raw
        func number(_ place: Int, _ size: Int = 4) -> Int {
            bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let folder = number(4)
        // The offsets and lengths of the strips.
        var places: [Int: (list: Int, count: Int)] = [:]
        for index in 0..<number(folder, 2) {
            let entry = folder + 2 + 12 * index
            places[number(entry, 2)] = (number(entry + 8), number(entry + 4))
        }
        guard let (offsets, count) = places[273], let (sizes, _) = places[279], count > 1 else { return raw }
        for index in 0..<count {
            let strip = number(offsets + 4 * index)
            let content = bytes[strip..<strip + number(sizes + 4 * index)]
            let end = (0..<4).map { UInt8(bytes.count >> (8 * $0) & 0xFF) }
            bytes.replaceSubrange(offsets + 4 * index..<offsets + 4 * index + 4, with: end)
            bytes += content
        }
        return bytes
    }

    @Test("are not made of a damaged preview, but still of the sensor data beside it")
    func damagedPreview() async throws {
        let folder = try await SampleMedia.formats
        var bytes = [UInt8](try Data(contentsOf: folder.appending(path: "preview-told.dng")))
        let preview = [UInt8](try Data(contentsOf: folder.appending(path: "preview.jpg")))
        let start = try #require(bytes.firstRange(of: preview)).lowerBound
        let middle = start + preview.count / 2
        bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, 0xD9])
        var specification = ImageSpecification()
        #expect(try await Self.pool.image(of: bytes, specification).0.pixelWidth == 160)
        #expect(try await Self.pool.degradedPixels(of: bytes) == nil)
        specification.version = .unadjusted
        let unadjusted = specification
        await #expect {
            try await Self.pool.image(of: bytes, unadjusted)
        } throws: {
            if case .invalidContent = $0 as? JobRefusal { true } else { false }
        }
    }

    /// Packed RGBA.
    private func dcraw(_ file: URL, _ option: String = "") throws -> [UInt8] {
        let target = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ppm")
        defer { try? FileManager.default.removeItem(at: target) }
        let command = "dcraw -c -w -q 2 -o 1 -g 2.4 12.92 \(option) '\(file.path)' >'\(target.path)'"
        #expect(try ChildProcess.run(["/bin/sh", "-c", command]).code == 0)
        return try decodedByFFmpeg(target)
    }
}
