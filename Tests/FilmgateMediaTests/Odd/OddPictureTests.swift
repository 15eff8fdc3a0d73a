import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Pictures with oddities that every viewer shows")
struct OddPictureTests {
    private static let pool = WorkerPool.real(count: 2)

    @Test(
        "are no damage, and are shown, if libjpeg only warns of them",
        arguments: ["extraneous-bytes.jpg", "samsung-sos.jpg", "flipped-byte.jpg"])
    func warnings(_ name: String) async throws {
        let facts = try await Self.pool.inspect(caseFile(name))
        #expect(facts.subtypes.isEmpty)
        let (width, height) = (Int(facts.pixelWidth), Int(facts.pixelHeight))
        let shown = quarters(try await Self.pool.pixels(of: caseFile(name)).1, width: width, height: height)
        let expected = quarters(try decodedByFFmpeg(caseFile(name)), width: width, height: height)
        // The fault of the third picture is behind the first quarter.
        for index in name == "flipped-byte.jpg" ? 0...0 : 0...3 {
            #expect(zip(shown[index], expected[index]).allSatisfy { abs(Int($0) - Int($1)) < 24 }, "\(index)")
        }
        for size: UInt32 in [8, 32] {
            #expect(try await Self.pool.pixels(of: caseFile(name), size).0.pixelWidth > 0)
        }
    }

    @Test("are shown with more than a hundred warnings")
    func manyWarnings() async throws {
        var bytes = try TestPhoto.large().bytes
        var random = SplitMix(state: 3)
        for _ in 1...400 {
            let place = Int.random(in: bytes.count / 4..<bytes.count - 2, using: &random)
            // This is not part of a marker.
            if bytes[place - 1] < 0xFF, bytes[place] < 0xFF { bytes[place] = .random(in: 1..<0xFF, using: &random) }
        }
        #expect(try await Self.pool.inspect(bytes).subtypes.isEmpty)
        #expect(try await Self.pool.image(of: bytes, .fitting(200, 200)).0.pixelWidth > 0)
        #expect(try await Self.pool.image(of: bytes).0.pixelWidth > 200)
    }

