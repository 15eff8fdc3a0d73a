public import FilmgateJobs
import FilmgateModel
public import FilmgateSystem

/// Determines the changes that merge an XMP packet into a copy of a file. A failure contains a sentence for a person.
///
/// Exiv2 can write metadata into these formats, but it moves segments and changes Exif. So this code parses the
/// containers itself. Only the packet changes, and the lengths and offsets that depend on it.
public func embed(_ packet: [UInt8], in descriptor: OwnedDescriptor) -> JobAnswer {
    guard let addition = XMPPacketMerge(packet) else { return .invalidPacket("It is not XMP.") }
    return answer(about: descriptor) { file, format throws(UnreadableFileError) in
        guard format.canHaveXMP else { throw .invalid("XMP is not embedded in files of this kind.") }
        var metadata = Metadata()
        let facts = try read(file, as: format, &metadata)
        return .embedding(
            try embedding(of: NewMetadataBlocks(addition, own: metadata.blocks.xmp), in: file, format, facts))
    }
}

/// Determines the changes that put new metadata blocks into a copy of a file.
///
/// - Parameter facts: the metadata that was read from the file.
func embedding(
    of blocks: NewMetadataBlocks, in file: InputFile, _ format: FileFormat, _ facts: MediaFacts
) throws(UnreadableFileError) -> EmbeddingPlan {
    let kind = UnreadableFileError.invalid("Metadata is not embedded in files of this kind.")
    var splices: [FileSplice]
    switch format {
    case .jpeg:
        splices = try JPEGEmbedder.splices(blocks, in: file, isMotionPhoto: facts.subtypes.contains(.live))
    case .png: splices = try PNGEmbedder.splices(blocks, in: file)
    case .webp: splices = try WebPEmbedder.splices(blocks, in: file)
    case .tiff:
        // Most RAW formats have the structure of TIFF, but store pictures at places that only their own tags describe.
        guard facts.mimeType == "image/tiff", blocks.exif == nil else { throw kind }
        splices = try TIFFEmbedder.splices(blocks.packet(), orientation: blocks.orientation, in: file)
    case .heif:
        var items: [NewHEIFItem] = []
        if let exif = blocks.exif { items.append(NewHEIFItem.exif(exif)) }
        if let packet = try blocks.packet() { items.append(NewHEIFItem.packet(packet)) }
        splices = try HEIFEmbedder.splices(items, in: file)
    case .jxl:
        var parts: [JXLEmbedder.MetadataBox] = []
        if let exif = blocks.exif { parts.append(("Exif", [0, 0, 0, 0] + exif)) }
        if let packet = try blocks.packet() { parts.append(("xml ", packet)) }
        splices = try JXLEmbedder.splices(parts, in: file)
    case .movie:
        guard blocks.exif == nil else { throw kind }
        splices = []
        if let turn = blocks.orientation { splices += try MovieEmbedder.splices(turnedTo: turn, in: file) }
        if let packet = try blocks.packet() { splices += try MovieEmbedder.splices(packet, in: file) }
    case .gif, .raw, .video, .jpeg2000, .bitmap: throw kind
    }
    let embedding = EmbeddingPlan(SpliceBuilder.sorted(splices))
    guard embedding.isPlausible else { throw .invalid("Its metadata would be too long.") }
    return embedding
}

/// Metadata blocks to put into a file.
struct NewMetadataBlocks {
    /// The Exif block: the TIFF structure without the identifier `Exif`; nil if it does not change.
    var exif: [UInt8]?
    /// The orientation in formats that do not store it in Exif; nil if it does not change.
    var orientation: UInt32?
    private let merge: XMPPacketMerge?
    /// The XMP packet that the file already has.
    private let own: [UInt8]?

    /// - Parameter merge: the packet to merge; nil if the file's packet does not change.
    init(_ merge: XMPPacketMerge?, own: [UInt8]?) { (self.merge, self.own) = (merge, own) }

    var isEmpty: Bool { exif == nil && orientation == nil && merge == nil }

    /// Returns the merged packet; nil if the file's packet does not change.
    ///
    /// - Parameter isShort: whether to omit the padding for later changes.
    func packet(isShort: Bool = false) throws(UnreadableFileError) -> [UInt8]? {
        guard let merge else { return nil }
        return try merge.merged(with: own, isShort: isShort)
    }
}

extension FileFormat {
    /// Whether files of the format can contain XMP.
    var canHaveXMP: Bool {
        switch self {
        case .jpeg, .png, .webp, .tiff, .heif, .jxl, .movie: true
        case .gif, .raw, .video, .jpeg2000, .bitmap: false
        }
    }
}
