import FilmgateTestKit
import Foundation
import Testing

/// Small files of kinds that today's cameras and phones do not make, or with an oddity. They are seeds for random
/// changes.
enum RareFiles {
    typealias Sample = (name: String, bytes: [UInt8])

    static let made = Task {
        var samples = bitmaps + documents + rawHeads
        samples += try await pictures()
        for name in ["ios18.heic", "sequence.avif", "sequence.heics", "old-phone.3gp", "cut.png", "samsung-sos.jpg"] {
            samples.append((name, [UInt8](try Data(contentsOf: caseFile(name)))))
        }
        for folder in ["metadata", "dates"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: TestInputs.file(folder).path).sorted()
            for name in names {
                samples.append((name, [UInt8](try Data(contentsOf: TestInputs.file("\(folder)/\(name)")))))
            }
        }
        return samples
    }

    /// A JPEG 2000, a GIF, a BMP and a Windows Media video.
    private static func pictures() async throws -> [Sample] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-rare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try [("card.jp2", "jpeg2000"), ("card.gif", "gif"), ("card.bmp", "bmp"), ("card.wmv", "wmv2")].map {
            (name, codec) -> Sample in
            let file = folder.appending(path: name)
            let run = try ChildProcess.run([
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=32x24:d=0.08", "-frames:v",
                name.hasSuffix("wmv") ? "2" : "1", "-metadata", "title=A title", "-c:v", codec, file.path,
            ])
            try #require(run.code == 0)
            return (name, [UInt8](try Data(contentsOf: file)))
        }
    }

    /// 8 x 4 pixels of 16 and 32 bits with masks (the second with alpha), and of 4 bits with a color table.
    private static let bitmaps: [Sample] = [
        ("masks-16.bmp", bitmap(16, masks: [0xF000, 0x0F00, 0x00FF])),
        ("masks-32.bmp", bitmap(32, masks: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000])),
        ("table.bmp", bitmap(4, masks: [])),
    ]

    private static func bitmap(_ depth: Int, masks: [Int]) -> [UInt8] {
        let size = masks.count == 4 ? 56 : 40
        let table = masks.isEmpty ? (0..<1 << depth).map { 0x10101 * $0 } : masks
        let start = 54 + 4 * table.count
        let numbers = [start + 4 * depth, 0, start, size, 8, 4].flatMap { [UInt8].little($0) }
        let colors = table.flatMap { [UInt8].little($0) }
        let pixels = (0..<4 * depth).map { UInt8(truncatingIfNeeded: 37 * $0) }
        return joined(
            text("BM"), numbers, .little(1, 2), .little(depth, 2), .little(masks.isEmpty ? 0 : 3),
            [UInt8](repeating: 0, count: 20), colors, pixels)
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let documents: [Sample] = {
        var document = PhotoshopDocument(
            "RGB", mode: 3, [[10, 200], [20, 150], [30, 100], [128, 255]], layers: [0, 0, 0, 2, 0xFF, 0xFF], shows: [])
        document.add("8BIM", 0x0424, Array(PlantedText.packet.utf8))
        let deep = PhotoshopDocument("32 bits", mode: 1, depth: 32, [[0x3F, 0, 0, 0, 0x3F, 0x80, 0, 0]], shows: [])
        return [
            ("document.psd", document.bytes(isLarge: false, isPacked: true)),
            ("large.psd", document.bytes(isLarge: true, isPacked: false)),
            ("deep.psd", deep.bytes(isLarge: true, isPacked: true)),
        ]
    }()

    /// The first bytes of camera files that are not TIFF, and room for tables.
    private static let rawHeads: [Sample] = {
        let room = (0..<600).map { UInt8(truncatingIfNeeded: $0 / 4) }
        return [
            ("head.crw", joined(text("II"), .little(26), text("HEAPCCDR"), room, .little(14))),
            ("head.mrw", joined(text("\0MRM"), .big(80), text("\0PRD"), .big(24), room)),
            ("head.x3f", joined(text("FOVb"), .little(0x2_0003), room, text("SECd"), .little(1), room)),
        ]
    }()
}
