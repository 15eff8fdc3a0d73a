import CFilmgateRaw
import FilmgateModel

/// Reads RAW files of all manufacturers with LibRaw.
///
/// The caller must have checked that files with TIFF's structure are complete. For CR3, the boxes show whether the file
/// is complete. For other kinds, the sensor data must be unpacked to find out.
///
/// - Parameters:
///   - kind: the kind of RAW file; nil for kinds with TIFF's structure.
///   - isChecked: whether to check that the file is complete even if that takes long.
func readRaw(
    _ file: InputFile, as kind: FileFormat.RawKind?, _ metadata: inout Metadata, isChecked: Bool = true
) throws(UnreadableFileError) -> MediaFacts {
    if kind == .cr3 {
        try metadata.tolerate { () throws(UnreadableFileError) in try BoxStructureChecker.check(file, of: "RAW") }
    }
    let unpacks = isChecked && [.crw, .cr2, .raf, .orf, .rw2, .mrw, .x3f].contains(kind)
    var raw = fg_raw()
    let outcome = try file.withContent { content throws(UnreadableFileError) in
        withUnsafeMutablePointer(to: &metadata) { metadata in
            fg_raw_read(
                content.bindMemory(to: UInt8.self).baseAddress, content.count, unpacks, PictureSizeLimits.pixelLimit,
                &raw,
                takeText, takeXMP, metadata)
        }
    }
    if outcome == fg_raw_truncated {
        try metadata.note(damage: .truncated("RAW"))
        // If LibRaw cannot open the file, it reports no size.
        guard raw.width > 0 else { throw .truncated("RAW") }
    } else {
        try checkRaw(outcome)
    }
    try PictureSizeLimits.check(raw.width, raw.height, of: "RAW")
    let make = message(raw.make)
    var facts = MediaFacts(
        mediaType: .image, mimeType: mimeType(kind, make: make, isDNG: raw.is_dng), pixelWidth: raw.width,
        pixelHeight: raw.height)
    facts.subtypes.insert(.raw)
    switch kind {
    case nil, .cr2, .orf, .rw2: metadata.exif.take(file)
    case .crw, .cr3, .raf, .mrw, .x3f: break
    }
    complete(&metadata.exif, raw)
    metadata.describe(&facts)
    return facts
}

func checkRaw(_ outcome: fg_raw_outcome) throws(UnreadableFileError) {
    switch outcome {
    case fg_raw_truncated: throw .truncated("RAW")
    case fg_raw_enormous: throw .enormous("The RAW has more pixels than fit into memory.")
    case fg_raw_unsupported: throw .invalid("This kind of RAW is not supported.")
    default: break
    }
}

/// Converts LibRaw's orientation to an Exif orientation.
func rawOrientation(_ flip: Int32) -> UInt32 { [3: 3, 5: 8, 6: 6][flip] ?? 1 }

/// Adds the values that LibRaw found at manufacturer-specific places.
private func complete(_ fields: inout ExifFields, _ raw: fg_raw) {
    fields.orientation = rawOrientation(raw.flip)
    fields.set(.make, Array(message(raw.make).utf8))
    fields.set(.model, Array(message(raw.model).utf8))
    let description = message(raw.description)
    if !description.isEmpty { fields.set(.imageDescription, Array(description.utf8)) }
    guard raw.has_position else { return }
    fields.setPosition(
        latitude: ExifEntry.angle(of: [raw.latitude.0, raw.latitude.1, raw.latitude.2]), letter(raw.latitude_side),
        longitude: ExifEntry.angle(of: [raw.longitude.0, raw.longitude.1, raw.longitude.2]),
        letter(raw.longitude_side))
}

private func letter(_ character: CChar) -> String { String(Unicode.Scalar(UInt8(bitPattern: character))) }

private func mimeType(_ kind: FileFormat.RawKind?, make: String, isDNG: Bool) -> String {
    switch kind {
    case .crw: return "image/x-canon-crw"
    case .cr2: return "image/x-canon-cr2"
    case .cr3: return "image/x-canon-cr3"
    case .raf: return "image/x-fuji-raf"
    case .orf: return "image/x-olympus-orf"
    case .rw2: return "image/x-panasonic-rw2"
    case .mrw: return "image/x-minolta-mrw"
    case .x3f: return "image/x-sigma-x3f"
    case nil:
        if isDNG { return "image/x-adobe-dng" }
        let makers = [
            ("NIKON", "image/x-nikon-nef"), ("SONY", "image/x-sony-arw"), ("PENTAX", "image/x-pentax-pef"),
            ("RICOH", "image/x-pentax-pef"),
        ]
        return makers.first { make.uppercased().hasPrefix($0.0) }?.1 ?? "image/x-raw"
    }
}

private func takeText(_ context: UnsafeMutableRawPointer?, _ tag: UInt16, _ start: UnsafePointer<UInt8>?, _ count: Int)
{
    guard let context, let start, let known = ExifFields.Tag(rawValue: tag) else { return }
    let metadata = context.assumingMemoryBound(to: Metadata.self)
    metadata.pointee.exif.set(known, Array(UnsafeBufferPointer(start: start, count: count)))
}

private func takeXMP(_ context: UnsafeMutableRawPointer?, _ start: UnsafePointer<UInt8>?, _ count: Int) {
    guard let context, let start else { return }
    context.assumingMemoryBound(to: Metadata.self).pointee.read(xmp: UnsafeBufferPointer(start: start, count: count))
}