    @Test("are shown without a color profile of other colors or of none, and without a damaged one")
    func profiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-colors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let gray = caseFile("gray-with-rgb-profile.jpg").path
        let script = """
            cd "$0" && ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x48 -frames:v 1 plain.png
            exiftool -b -icc_profile "$1" >rgb.icc
            { head -c 128 rgb.icc; head -c 400 /dev/zero; } >broken.icc
            { head -c 16 rgb.icc; printf 'CMYK'; tail -c +21 rgb.icc; } >cmyk.icc
            vips copy plain.png color.jpg[Q=95] && vips icc_export plain.png cmyk.tif --output-profile cmyk
            vips jpegsave cmyk.tif ink.jpg
            perl -0777 -pe 'for my $name ("rXYZ", "bXYZ") {
                substr($_, unpack("N", substr($_, index($_, $name) + 4, 4)) + 8, 12) = chr(0) x 12;
            }' rgb.icc >flat.icc
            for profile in broken cmyk flat; do cp color.jpg "color-$profile.jpg"; done
            cp ink.jpg ink-rgb.jpg
            exiftool -q -overwrite_original '-icc_profile<=broken.icc' color-broken.jpg
            exiftool -q -overwrite_original '-icc_profile<=cmyk.icc' color-cmyk.jpg
            exiftool -q -overwrite_original '-icc_profile<=flat.icc' color-flat.jpg
            exiftool -q -overwrite_original '-icc_profile<=rgb.icc' ink-rgb.jpg
            """
        _ = try ChildProcess.run(["/bin/sh", "-c", script, folder.path, gray])
        let plain = try await Self.pool.pixels(of: folder.appending(path: "plain.png")).1
        for name in ["color-broken.jpg", "color-cmyk.jpg", "color-flat.jpg", "ink-rgb.jpg"] {
            for color in [ImageSpecification.Color.srgb, .original] {
                var specification = ImageSpecification()
                (specification.format, specification.color) = (.pixels, color)
                let shown = try await Self.pool.image(of: folder.appending(path: name), specification).1
                #expect(signalToNoise(shown, plain) > (name == "ink-rgb.jpg" ? 8 : 30), "\(name), \(color)")
            }
        }
        for color in [ImageSpecification.Color.srgb, .original] {
            var specification = ImageSpecification()
            (specification.format, specification.color) = (.pixels, color)
            let shown = try await Self.pool.image(of: caseFile("gray-with-rgb-profile.jpg"), specification).1
            #expect(signalToNoise(shown, try decodedByFFmpeg(caseFile("gray-with-rgb-profile.jpg"))) > 35)
        }
    }

    @Test("that are PNGs cut in their only chunk are damaged, and show as much as there is")
    func cutPNG() async throws {
        let whole = [UInt8](try Data(contentsOf: caseFile("cut.png")))
        for bytes in [whole, Array(whole.prefix(whole.count * 2 / 3))] {
            guard case .invalidContent = await Self.pool.refusal(of: bytes) else {
                Issue.record("not refused")
                continue
            }
            let file = try OwnedDescriptor.memory(named: "test")
            try file.write(bytes)
            let facts = try await Self.pool.inspect(file, for: .somebody, takesDamaged: true)
            #expect(facts.subtypes == [.damaged] && facts.pixelWidth > 0)
            let image = try await Self.pool.image(of: bytes, takesDamaged: true).0
            #expect(image.pixelWidth == facts.pixelWidth)
        }
    }

    @Test("that are GIFs with a bad later frame show the first")
    func laterFrame() async throws {
        let whole = [UInt8](try Data(contentsOf: try await SampleMedia.formats.appending(path: "moving.gif")))
        var rubbish = whole
        for place in whole.count * 3 / 4..<whole.count { rubbish[place] = 0x77 }
        for bytes in [Array(whole.prefix(whole.count * 3 / 4)), rubbish] {
            let file = try OwnedDescriptor.memory(named: "test")
            try file.write(bytes)
            let facts = try await Self.pool.inspect(file, for: .somebody, takesDamaged: true)
            #expect(facts.subtypes == [.damaged, .animated] && facts.pixelWidth == 64)
            #expect(try await Self.pool.image(of: bytes, takesDamaged: true).0.pixelWidth == 64)
        }
    }

    @Test("that are GIFs with codes of more bits than any pixel has are shown")
    func largeCodes() async throws {
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0x80, 0x40]
        // Begin, the second color, end: ten bits each.
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 9, 4, 0, 0x06, 0x10, 0x20, 0]
        let still = head + picture + [0x3B]
        let facts = try await Self.pool.inspect(still)
        #expect(facts.subtypes.isEmpty && facts.pixelWidth == 1)
        var specification = ImageSpecification()
        specification.format = .pixels
        let shown = try await Self.pool.image(of: still, specification).1
        #expect(shown == [0xFF, 0x80, 0x40, 0xFF])
        let moving = head + picture + picture + [0x3B]
        #expect(try await Self.pool.inspect(moving).subtypes == [.animated])
        let refusal = await Self.pool.refusal(of: still.dropLast(2))
        #expect(refusal != nil)
    }

    @Test("are shown if they are lossless JPEGs, turned as their Exif says")
    func lossless() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-lossless-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "lossless.jpg")
        let script = """
            ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x48 -frames:v 1 -c:v ljpeg -pix_fmt bgr24 -f image2 "$0"
            exiftool -q -overwrite_original -Model=Scanner '-Orientation#=6' "$0"
            """
        _ = try ChildProcess.run(["/bin/sh", "-c", script, file.path])
        let facts = try await Self.pool.inspect(file)
        #expect(facts.pixelWidth == 64 && facts.pixelHeight == 48 && facts.orientation == 6)
        #expect(facts.cameraModel == "Scanner" && facts.mimeType == "image/jpeg")
        let shown = try await Self.pool.pixels(of: file)
        #expect(shown.0.pixelWidth == 48 && shown.0.pixelHeight == 64)
        // ffmpeg turns it, too.
        let difference = signalToNoise(shown.1, try decodedByFFmpeg(file))
        #expect(difference > 40)
    }

    @Test("are turned if they are JPEGs with odd bytes before Exif", arguments: [[0xFF, 0x01], [0, 0]] as [[UInt8]])
    func beforeExif(_ odd: [UInt8]) async throws {
        let plain = try Data(contentsOf: try await SampleMedia.formats.appending(path: "orientation-6.jpg"))
        let name = try #require(plain.range(of: Data("Exif\0\0".utf8)))
        var bytes = [UInt8](plain)
        bytes.insert(contentsOf: odd, at: name.lowerBound - 4)
        let (image, pixels) = try await Self.pool.image(of: bytes)
        let expected = try await Self.pool.image(of: [UInt8](plain))
        #expect(image.pixelWidth == expected.0.pixelWidth && pixels == expected.1)
    }

    @Test("that are JPEGs with a damaged header keep their metadata, and are turned")
    func damagedHeader() async throws {
        let plain = try await RichSamples.written(
            ["-EXIF:DateTimeOriginal=2024:05:01 12:00:00", "-Model=Camera", "-Orientation#=6"], as: "jpg")
        defer { RichSamples.remove(plain) }
        var bytes = [UInt8](try Data(contentsOf: plain))
        let found = bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xDA, 0, 12, 3, 1]) }
        let scan = try #require(found)
        // A component that is not in the frame.
        bytes[scan + 5] = 9
        guard case .invalidContent = await Self.pool.refusal(of: bytes) else {
            Issue.record("not refused")
            return
        }
        let file = try OwnedDescriptor.memory(named: "test")
        try file.write(bytes)
        let facts = try await Self.pool.inspect(file, for: .somebody, takesDamaged: true)
        #expect(facts.subtypes == [.damaged] && facts.cameraModel == "Camera" && facts.orientation == 6)
        #expect(facts.creationDate?.rawValue == 1_714_564_800_000_000)
        let image = try await Self.pool.image(of: bytes, takesDamaged: true).0
        #expect(image.pixelWidth == facts.pixelHeight && image.pixelHeight == facts.pixelWidth)
    }

    @Test("that are JPEGs with bytes in front of their segments are shown, turned as their Exif says")
    func bytesBetweenSegments() async throws {
        let plain = try await RichSamples.written(["-Model=Camera", "-Orientation#=6"], as: "jpg")
        defer { RichSamples.remove(plain) }
        let whole = [UInt8](try Data(contentsOf: plain))
        let foreign = (0..<32).map { UInt8($0) }
        let second = 4 + (Int(whole[4]) << 8 | Int(whole[5]))
        var bytes = whole
        bytes.insert(contentsOf: foreign, at: second)
        bytes.insert(contentsOf: foreign, at: 2)
        let facts = try await Self.pool.inspect(bytes)
        #expect(facts.mimeType == "image/jpeg" && facts.subtypes.isEmpty)
        #expect(facts.cameraModel == "Camera" && facts.orientation == 6)
        var specification = ImageSpecification()
        specification.format = .pixels
        let (image, shown) = try await Self.pool.image(of: bytes, specification)
        #expect(image.pixelWidth == facts.pixelHeight && image.pixelHeight == facts.pixelWidth)
        let expected = try await Self.pool.image(of: whole, specification).1
        #expect(shown == expected)
    }

    @Test("are as bright as they were if they are JPEG XL whose colors are stored times their alpha")
    func premultiplied() async throws {
        // 4 x 4 pixels, half of each color.
        let bytes: [UInt8] = [
            0xFF, 0x0A, 0x18, 0x10, 0x30, 0x00, 0x4A, 0x08, 0x08, 0x10, 0x00, 0x50, 0x00, 0x4B, 0x18, 0x8B, 0x15, 0xC2,
            0x09, 0x63, 0x5C, 0xE0, 0xFF, 0x02, 0x12, 0x00, 0x0C, 0xD9, 0x31, 0xFD, 0x3E, 0x00, 0x00,
        ]
        var specification = ImageSpecification()
        specification.format = .pixels
        let shown = try await Self.pool.image(of: bytes, specification).1
        let expected: [UInt8] = [199, 100, 0, 128]
        #expect(shown.count == 64 && zip(shown, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(shown)")
    }

    /// Masks of red, green, blue and alpha.
    @Test(
        "are shown if they are BMPs with masks of any width",
        arguments: [
            (16, [0xF000, 0x0F00, 0x00FF]), (16, [0x0001, 0x7FC0, 0x8000]), (32, [0x3FF0_0000, 0x000F_FC00, 0x3FF]),
            (32, [0xFF, 0xFF00_0000, 0xFF00]), (16, [0x7C00, 0x03E0, 0x001E, 0x8000]),
            (32, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
        ])
    func masks(_ depth: Int, _ masks: [Int]) async throws {
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let size = masks.count == 4 ? 56 : 40
        let start = 14 + 40 + (masks.count == 4 ? 16 : 12)
        var bytes = Array("BM".utf8)
        for value in [start + 4 * 4 * depth / 8, 0, start, size, 4, 4] { bytes += number(value, 4) }
        bytes += number(1, 2)
        bytes += number(depth, 2)
        bytes += number(3, 4)
        bytes += [UInt8](repeating: 0, count: 20)
        for mask in masks { bytes += number(mask, 4) }
        // From the bottom: blue and white, then red and green.
        for row in 0..<4 {
            for column in 0..<4 {
                let color = colors[(row < 2 ? 2 : 0) + column / 2]
                var pixel = masks.count == 4 && column % 2 == 1 ? masks[3] : 0
                for band in 0..<3 where color[band] > 0 { pixel |= masks[band] }
                bytes += number(pixel, depth / 8)
            }
        }
        // The reserved bytes, where programs write the tip of a pointer.
        bytes.replaceSubrange(6..<10, with: [29, 0, 39, 0])
        let facts = try await Self.pool.inspect(bytes)
        #expect(facts.mimeType == "image/bmp" && facts.pixelWidth == 4 && facts.pixelHeight == 4)
        var specification = ImageSpecification()
        specification.format = .pixels
        let shown = try await Self.pool.image(of: bytes, specification).1
        #expect(quarters(shown, width: 4, height: 4) == colors.map { $0.map { UInt8($0) } })
        if masks.count == 4 { #expect(shown[3] == 0 && shown[7] == 255, "every second pixel is transparent") }
        let refusal = await Self.pool.refusal(of: bytes.dropLast(8))
        guard case .invalidContent = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }
}
