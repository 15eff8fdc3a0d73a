import CFilmgateXMP
public import FilmgateJobs
import FilmgateModel
public import FilmgateSystem

/// Reads all metadata of a file. A failure contains a sentence for a person.
public func metadata(of descriptor: OwnedDescriptor) -> JobAnswer {
    if let tags = readSidecar(descriptor) { return .metadata(tags) }
    return answer(about: descriptor) { file, format throws(UnreadableFileError) in
        // The file was checked when it was added, so damage does not matter.
        var metadata = Metadata(takesDamaged: true)
        if case .raw(let kind) = format {
            _ = try readRaw(file, as: kind, &metadata, isChecked: false)
        } else {
            _ = try read(file, as: format, &metadata)
        }
        return .metadata(combine(metadata, entries(of: metadata, file, format)))
    }
}

/// Reads a sidecar. Returns nil if the file is not an XMP packet.
private func readSidecar(_ descriptor: OwnedDescriptor) -> FileMetadata? {
    guard let file = sidecarFile(descriptor), FileFormat(file.bytes(at: 0, count: FileFormat.headBytes)) == nil else {
        return nil
    }
    let bytes = file.bytes(at: 0, count: Int(file.size))
    guard let packet = XMPPacket.open(bytes) else { return nil }
    xmp_free(packet)
    let xmp = XMPValues(bytes)
    var tags = TagList()
    xmp.addTags(to: &tags, ofCamera: true)
    xmp.addTags(to: &tags, ofCamera: false)
    return tags.metadata
}

/// Combines a file's metadata. For each property, the first of these sources takes precedence: Exif, XMP, IPTC, the
/// container's own text.
private func combine(_ metadata: Metadata, _ entries: ExifEntries) -> FileMetadata {
    let xmp = metadata.blocks.xmp.map { XMPValues($0) }
    var tags = TagList()
    entries.addTags(to: &tags)
    xmp?.addTags(to: &tags, ofCamera: true)
    xmp?.addTags(to: &tags, ofCamera: false)
    if let block = metadata.blocks.iptc { IPTCValues(block).addTags(to: &tags) }
    for (name, texts) in gathered(metadata.blocks.texts) { tags.add(name, list: texts) }
    return tags.metadata
}

/// Groups strings by name, in the order in which the names first appear.
private func gathered(_ texts: [(name: String, text: String)]) -> [(String, [String])] {
    var order: [String] = []
    for (name, _) in texts where !order.contains(name) { order.append(name) }
    return order.map { name in (name, texts.filter { $0.name == name }.map(\.text)) }
}

private func entries(of metadata: Metadata, _ file: InputFile, _ format: FileFormat) -> ExifEntries {
    switch format {
    case .tiff, .raw(.cr2), .raw(.orf), .raw(.rw2): TIFFEntries(file)?.entries() ?? ExifEntries()
    case .jpeg, .png, .webp, .gif, .heif, .jxl, .movie, .video, .jpeg2000, .bitmap, .raw(.crw), .raw(.cr3), .raw(.raf),
        .raw(.mrw), .raw(.x3f):
        metadata.blocks.exif.map(ExifBlockReader.entries) ?? ExifEntries()
    }
}
