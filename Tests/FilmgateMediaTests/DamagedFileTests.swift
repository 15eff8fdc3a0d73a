import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("A damaged file")
struct DamagedFileTests {
    @Test("that is cut short is refused, in every format, wherever it was cut")
    func truncated() async throws {
        let pool = WorkerPool.real(count: 2)
        // Data behind the end of the first file are not part of it; the second one is refused before its end is
        // reached.
        for file in try await Self.files() where !["appended.jpg", "bomb.png"].contains(file.lastPathComponent) {
            let bytes = [UInt8](try Data(contentsOf: file))
            let cuts = Set([1, 3, 10, 30, 50, 75, 90, 99].map { bytes.count * $0 / 100 } + [bytes.count - 1])
            for cut in cuts where cut > 0 && cut < bytes.count {
                let refusal = await pool.refusal(of: bytes[..<cut])
                guard case .invalidContent(let reason) = refusal, reason.contains(".") else {
                    Issue.record(
                        "\(file.lastPathComponent) cut at \(cut) of \(bytes.count): \(String(describing: refusal))")
                    continue
                }
            }
        }
    }

    @Test("whose bytes were changed is read or refused, and never anything else")
    func changed() async throws {
        let pool = WorkerPool.real(count: 2)
        var random = SplitMix(state: 20_240_501)
        for file in try await Self.files() {
            var bytes = [UInt8](try Data(contentsOf: file))
            for _ in 1...8 {
                for _ in 1...4 {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                switch await pool.refusal(of: bytes) {
                case nil, .invalidContent, .tooLarge: break
                case let other: Issue.record("\(file.lastPathComponent): \(String(describing: other))")
                }
            }
        }
    }

    @Test("that only begins like a picture is refused", .long, arguments: Magic.allCases)
    func lying(_ magic: Magic) async throws {
        let pool = WorkerPool.real()
        var random = SplitMix(state: 7)
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for rest in [noise, [UInt8](repeating: 0, count: 5000), Array("Dear diary, ".utf8), []] {
            switch await pool.refusal(of: magic.bytes + rest) {
            case .invalidContent, .tooLarge: break
            case let other: Issue.record("\(magic) and \(rest.prefix(4))…: \(String(describing: other))")
            }
        }
    }

    @Test("of words, of noise or of nothing says so")
    func nothing() async throws {
        let pool = WorkerPool.real()
        let unknown = JobRefusal.invalidContent("It is not a photo or video in a supported format.")
        #expect(await pool.refusal(of: "Dear diary, this is no photo.".utf8) == unknown)
        #expect(await pool.refusal(of: (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 31 + 1) }) == unknown)
        #expect(await pool.refusal(of: []) == .invalidContent("The file is empty."))
    }

    @Test("of sound alone is no video")
    func sound() async throws {
        let file = try await SampleMedia.formats.appending(path: "sound.mp4")
        await #expect(throws: JobRefusal.invalidContent("It holds no moving pictures.")) {
            try await WorkerPool.real().inspect(file)
        }
    }

    @Test("of enormous dimensions is too large, however small the file", arguments: Enormous.allCases)
    func enormous(_ kind: Enormous) async throws {
        let folder = try await SampleMedia.formats
        let refusal = await WorkerPool.real().refusal(of: try kind.bytes(from: folder))
        guard case .tooLarge = refusal else {
            Issue.record("\(kind): \(String(describing: refusal))")
            return
        }
    }

    @Test("of more frames or parts than are walked through is too large", .long, arguments: Endless.allCases)
    func endless(_ kind: Endless) async throws {
        let refusal = await WorkerPool.real().refusal(of: kind.bytes)
        guard case .tooLarge(let reason) = refusal, reason.contains("more than") else {
            Issue.record("\(kind): \(String(describing: refusal))")
            return
        }
    }

    private static func files() async throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: try await SampleMedia.formats, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension != "json" }.sorted { $0.path < $1.path }
    }

    /// The first bytes of files of each format.
    enum Magic: String, CaseIterable {
        case jpeg = "FFD8FFE0", png = "89504E470D0A1A0A", gif = "474946383961", tiff = "49492A00", motorola = "4D4D002A"
        case webp = "524946460010000057454250", heif = "000000186674797068656963", avif = "000000186674797061766966"
        case mp4 = "0000001866747970697365", quickTime = "000000186674797071742020", cr3 = "000000186674797063727820"
        case cr2 = "49492A001000000043520200", raf = "46554A4946494C4D4343442D524157", orf = "4949524F08000000"
        case rw2 = "49495500", big = "49492B000800", jxl = "FF0A", jxlBoxes = "0000000C4A584C200D0A870A"

        var bytes: [UInt8] {
            let digits = Array(rawValue)
            return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        }
    }
}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
