import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum VideoOption {
    static let output = Option(
        "output", letter: "o", value: .one("PATH"), completion: .files, "The file to write; it must not exist yet")
    static let preset = Option(
        "preset", value: .one("PRESET"), completion: .words(VideoSpecification.Preset.allCases.map(\.rawValue)),
        "low, medium or high (480, 720 or 1080 pixels), or passthrough; by default medium")
    static let start = Option("start", value: .one("SECONDS"), "Where the part of the video begins")
    static let end = Option("end", value: .one("SECONDS"), "Where the part of the video ends")
}

extension Command {
    static let videoOfAsset = Command(
        "assets", "video", summary: TranslatableText("Make a video of an asset"),
        details: [
            TranslatableText(
                "The video is an MP4 file with H.264 and AAC. It is upright, and holds no metadata. 'passthrough' keeps pictures and sound as they are stored, and begins at a key frame."
            ) + AssetNameResolver.rule
        ],
        operands: [CommandOperand("ID", "An identifier from 'assets list', the beginning of one, or a file name")],
        options: [VideoOption.output, VideoOption.preset, VideoOption.start, VideoOption.end],
        examples: [
            Example(
                "assets video ID --preset low --start 2.5 --end 10 -o short.mp4",
                "A small part, to be sent to somebody.")
        ]
    ) { invocation in
        guard let path = invocation.text(VideoOption.output).map({ DiskPath($0) }) else {
            throw Failure.usage(localized("Give the file to write: -o PATH."), of: invocation.command)
        }
        let preset =
            try invocation.value(VideoOption.preset, expected: localized("low, medium, high or passthrough")) {
                VideoSpecification.Preset(rawValue: $0)
            } ?? .medium
        let (start, end) = (try seconds(VideoOption.start, invocation) ?? 0, try seconds(VideoOption.end, invocation))
        let library = try await invocation.library()
        guard let asset = try await AssetNameResolver(library: library).assets(invocation.operands).first else {
            throw Failure.usage(localized("Name one asset."), of: invocation.command)
        }
        let display = invocation.progress(localized("Converting"), quiet: invocation.writesJSON)
        var made: PhotoVideo?
        for try await delivery in library.video(for: asset, preset: preset, start: start, end: end) {
            switch delivery {
            case .progress(let fraction): await display.show(done: Int(fraction * 100), total: 100)
            case .video(let video): made = video
            }
        }
        await display.finish()
        guard let made else { throw PhotoLibraryError.invalidReply(localized("The broker delivered no video.")) }
        try NewFile(path).write(made.content)
        if invocation.writesJSON {
            let record = ImageRecord(
                file: path.description, pixelWidth: made.pixelWidth, pixelHeight: made.pixelHeight,
                mimeType: made.mimeType)
            try invocation.output.write(JSON.text(of: record) + "\n")
        } else {
            let values = [
                "file": Text.printable(path.description), "width": "\(made.pixelWidth)",
                "height": "\(made.pixelHeight)",
            ]
            try invocation.output.writeLine(localized("Wrote '{file}', {width} × {height} pixels.", values))
        }
        return .success
    }

    private static func seconds(_ option: Option, _ invocation: Invocation) throws(Failure) -> Double? {
        try invocation.value(option, expected: localized("a number of seconds, such as 2.5")) { text in
            Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        }
    }
}
