public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem

/// Determines the changes that merge a description into the metadata in a copy of a file. A failure contains a
/// sentence for a person.
///
/// In formats with an Exif block, properties that have Exif tags are written to this block, because Exif takes
/// precedence over XMP. All others are written to XMP.
public func describe(_ descriptor: OwnedDescriptor, as description: NewFileMetadata) -> JobAnswer {
    answer(about: descriptor) { file, format throws(UnreadableFileError) in
        var metadata = Metadata()
        let facts = try read(file, as: format, &metadata)
        guard format.canHaveXMP, format != .tiff || facts.mimeType == "image/tiff" else {
            throw .invalid("Metadata is not put into files of this kind.")
        }
        do throws(ExifValues.Fault) {
            var parts = DescribedBlocks(description, format)
            try parts.checkOrientation(facts)
            guard let blocks = try parts.blocks(metadata, facts) else { return .embedding(EmbeddingPlan()) }
            try parts.checkOwn(file, format)
            return try embedded(blocks, file, format, facts)
        } catch {
            return .invalidPacket(error.reason)
        }
    }
}

/// Determines the changes that put these blocks into the file.
private func embedded(
    _ blocks: NewMetadataBlocks, _ file: InputFile, _ format: FileFormat, _ facts: MediaFacts
) throws(ExifValues.Fault) -> JobAnswer {
    do throws(UnreadableFileError) {
        return .embedding(try embedding(of: blocks, in: file, format, facts))
    } catch {
        switch error {
        case .invalid(let reason), .enormous(let reason): throw ExifValues.Fault(reason: reason)
        }
    }
}

/// A description, split into the metadata blocks of a format.
private struct DescribedBlocks {
    private let metadata: FileMetadata
    private var orientation: UInt32?
    private let format: FileFormat

    init(_ description: NewFileMetadata, _ format: FileFormat) {
        (metadata, orientation, self.format) = (description.metadata, description.orientation, format)
    }

    /// Whether properties are written to an Exif block in files of the format.
    private var hasExif: Bool {
        switch format {
        case .jpeg, .png, .webp, .heif, .jxl: true
        case .tiff, .movie, .gif, .raw, .video, .jpeg2000, .bitmap: false
        }
    }

    /// Removes the orientation from the description if the file already has it.
    ///
    /// - Throws: if the wanted orientation is not 1, and the format's decoders ignore the Exif orientation.
    mutating func checkOrientation(_ facts: MediaFacts) throws(ExifValues.Fault) {
        guard let wanted = orientation else { return }
        if wanted == facts.orientation { orientation = nil }
        guard format == .heif || format == .jxl, wanted != 1 else { return }
        throw ExifValues.Fault(reason: "HEIF, AVIF and JPEG XL say themselves how they are turned.")
    }

    /// - Returns: the new blocks; nil if the file does not change.
    func blocks(_ own: Metadata, _ facts: MediaFacts) throws(ExifValues.Fault) -> NewMetadataBlocks? {
        var exif = ExifValues()
        var others: [FileMetadata.Tag] = []
        for tag in metadata.tags {
            if hasExif, try exif.set(tag.name, tag.text) { continue }
            others.append(tag)
        }
        if hasExif, let orientation { exif.setOrientation(orientation) }
        // The file's Exif may be in a PNG text chunk, where viewers ignore the orientation. Viewers apply the
        // orientation of an Exif chunk, so the new chunk must contain the current orientation.
        if format == .png, orientation == nil, !exif.names.isEmpty { exif.setOrientation(facts.orientation) }
        guard let merge = XMPPacketMerge(others, without: exif.names) else {
            throw ExifValues.Fault(reason: "The values cannot be written as XMP.")
        }
        var blocks = NewMetadataBlocks(merge.changes(own.blocks.xmp) ? merge : nil, own: own.blocks.xmp)
        if !exif.names.isEmpty || !exif.isEmpty && own.blocks.exif != nil {
            blocks.exif = try exif.written(into: own.blocks.exif)
        }
        if !hasExif { blocks.orientation = orientation }
        return blocks.isEmpty ? nil : blocks
    }

    /// Checks that the file itself has no conflicting values.
    ///
    /// - Throws: if a TIFF has tags for properties of the description, because the tags would take precedence.
    func checkOwn(_ file: InputFile, _ format: FileFormat) throws(ExifValues.Fault) {
        guard format == .tiff, let entries = TIFFEntries(file)?.entries() else { return }
        var own = TagList()
        entries.addTags(to: &own)
        let names = Set(own.metadata.tags.map(\.name))
        guard let name = metadata.names.first(where: names.contains) else { return }
        throw ExifValues.Fault(reason: "The TIFF has a tag for '\(name)', which is not written.")
    }
}
