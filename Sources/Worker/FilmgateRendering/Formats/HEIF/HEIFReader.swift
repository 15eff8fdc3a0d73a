import CFilmgateHEIF
import FilmgateModel
import Glibc

/// Reads the boxes and items of HEIF and AVIF with libheif, without decoding pixels. The file counts as complete if the
/// last box ends at the end of the file, and if the file contains the picture's data.
///
/// The dimensions are those of the decoded picture. libheif turns the picture upright, so there is no orientation.
func readHEIF(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    try file.withContent { content throws(UnreadableFileError) in try readHEIF(content, of: file, &metadata) }
}

private func readHEIF(
    _ content: UnsafeRawBufferPointer, of file: InputFile, _ metadata: inout Metadata
) throws(UnreadableFileError) -> MediaFacts {
    let kind = brandType(of: content)
    let what = kind.hasPrefix("image/avif") ? "AVIF" : "HEIF"
    try metadata.tolerate { () throws(UnreadableFileError) in try BoxStructureChecker.check(file, of: what) }
    if ImageSequence.isAlone(in: content) { return try ImageSequence.read(file, mimeType: mimeType(kind), &metadata) }
    return try withPrimaryPicture(of: content, what) { picture throws(UnreadableFileError) in
        if let damage = picture.input.damage { try metadata.note(damage: damage) }
        readMetadata(of: picture.handle, into: &metadata)
        var read = facts(of: picture, kind, metadata)
        if ImageSequence.isPresent(in: content) { read.subtypes.insert(.animated) }
        return read
    }
}

/// The primary picture of a HEIF or AVIF file. It is valid only during the call of the closure that gets it.
struct PrimaryPicture {
    let handle: OpaquePointer
    /// The width of the upright picture, in pixels.
    let width: UInt32
    let height: UInt32
    let input: HEIFInput
}

/// Opens the primary picture of a file, and checks its dimensions.
func withPrimaryPicture<Result>(
    of content: UnsafeRawBufferPointer, _ what: String, _ body: (PrimaryPicture) throws(UnreadableFileError) -> Result
) throws(UnreadableFileError) -> Result {
    try withPicture(of: HEIFInput(content, what), what, body)
}

/// Opens the primary picture of an input for libheif, and checks its dimensions.
func withPicture<Result>(
    of input: HEIFInput, _ what: String, _ body: (PrimaryPicture) throws(UnreadableFileError) -> Result
) throws(UnreadableFileError) -> Result {
    guard let context = heif_context_alloc() else { throw .broken(what, "there is no memory for it.") }
    defer {
        heif_context_free(context)
        withExtendedLifetime(input) {}
    }
    // Disables libheif's own limit, because `PictureSizeLimits.check` limits the size.
    heif_context_set_maximum_image_size_limit(context, Int32.max)
    try checkHEIF(input.read(into: context), what)
    var primary: OpaquePointer?
    try checkHEIF(heif_context_get_primary_image_handle(context, &primary), what)
    guard let picture = primary else { throw .broken(what, "it holds no picture.") }
    defer { heif_image_handle_release(picture) }
    let size = size(of: picture)
    try PictureSizeLimits.check(size.width, size.height, of: what)
    return try body(PrimaryPicture(handle: picture, width: size.width, height: size.height, input: input))
}

private func facts(of picture: PrimaryPicture, _ kind: String, _ metadata: Metadata) -> MediaFacts {
    var facts = MediaFacts(
        mediaType: .image, mimeType: mimeType(kind), pixelWidth: picture.width, pixelHeight: picture.height)
    if kind.hasSuffix("-sequence") { facts.subtypes.insert(.animated) }
    if heif_image_handle_has_depth_image(picture.handle) != 0 { facts.subtypes.insert(.depth) }
    if picture.input.hasGainMap || hasGainMap(picture.handle) { facts.subtypes.insert(.hdr) }
    metadata.describe(&facts, upright: true)
    return facts
}

/// Returns libheif's MIME type for the major brand or, if that is unknown, a type that the other brands indicate.
private func brandType(of content: UnsafeRawBufferPointer) -> String {
    let bytes = content.bindMemory(to: UInt8.self).baseAddress
    let known = String(cString: heif_get_file_mime_type(bytes, Int32(clamping: content.count)))
    if !known.isEmpty { return known }
    let head = String(decoding: content.prefix(64), as: UTF8.self)
    return ["avif", "heic"].first { head.contains($0) }.map { "image/\($0)" } ?? "image/heif"
}

private func mimeType(_ kind: String) -> String {
    switch kind {
    case "image/avif", "image/avif-sequence": "image/avif"
    case "image/heic", "image/heic-sequence": "image/heic"
    default: "image/heif"
    }
}

func checkHEIF(_ error: heif_error, _ what: String) throws(UnreadableFileError) {
    guard error.code != heif_error_Ok else { return }
    if error.subcode == heif_suberror_End_of_data { throw .truncated(what) }
    if error.code == heif_error_Memory_allocation_error {
        throw .enormous("The \(what) needs more memory than it gets.")
    }
    throw .broken(what, error.message.map { String(cString: $0) } ?? "for no reason that is known.")
}

/// Reads a picture's Exif and XMP.
func readMetadata(of picture: OpaquePointer, into metadata: inout Metadata) {
    var ids = [heif_item_id](repeating: 0, count: 16)
    let count = heif_image_handle_get_list_of_metadata_block_IDs(picture, nil, &ids, Int32(ids.count))
    for id in ids.prefix(Int(count)) {
        let size = heif_image_handle_get_metadata_size(picture, id)
        var block = [UInt8](repeating: 0, count: size)
        guard size > 4, heif_image_handle_get_metadata(picture, id, &block).code == heif_error_Ok else { continue }
        let type = heif_image_handle_get_metadata_type(picture, id).map { String(cString: $0) }
        if type == "Exif" {
            if let start = ExifBlockReader.start(inItem: block) { metadata.read(exif: block[start...]) }
        } else if type == "mime", isXMP(picture, id) {
            metadata.read(xmp: block)
        }
    }
}

private func isXMP(_ picture: OpaquePointer, _ id: heif_item_id) -> Bool {
    heif_image_handle_get_metadata_content_type(picture, id).map { String(cString: $0) } == XMPPacket.contentType
}

/// Returns whether a picture has Apple's HDR gain map, which is an auxiliary picture.
private func hasGainMap(_ picture: OpaquePointer) -> Bool {
    var ids = [heif_item_id](repeating: 0, count: 16)
    let count = heif_image_handle_get_list_of_auxiliary_image_IDs(picture, 0, &ids, Int32(ids.count))
    return ids.prefix(Int(count)).contains { id in
        var companion: OpaquePointer?
        guard heif_image_handle_get_auxiliary_image_handle(picture, id, &companion).code == heif_error_Ok else {
            return false
        }
        defer { heif_image_handle_release(companion) }
        var type: UnsafePointer<CChar>?
        guard heif_image_handle_get_auxiliary_type(companion, &type).code == heif_error_Ok, let name = type else {
            return false
        }
        defer { heif_image_handle_free_auxiliary_types(companion, &type) }
        return String(cString: name).contains("hdrgainmap")
    }
}
