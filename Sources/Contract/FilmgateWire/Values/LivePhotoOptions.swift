public import FilmgateDBus
public import FilmgateModel

/// The options of `RequestLivePhoto`: the options of `RequestImage` for the photo, and the playback of the video.
public struct LivePhotoOptions: OptionDictionary, Hashable {
    public var image: ImageOptions
    public var playback: LivePhotoPlayback

    public init(_ image: ImageOptions, playback: LivePhotoPlayback = .live) {
        self.image = image
        self.playback = playback
    }

    public static let owner = "RequestLivePhoto"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        playback = try options.word("playback", value?.playback) ?? .live
        image = try ImageOptions(value?.image, &options)
    }
}
