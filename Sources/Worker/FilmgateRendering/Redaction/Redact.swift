public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Determines the changes that remove some kinds of metadata from a file. A failure contains a sentence for a person.
///
/// Harmless metadata and metadata of other kinds stay. Metadata of unknown meaning is removed. If the file needs no
/// changes, the function checks that the libraries find no metadata of the removed kinds in it.
public func redact(_ descriptor: OwnedDescriptor, _ removal: MetadataRemoval) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        var plan = RedactionPlan(for: file, removal)
        switch format {
        case .jpeg: try JPEGRedaction.redact(file, &plan)
        case .png: try PNGRedaction.redact(file, &plan)
        case .webp: try WebPRedaction.redact(file, &plan)
        case .gif: try GIFRedaction.redact(file, &plan)
        case .tiff: try TIFFRedaction.redact(file, &plan)
        case .heif, .movie: try BoxRedaction.redact(file, &plan)
        case .jxl, .video, .jpeg2000, .bitmap: throw .invalid("Metadata cannot be removed from this kind of file.")
        case .raw: throw .invalid("Metadata cannot be removed from this kind of RAW.")
        }
        let redaction = try plan.redaction()
        if redaction.changes.isEmpty { try checkFacts(of: file, as: format, withhold: removal) }
        return .redaction(redaction)
    }
}

/// Checks a file that needs no changes, such as a redacted file.
///
/// - Throws: if the libraries still read metadata that must be removed.
private func checkFacts(
    of file: InputFile, as format: FileFormat, withhold removal: MetadataRemoval
) throws(UnreadableFileError) {
    var metadata = Metadata()
    let facts = try read(file, as: format, &metadata)
    let remains: [MetadataKind: Bool] = [
        .location: facts.location.map { !removal.keepsTown || !$0.isTown } ?? false,
        .captions: [facts.title, facts.caption, facts.altText].contains { $0 != nil } || !facts.keywords.isEmpty,
        // "DNG" is LibRaw's name for the camera of a DNG file that does not name the camera.
        .metadata: [facts.cameraMake, facts.cameraModel, facts.lensModel].contains { ![nil, "DNG"].contains($0) },
    ]
    guard removal.kinds.allSatisfy({ remains[$0] == false }) else {
        throw .invalid("Metadata cannot be removed from this file.")
    }
}

extension Location {
    /// Whether the location is rounded to the town, apart from rounding errors of minutes and of 16-bit fractions.
    fileprivate var isTown: Bool {
        let town = rounded(to: .town)
        return abs(latitude - town.latitude) < 1e-5 && abs(longitude - town.longitude) < 1e-5
    }
}
