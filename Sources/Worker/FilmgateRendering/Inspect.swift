import CFilmgateVips
public import FilmgateJobs
package import FilmgateModel
public import FilmgateSystem

/// Reads a file's metadata. A failure contains a sentence for a person.
///
/// - Parameter takesDamaged: whether to read a file that can be shown only in part. Such a file gets the subtype
///   `damaged`.
public func inspect(_ descriptor: OwnedDescriptor, takesDamaged: Bool) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        var metadata = Metadata(takesDamaged: takesDamaged)
        var facts = try read(file, as: format, &metadata)
        if let damage = metadata.damage {
            guard showsDamaged(file, as: format) else { throw damage }
            facts.subtypes.insert(.damaged)
        }
        return .facts(facts)
    }
}

/// Runs a job with a file. A failure contains a sentence for a person.
package func answer(
    about descriptor: OwnedDescriptor, _ body: (InputFile, FileFormat) throws(UnreadableFileError) -> JobAnswer
) -> JobAnswer {
    // Clears libtiff's errors about an earlier file. libvips collects them, even if Filmgate calls libtiff directly.
    vips_error_clear()
    do throws(UnreadableFileError) {
        let file = try InputFile(descriptor)
        guard let format = FileFormat(file.bytes(at: 0, count: FileFormat.headBytes)) else {
            throw .invalid("It is not a photo or video in a supported format.")
        }
        return try body(file, format)
    } catch {
        switch error {
        case .invalid(let reason): return .invalidContent(sentence(reason))
        case .enormous(let reason): return .tooLarge(sentence(reason))
        }
    }
}

func read(_ file: InputFile, as format: FileFormat, _ metadata: inout Metadata) throws(UnreadableFileError)
    -> MediaFacts
{
    switch format {
    case .jpeg: try readJPEG(file, &metadata)
    case .png: try readPNG(file, &metadata)
    case .webp: try readWebP(file, &metadata)
    case .gif: try readGIF(file, &metadata)
    case .heif: try readHEIF(file, &metadata)
    case .jxl: try readJXL(file, &metadata)
    case .tiff: try readTIFF(file, &metadata)
    case .raw(let kind): try readRaw(file, as: kind, &metadata)
    case .movie(let mimeType): try readMovie(file, mimeType: mimeType, &metadata)
    case .video(let container): try readVideo(file, in: container, &metadata)
    case .jpeg2000: try readJPEG2000(file, &metadata)
    case .bitmap(let kind): try readBitmap(file, of: kind, &metadata)
    }
}

/// Shortens a reason, and removes control characters. A library's message can contain any characters.
private func sentence(_ reason: String) -> String {
    let line = reason.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var text = String(String.UnicodeScalarView(line))
    while text.utf8.count > JobAnswer.longestReason { text.removeLast() }
    return text
}
