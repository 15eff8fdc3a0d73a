public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestLivePhoto`: those of `RequestImage`, for the photo, and how the video is played.
public struct LivePhotoOptions: DBusRepresentable, Hashable {
    public var image: ImageOptions
    public var playback: LivePhotoPlayback

    private static let playbackKey = "playback"

    public init(_ image: ImageOptions, playback: LivePhotoPlayback = .live) {
        self.image = image
        self.playback = playback
    }

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "RequestLivePhoto")
        playback = try reader.takeWord(LivePhotoOptions.playbackKey) ?? .live
        image = try ImageOptions(from: &reader)
        try reader.finish()
    }

    public var representation: Options {
        var options = image.representation
        options[LivePhotoOptions.playbackKey] = Variant(playback.rawValue)
        return options
    }
}
