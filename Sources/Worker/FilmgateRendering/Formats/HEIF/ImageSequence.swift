import CFilmgateAV
import FilmgateModel

/// HEIF and AVIF files with a track of pictures, which are shown in sequence. Some of these files lack the picture
/// item that libheif needs.
enum ImageSequence {
    static func isPresent(in content: UnsafeRawBufferPointer) -> Bool {
        ISOBox.all(in: 0..<content.count, of: content).contains { $0.type == "moov" }
    }

    /// Returns whether the file has a track, but no items.
    static func isAlone(in content: UnsafeRawBufferPointer) -> Bool {
        isPresent(in: content) && HEIFItems(content) == nil
    }

    /// Reads a file without items with libavformat.
    static func read(
        _ file: InputFile, mimeType: String, _ metadata: inout Metadata
    ) throws(UnreadableFileError) -> MediaFacts {
        let movie = try Movie(file)
        guard let video = movie.video else { throw .invalid("It holds no pictures.") }
        try metadata.tolerate { () throws(UnreadableFileError) in try movie.checkExtents(fileSize: file.size) }
        let shape = try VideoShape(of: video)
        var facts = MediaFacts(
            mediaType: .image, mimeType: mimeType, pixelWidth: shape.width, pixelHeight: shape.height)
        facts.orientation = shape.orientation
        let tags = MovieTags(movie)
        tags.describe(&facts)
        tags.note(in: &metadata)
        facts.subtypes.insert(.animated)
        return facts
    }

    /// Decodes the first picture of a file without items, upright.
    static func firstPicture(of file: InputFile) throws(UnreadableFileError) -> DecodedPicture {
        let movie = try Movie(file)
        guard let video = movie.video else { throw .invalid("It holds no pictures.") }
        let shape = try VideoShape(of: video)
        let frame = try VideoDecoder(movie, video, .tolerant).first(of: "picture", "it cannot be decoded.")
        let pixels = try frame.buffer(width: Int32(shape.width), height: Int32(shape.height))
        return DecodedPicture(try pixels.pixels(orientation: shape.orientation))
    }
}
