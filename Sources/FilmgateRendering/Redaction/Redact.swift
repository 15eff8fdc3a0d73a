public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Finds what must be changed in a file so that it tells nothing of some kinds of metadata; a failure is a sentence for a person.
///
/// What is known to be harmless stays, and so does what belongs to other kinds. Everything else goes, also what is not understood.
/// For a redacted file the answer has no changes; then the libraries that read metadata have found nothing of these kinds either.
public func redact(_ descriptor: OwnedDescriptor, of kinds: Set<MetadataKind>) -> JobAnswer {
    answer(about: descriptor) { file, format throws(Unreadable) in
        var plan = RedactionPlan(for: file, removing: kinds)
        switch format {
        case .jpeg: try JPEGRedaction.redact(file, &plan)
        case .png: try PNGRedaction.redact(file, &plan)
        case .webp: try WebPRedaction.redact(file, &plan)
        case .gif: try GIFRedaction.redact(file, &plan)
        case .tiff: try TIFFRedaction.redact(file, &plan)
        case .heif, .movie: try BoxRedaction.redact(file, &plan)
        case .raw: throw .invalid("Metadata cannot be removed from this kind of RAW.")
        }
        let redaction = try plan.redaction()
        if redaction.changes.isEmpty { try checkFacts(of: file, as: format, withhold: kinds) }
        return .redaction(redaction)
    }
}

/// - Throws: if the libraries read anything of these kinds.
private func checkFacts(of file: InputFile, as format: FileFormat, withhold kinds: Set<MetadataKind>) throws(Unreadable)
{
    var metadata = Metadata()
    let facts = try read(file, as: format, &metadata)
    let tells: [MetadataKind: Bool] = [
        .location: facts.location != nil,
        .captions: facts.title != nil || facts.caption != nil || !facts.keywords.isEmpty,
        // LibRaw's name for a digital negative that names no camera.
        .metadata: [facts.cameraMake, facts.cameraModel, facts.lensModel].contains { ![nil, "DNG"].contains($0) },
    ]
    guard kinds.allSatisfy({ tells[$0] == false }) else {
        throw .invalid("Metadata cannot be removed from this file.")
    }
}
