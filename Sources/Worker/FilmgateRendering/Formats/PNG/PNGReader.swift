import CFilmgatePNG
import FilmgateModel

/// Reads all chunks of a PNG and checks their checksums with libpng. Inflates only text.
func readPNG(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    var raw = fg_png()
    let outcome = try file.withContent { content throws(UnreadableFileError) in
        try countChunks(of: "PNG", from: 8, frame: fourBytes("fcTL")) { offset in
            guard offset + 12 <= content.count else { return nil }
            let size = Int(fourBytes(content, at: offset).byteSwapped)
            return (fourBytes(content, at: offset + 4), offset + 12 + size)
        }
        return withUnsafeMutablePointer(to: &metadata) { metadata in
            fg_png_read(content.bindMemory(to: UInt8.self).baseAddress, content.count, &raw, takeText, metadata)
        }
    }
    if raw.width > 0 { try PictureSizeLimits.check(raw.width, raw.height, of: "PNG") }
    // Accepts a damaged file only if its header contains the dimensions.
    if outcome == fg_png_truncated { try metadata.note(damage: .truncated("PNG")) }
    if outcome == fg_png_broken { try metadata.note(damage: .broken("PNG", message(raw.message))) }
    try PictureSizeLimits.check(raw.width, raw.height, of: "PNG")
    var facts = MediaFacts(mediaType: .image, mimeType: "image/png", pixelWidth: raw.width, pixelHeight: raw.height)
    if raw.animated { facts.subtypes.insert(.animated) }
    metadata.describe(&facts)
    return facts
}

private func takeText(
    _ context: UnsafeMutableRawPointer?, _ keyword: UnsafePointer<CChar>?, _ start: UnsafePointer<UInt8>?, _ count: Int
) {
    guard let context, let start else { return }
    let metadata = context.assumingMemoryBound(to: Metadata.self)
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let keyword = keyword.map { String(cString: $0) }
    if let name = keyword.flatMap({ PNGTexts.names[$0] }) { metadata.pointee.note(name, MetadataText.decode(bytes)) }
    switch keyword {
    case nil: if metadata.pointee.exif.isEmpty { metadata.pointee.read(exif: bytes) }
    case "XML:com.adobe.xmp": metadata.pointee.read(xmp: bytes)
    case "Title": metadata.pointee.title = MetadataText.decode(bytes)
    case "Description": metadata.pointee.caption = MetadataText.decode(bytes)
    case "Comment": metadata.pointee.comment = MetadataText.decode(bytes)
    case "Creation Time":
        let date = PNGTexts.date(MetadataText.decode(bytes))
        metadata.pointee.creationDate = date
        if let text = date.flatMap({ ISODate.text(of: $0) }) { metadata.pointee.note("xmp:CreateDate", text) }
    case "Software": metadata.pointee.software = MetadataText.decode(bytes)
    default:
        if let profile = keyword.flatMap({ PNGRawProfile(keyword: $0, text: Array(bytes)) }) {
            metadata.pointee.read(profile)
        }
    }
}

extension Metadata {
    /// Reads a block that a program stored as text. Blocks in the container's own chunks take precedence.
    fileprivate mutating func read(_ profile: PNGRawProfile) {
        switch profile.content {
        case .exif(let block) where exif.isEmpty: read(exif: block)
        case .iptc(let block) where blocks.iptc == nil: read(iptc: block)
        case .xmp(let packet) where blocks.xmp == nil: read(xmp: packet)
        case .exif, .iptc, .xmp: break
        }
    }
}

/// The keywords of PNG's text chunks, and their XMP names.
enum PNGTexts {
    static let names = [
        "Title": "dc:title", "Description": "dc:description", "Author": "dc:creator", "Copyright": "dc:rights",
        "Software": "xmp:CreatorTool", "Source": "dc:source", "Comment": "exif:UserComment",
    ]

    /// Parses a date. PNG recommends the form of RFC 1123; programs also write other forms.
    static func date(_ text: String) -> CaptureDate? { CaptureDate(internet: text) ?? CaptureDate(iso8601: text) }
}
