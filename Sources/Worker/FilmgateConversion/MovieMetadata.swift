import CFilmgateAV
import FilmgateRendering

/// The metadata of a movie, to be written into a different movie with Apple's keys.
final class MovieMetadata {
    private let movie: Movie

    init(of file: InputFile) throws(UnreadableFileError) { movie = try Movie(file) }

    static let unwritable =
        "This app may not know all metadata of the original, and it cannot be written into a video of this format; hand in an MP4 "
        + "with H.264 or HEVC, and with sound in AAC, MP3 or AC-3."

    /// Adds the entries to the metadata of a movie that is about to be written.
    func copy(to context: UnsafeMutablePointer<AVFormatContext>) {
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(movie.context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            let name = String(cString: next.pointee.key)
            guard !MovieMetadata.ofTheFile.contains(name) else { continue }
            av_dict_set(&context.pointee.metadata, MovieMetadata.names[name] ?? name, next.pointee.value, 0)
        }
    }

    /// The entries that describe the file and not its content.
    private static let ofTheFile: Set<String> = ["major_brand", "minor_version", "compatible_brands", "encoder"]

    /// Apple's keys for the entries to which libavformat gives its own names.
    private static let names = [
        "location": "com.apple.quicktime.location.ISO6709", "location-eng": "com.apple.quicktime.location.ISO6709",
        "title": "com.apple.quicktime.title", "comment": "com.apple.quicktime.comment",
        "description": "com.apple.quicktime.description", "keywords": "com.apple.quicktime.keywords",
        "make": "com.apple.quicktime.make", "model": "com.apple.quicktime.model",
        "artist": "com.apple.quicktime.artist", "author": "com.apple.quicktime.author",
        "copyright": "com.apple.quicktime.copyright",
    ]
}
