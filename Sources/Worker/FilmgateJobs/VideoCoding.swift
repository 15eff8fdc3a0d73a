import FilmgateModel

extension VideoSpecification {
    var encoded: [UInt8] {
        var fields = FieldWriter()
        fields.put(preset.rawValue)
        fields.put(start)
        fields.put(end) { $0.put($1) }
        fields.put(ceiling) { $0.put($1) }
        fields.put(playback.rawValue)
        return fields.bytes
    }

    init?(encoded bytes: [UInt8]) {
        var fields = FieldReader(bytes)
        self.init()
        do throws(FieldReader.Garbled) {
            preset = try fields.word()
            start = try fields.real()
            end = try fields.optional { reader throws(FieldReader.Garbled) in try reader.real() }
            ceiling = try fields.optional { reader throws(FieldReader.Garbled) in try reader.number() }
            playback = try fields.word()
            try fields.finish()
        } catch {
            return nil
        }
        guard (0...1e9).contains(start), end.map({ $0 > start && $0 <= 1e9 }) ?? true else { return nil }
    }
}

/// A video that a worker has written to the output of its job.
public struct ConvertedVideo: Hashable, Sendable {
    /// Upright, in square pixels.
    public let pixelWidth: UInt32
    public let pixelHeight: UInt32
    /// Bytes, from the start of the output.
    public let size: UInt64

    public init(pixelWidth: UInt32, pixelHeight: UInt32, size: UInt64) {
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.size = size
    }

    var isPlausible: Bool { pixelWidth > 0 && pixelHeight > 0 && size > 0 }
}

extension FieldWriter {
    mutating func put(_ video: ConvertedVideo) {
        put(video.pixelWidth)
        put(video.pixelHeight)
        put(video.size)
    }
}

extension FieldReader {
    mutating func video() throws(Garbled) -> ConvertedVideo {
        ConvertedVideo(pixelWidth: try number(), pixelHeight: try number(), size: try number())
    }
}
