import FilmgateModel
import FilmgateTestKit
import FilmgateWorkers
import Testing

@Suite("Videos in slow motion")
struct SlowMotionVideoTests {
    private static let pool = WorkerPool.real()

    @Test(
        "are shown slowly on request, with all their frames and without sound", .long,
        arguments: VideoSpecification.Preset.allCases, [false, true])
    func slowed(_ preset: VideoSpecification.Preset, _ isFragmented: Bool) async throws {
        let source = try SampleVideo("320x240", rate: 120, with: ["-bf", "2"])
        #expect(try await Self.pool.inspect(source.file).subtypes == [.slowMotion])
        let video = try await Self.pool.video(of: source.file) {
            ($0.preset, $0.isFragmented, $0.isSlowMotion) = (preset, isFragmented, true)
        }
        let probed = try video.probed()
        #expect(probed.codecs == ["h264"])
        #expect(try ProbedVideo.readFrames(of: video.file) == 120)
        if !isFragmented { #expect(abs(probed.duration() - 4) < 0.05) }
        // The frame from the middle of the second is in the middle of the four.
        let shown = try grayFrame(of: video.file, at: 2, width: 320, height: 240)
        #expect(signalToNoise(shown, try grayFrame(of: source.file, at: 0.5, width: 320, height: 240)) >= 28)
    }

    @Test("are shown slowly in part, by times of the stored video", .long)
    func part() async throws {
        let source = try SampleVideo("320x240", rate: 240)
        let video = try await Self.pool.video(of: source.file) {
            ($0.preset, $0.isSlowMotion, $0.start, $0.end) = (.low, true, 0.25, 0.5)
        }
        let probed = try video.probed()
        #expect(probed.frames == 60 && abs(probed.duration() - 2) < 0.05)
    }

    @Test("are as they are stored unless asked for, and with half as many frames if they are converted", .long)
    func unslowed() async throws {
        let source = try SampleVideo("320x240", rate: 120)
        for (preset, frames) in [(VideoSpecification.Preset.low, 60), (.passthrough, 120)] {
            let probed = try await Self.pool.video(of: source.file) { $0.preset = preset }.probed()
            #expect(probed.codecs == ["h264", "aac"] && abs(probed.duration() - 1) < 0.05)
            #expect(probed.frames == frames)
        }
    }

    @Test("stay as they are if the camera has slowed them already, and so do other videos", .long)
    func slowedByCamera() async throws {
        let tag = ["-movflags", "use_metadata_tags", "-metadata", "com.android.capture.fps=240.0"]
        let slowed = try SampleVideo("320x240", rate: 30, with: tag)
        #expect(try await Self.pool.inspect(slowed.file).subtypes == [.slowMotion])
        for source in [slowed, try SampleVideo("320x240", rate: 60)] {
            for preset in [VideoSpecification.Preset.low, .passthrough] {
                let video = try await Self.pool.video(of: source.file) {
                    ($0.preset, $0.isSlowMotion) = (preset, true)
                }
                let probed = try video.probed()
                #expect(probed.codecs == ["h264", "aac"] && abs(probed.duration() - 1) < 0.05)
            }
        }
    }
}
