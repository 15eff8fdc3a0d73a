internal import CFilmgateHEIF
internal import FilmgateModel
internal import Glibc

/// Reads HEIF and AVIF: boxes and items by libheif, without decoding pixels. The file is complete if the boxes end where it does.
///
/// The dimensions are those of the decoded picture, which libheif turns upright, so there is no orientation.
func readHEIF(_ file: InputFile, _ metadata: inout Metadata) throws(Unreadable) -> MediaFacts {
    try file.withContent { content throws(Unreadable) in try readHEIF(content, of: file, &metadata) }
}

private func readHEIF(
    _ content: UnsafeRawBufferPointer, of file: InputFile, _ metadata: inout Metadata
) throws(Unreadable) -> MediaFacts {
    let bytes = content.bindMemory(to: UInt8.self).baseAddress
    let kind = String(cString: heif_get_file_mime_type(bytes, Int32(clamping: content.count)))
    let what = kind.hasPrefix("image/avif") ? "AVIF" : "HEIF"
    return try withPrimaryPicture(of: file, content, what) { picture, width, height throws(Unreadable) in
        readMetadata(of: picture, into: &metadata)
        return facts(of: picture, width, height, kind, metadata)
    }
}

/// Opens the primary picture of a file whose boxes end where it does, and checks its dimensions.
func withPrimaryPicture<Result>(
    of file: InputFile, _ content: UnsafeRawBufferPointer, _ what: String,
    _ body: (_ picture: OpaquePointer, _ width: UInt32, _ height: UInt32) throws(Unreadable) -> Result
) throws(Unreadable) -> Result {
    guard let context = heif_context_alloc() else { throw .broken(what, "there is no memory for it.") }
    defer { heif_context_free(context) }
    // The size is checked here, by the rule for all formats.
    heif_context_set_maximum_image_size_limit(context, Int32.max)
    try BoxStructure.check(file, of: what)
    try HEIFGrids.check(file, of: what)
    try checkHEIF(heif_context_read_from_memory_without_copy(context, content.baseAddress, content.count, nil), what)
    var primary: OpaquePointer?
    try checkHEIF(heif_context_get_primary_image_handle(context, &primary), what)
    guard let picture = primary else { throw .broken(what, "it holds no picture.") }
    defer { heif_image_handle_release(picture) }
    let width = UInt32(clamping: heif_image_handle_get_width(picture))
    let height = UInt32(clamping: heif_image_handle_get_height(picture))
    try Dimensions.check(width, height, of: what)
    return try body(picture, width, height)
}

private func facts(
    of picture: OpaquePointer, _ width: UInt32, _ height: UInt32, _ kind: String, _ metadata: Metadata
) -> MediaFacts {
    var facts = MediaFacts(
        mediaType: .image, mimeType: mimeType(kind), pixelWidth: width, pixelHeight: height)
    if kind.hasSuffix("-sequence") { facts.subtypes.insert(.animated) }
    if heif_image_handle_has_depth_image(picture) != 0 { facts.subtypes.insert(.depth) }
    if hasGainMap(picture) { facts.subtypes.insert(.hdr) }
    metadata.describe(&facts, upright: true)
    return facts
}

private func mimeType(_ kind: String) -> String {
    switch kind {
    case "image/avif", "image/avif-sequence": "image/avif"
    case "image/heic", "image/heic-sequence": "image/heic"
    default: "image/heif"
    }
}

func checkHEIF(_ error: heif_error, _ what: String) throws(Unreadable) {
    guard error.code != heif_error_Ok else { return }
    if error.subcode == heif_suberror_End_of_data { throw .truncated(what) }
    if error.code == heif_error_Memory_allocation_error {
        throw .enormous("The \(what) needs more memory than it gets.")
    }
    throw .broken(what, error.message.map { String(cString: $0) } ?? "for no reason that is known.")
}

private func readMetadata(of picture: OpaquePointer, into metadata: inout Metadata) {
    var ids = [heif_item_id](repeating: 0, count: 16)
    let count = heif_image_handle_get_list_of_metadata_block_IDs(picture, nil, &ids, Int32(ids.count))
    for id in ids.prefix(Int(count)) {
        let size = heif_image_handle_get_metadata_size(picture, id)
        var block = [UInt8](repeating: 0, count: size)
        guard size > 4, heif_image_handle_get_metadata(picture, id, &block).code == heif_error_Ok else { continue }
        let type = heif_image_handle_get_metadata_type(picture, id).map { String(cString: $0) }
        if type == "Exif" {
            // The first four bytes give the offset of the TIFF structure behind them.
            let start = 4 + block[..<4].reduce(0) { $0 << 8 | Int($1) }
            metadata.read(exif: block.dropFirst(min(start, size)))
        } else if type == "mime", isXMP(picture, id) {
            metadata.read(xmp: block)
        }
    }
}

private func isXMP(_ picture: OpaquePointer, _ id: heif_item_id) -> Bool {
    heif_image_handle_get_metadata_content_type(picture, id).map { String(cString: $0) } == "application/rdf+xml"
}

/// Apple's HDR gain map, an auxiliary picture.
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
