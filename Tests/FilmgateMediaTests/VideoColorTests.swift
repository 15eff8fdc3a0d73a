import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Foundation
import Testing

@Suite("Videos of a kind that no screen shows as it is")
struct VideoColorTests {
    private static let pool = WorkerPool.real()

    @Test("in HDR become videos of BT.709 that look like the original in SDR", .long, arguments: HDR.allCases)
    func toneMapping(_ kind: HDR) async throws {
        let standard = try SampleVideo(Self.card, name: "sdr.mp4")
        let source = try SampleVideo(Self.card + kind.options, name: "hdr.mp4")
        for preset in [VideoSpecification.Preset.medium, .low] {
            let video = try await Self.pool.video(of: source.file) { $0.preset = preset }
            let stream = try #require(try video.probed().stream("video"))
            #expect(stream["pix_fmt"] as? String == "yuv420p" && stream["color_transfer"] as? String == "bt709")
            #expect(stream["color_primaries"] as? String == "bt709" && stream["color_space"] as? String == "bt709")
            let (width, height) = preset == .low ? (854, 480) : (1280, 720)
            #expect(stream["width"] as? Int == width && stream["height"] as? Int == height)
            let made = try grayFrame(of: video.file, at: 0.2, width: width, height: height)
            let expected = try grayFrame(of: standard.file, at: 0.2, width: width, height: height)
            let asStored = try grayFrame(of: source.file, at: 0.2, width: width, height: height)
            let (mapped, unmapped) = (signalToNoise(made, expected), signalToNoise(asStored, expected))
            #expect(mapped > 15 && mapped > unmapped + 2, "\(mapped), as stored \(unmapped)")
            let white = made.max() ?? 0
            #expect(white > 180, "white is white: \(white)")
        }
    }

    @Test("in HDR have poster frames with the tones of the same video in SDR", .long, arguments: HDR.allCases)
    func poster(_ kind: HDR) async throws {
        let standard = try SampleVideo(Self.card, name: "sdr.mp4")
        let source = try SampleVideo(Self.card + kind.options, name: "hdr.mp4")
        let expected = luma(try await Self.pool.pixels(of: standard.file).1)
        let poster = luma(try await Self.pool.pixels(of: source.file).1)
        let asStored = try grayFrame(of: source.file, width: 1280, height: 720)
        let (mapped, unmapped) = (signalToNoise(poster, expected), signalToNoise(asStored, expected))
        #expect(mapped > 15 && mapped > unmapped + 2, "\(mapped), as stored \(unmapped)")
        #expect(poster.max() ?? 0 > 160)
    }

    @Test("in HDR are passed through as they are", .long)
    func passthrough() async throws {
        let source = try SampleVideo(Self.card + HDR.pq.options)
        let video = try await Self.pool.video(of: source.file) { $0.preset = .passthrough }
        let stream = try #require(try video.probed().stream("video"))
        #expect(stream["color_transfer"] as? String == "smpte2084" && stream["pix_fmt"] as? String == "yuv420p10le")
    }

    /// The lines of a frame were recorded one field's time apart.
    @Test("interlaced become whole frames, as many as there were", .long, arguments: ["tff", "bff"])
    func deinterlacing(_ order: String) async throws {
        let card = ["-f", "lavfi", "-i", "testsrc2=s=640x480:r=50:d=1"]
        let encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-pix_fmt", "yuv420p"]
        let lines = order == "tff" ? "interleave_top" : "interleave_bottom"
        let source = try SampleVideo(
            card + ["-vf", "tinterlace=\(lines)"] + encoder
                + ["-flags", "+ildct+ilme", "-x264-params", "\(order)=1"])
        #expect(try ProbedVideo(source.file).stream("video")?["field_order"] as? String != "progressive")
        let whole = try SampleVideo(card + ["-vf", "select='not(mod(n,2))'"] + encoder, name: "whole.mp4")
        let video = try await Self.pool.video(of: source.file)
        let probed = try video.probed()
        #expect(probed.frames == 25 && abs(probed.duration() - 1) < 0.05)
        func comparison(at time: Double) throws -> (made: Double, combed: Double) {
            let frames = try [video.file, source.file, whole.file].map {
                try grayFrame(of: $0, at: time, width: 640, height: 480)
            }
            return (signalToNoise(frames[0], frames[2]), signalToNoise(frames[1], frames[2]))
        }
        for time in [0.2, 0.48, 0.8] {
            let (made, combed) = try comparison(at: time)
            #expect(made > combed + 2, "\(time): \(made), with its combs \(combed)")
        }
        let part = try await Self.pool.video(of: source.file) { ($0.start, $0.end) = (0.4, 0.8) }
        #expect(try part.probed().frames == 10)
        let first = try grayFrame(of: part.file, width: 640, height: 480)
        #expect(signalToNoise(first, try grayFrame(of: video.file, at: 0.4, width: 640, height: 480)) > 30)
    }

    private static let card = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=0.4"]

    /// The kinds of HDR, made from an SDR video whose white is 100 candela per square meter.
    enum HDR: CaseIterable {
        case pq, hlg

        var options: [String] {
            let transfer = self == .pq ? "smpte2084" : "arib-std-b67"
            return [
                "-vf",
                "format=yuv444p,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv,"
                    + "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt2020,zscale=t=\(transfer):m=bt2020nc:r=tv:npl=100,"
                    + "format=yuv420p10le",
                "-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-color_primaries", "bt2020", "-color_trc",
                transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
            ]
        }
    }
}
