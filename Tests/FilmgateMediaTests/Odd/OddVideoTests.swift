import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Videos of cameras that other programs play")
struct OddVideoTests {
    private static let pool = WorkerPool.real(count: 2)

    @Test(
        "have a poster frame, and become an MP4", .long,
        arguments: ["two-slices.mp4", "old-phone.3gp", "clip.mpg", "camera.avi"])
    func cases(_ name: String) async throws {
        try await check(caseFile(name))
    }

    /// The name of a video, and how ffmpeg makes it.
    enum Film: String, CaseIterable {
        case slices = "slices.mov"
        case camcorder = "camcorder.mts"
        case interlaced = "interlaced.m2ts"
        case matroska = "film.mkv"
        case divx = "film.avi"
        case program = "film.vob"
        case elementary = "film.m2v"
        case phone = "phone.3gp"
        case windows = "film.wmv"

        var options: [String] {
            let avc = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "12"]
            return switch self {
            case .slices: avc + ["-x264-params", "slices=8"]
            case .camcorder: avc + ["-x264-params", "slices=4", "-c:a", "ac3", "-f", "mpegts"]
            case .interlaced:
                avc + ["-x264-params", "slices=4:tff=1", "-flags", "+ildct+ilme", "-c:a", "ac3", "-f", "mpegts"]
            case .matroska: avc + ["-c:a", "aac"]
            case .divx: ["-c:v", "mpeg4", "-vtag", "DIVX", "-bf", "2", "-c:a", "pcm_s16le"]
            case .program: ["-c:v", "mpeg2video", "-c:a", "mp2"]
            case .elementary: ["-c:v", "mpeg2video", "-an"]
            case .phone: ["-c:v", "h263", "-vf", "scale=352:288,setsar=1", "-an"]
            case .windows: ["-c:v", "wmv2", "-c:a", "wmav2"]
            }
        }
    }

    @Test("of other kinds do, too", .long, arguments: Film.allCases)
    func made(_ film: Film) async throws {
        let source = try SampleVideo(
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2"] + film.options,
            name: film.rawValue)
        try await check(source.file, seconds: 2)
    }

    @Test("have the title, the description and the date that 3GPP and Windows Media give them")
    func described() async throws {
        let phone = try SampleVideo(
            [
                "-f", "lavfi", "-i", "testsrc=s=176x144:d=0.2", "-c:v", "h263", "-metadata", "title=Ein Títel",
                "-metadata", "comment=Worte", "-metadata", "copyright=12345678901234567",
            ], name: "described.3gp")
        var bytes = [UInt8](try Data(contentsOf: phone.file))
        // Some phones write a date in place of rights.
        let rights = try #require(Self.place(of: Array("cprt".utf8), in: bytes))
        bytes.replaceSubrange(rights..<rights + 28, with: Array("date2018-02-07T10:15:08-0500".utf8))
        let read = try await Self.pool.inspect(bytes)
        #expect(read.title == "Ein Títel" && read.caption == "Worte")
        #expect(read.creationDate?.rawValue == 1_518_016_508_000_000 && read.timeZoneOffset == -18_000)

        let windows = try SampleVideo(
            ["-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", "-c:v", "wmv2"], name: "described.wmv")
        bytes = [UInt8](try Data(contentsOf: windows.file))
        #expect(try await Self.pool.inspect(bytes).creationDate == nil)
        let properties = try #require(Self.place(of: [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11], in: bytes))
        let date: [UInt8] = [0x00, 0x2B, 0xEA, 0x0C, 0x3A, 0x2D, 0xC0, 0x01]
        bytes.replaceSubrange(properties + 48..<properties + 56, with: date)
        #expect(try await Self.pool.inspect(bytes).creationDate?.rawValue == 970_578_091_000_000)
    }

    private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: part) }
    }

    @Test("that begin and end in the middle of a picture are films as far as they go", .long)
    func cut() async throws {
        let source = try SampleVideo(
            ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=3", "-f", "lavfi", "-i", "sine=d=3"]
                + Film.camcorder.options,
            name: "cut.mts")
        let whole = [UInt8](try Data(contentsOf: source.file))
        let cut = Array(whole[188 * (whole.count / 188 / 4)..<whole.count * 5 / 6])
        #expect(try await Self.pool.image(of: cut).0.pixelWidth == 320)
        let made = try await Self.pool.video(of: cut, .low)
        #expect(try made.probed().frames ?? 0 > 20)
    }

    @Test("are whole with rubbish behind their last box", arguments: ["rub", "rubbish behind the film", "\u{7F}\u{1}"])
    func rubbish(_ tail: String) async throws {
        let file = try await SampleMedia.formats.appending(path: "plain.mp4")
        let bytes = [UInt8](try Data(contentsOf: file)) + Array(tail.utf8)
        #expect(try await Self.pool.inspect(bytes).subtypes.isEmpty)
        #expect(try await Self.pool.image(of: bytes).0.pixelWidth == 320)
        #expect(try await Self.pool.video(of: bytes, .low).probed().frames == 25)
    }

    /// Returns the width of the picture, and its similarity to ffmpeg's picture at about the same time.
    private func check(_ file: URL, seconds: Double? = nil) async throws {
        let name = Comment(rawValue: file.lastPathComponent)
        let facts = try await Self.pool.inspect(file)
        let probed = try ProbedVideo(file)
        #expect(facts.mediaType == .video && !facts.subtypes.contains(.damaged), name)
        #expect(facts.pixelWidth == probed.width.map { UInt32($0) }, name)
        #expect(facts.pixelHeight == probed.height.map { UInt32($0) }, name)
        if let seconds { #expect(abs((facts.duration ?? 0) - seconds) < 0.2, name) }
        let poster = try await Self.pool.pixels(of: file)
        #expect(poster.0.pixelWidth == facts.pixelWidth && poster.0.pixelHeight == facts.pixelHeight, name)
        #expect(Set(poster.1).count > 20, name)
        let made = try await Self.pool.video(of: file)
        let result = try made.probed()
        #expect(result.codecs.first == "h264" && result.frames ?? 0 > 5, name)
        if let seconds { #expect(abs(result.duration() - seconds) < 0.3, name) }
        let (width, height) = (result.width ?? 0, result.height ?? 0)
        let shown = try grayFrame(of: made.file, width: width, height: height)
        #expect(signalToNoise(shown, try grayFrame(of: file, width: width, height: height)) > 22, name)
    }
}
