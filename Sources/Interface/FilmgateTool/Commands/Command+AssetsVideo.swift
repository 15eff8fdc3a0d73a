import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum VideoOption {
    static let preset = Option(
        "preset", value: .one("PRESET"), completion: .words(VideoSpecification.Preset.allCases.map(\.rawValue)),
        "low, medium or high (480, 720 or 1080 pixels), or passthrough; by default medium")
    static let start = Option("start", value: .one("SECONDS"), "Where the part of the video begins")
    static let slowMotion = Option("slow-motion", "Show a video in slow motion slowly, and without sound")
    static let end = Option("end", value: .one("SECONDS"), "Where the part of the video ends")
}

extension Command {
    static let videoOfAsset = Command(
        "assets", "video", summary: "Make a video of an asset",
        details: [
            TranslatableText(
                "The video is an MP4 file with H.264 and AAC. It is upright, and holds no metadata. 'passthrough' keeps pictures and sound as they are stored, and begins at a key frame."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetNameResolver.oneOperand],
        options: [.newFile, VideoOption.preset, VideoOption.start, VideoOption.end, VideoOption.slowMotion],
        examples: [
            Example(
                "assets video ID --preset low --start 2.5 --end 10 -o short.mp4",
                "A small part, to be sent to somebody.")
        ]
    ) { invocation in
        let path = try invocation.newFile()
        let preset =
            try invocation.value(VideoOption.preset, expected: localized("low, medium, high or passthrough")) {
                VideoSpecification.Preset(rawValue: $0)
            } ?? .medium
        let (start, end) = (try seconds(VideoOption.start, invocation) ?? 0, try seconds(VideoOption.end, invocation))
        let isSlow = invocation.has(VideoOption.slowMotion)
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[0], in: library)
        let display = invocation.progress(localized("Converting"), quiet: invocation.writesJSON)
        var made: PhotoVideo?
        for try await delivery in library.video(
            for: asset, preset: preset, start: start, end: end, isSlowMotion: isSlow)
        {
            switch delivery {
            case .progress(let fraction): await display.show(done: Int(fraction * 100), total: 100)
            case .video(let video): made = video
            }
        }
        await display.finish()
        guard let made else { throw PhotoLibraryError.invalidReply(localized("The broker delivered no video.")) }
        let record = ImageRecord(
            file: path.description, pixelWidth: made.pixelWidth, pixelHeight: made.pixelHeight, mimeType: made.mimeType)
        return try invocation.write(made.content, to: path, record)
    }

    private static func seconds(_ option: Option, _ invocation: Invocation) throws(CommandFailure) -> Double? {
        try invocation.value(option, expected: localized("a number of seconds, such as 2.5")) { text in
            Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        }
    }
}
