import CFilmgateExiv2
public import FilmgateJobs
import FilmgateModel
public import FilmgateSystem
import Glibc

/// Writes a picture with the metadata of `original` in place of its own. A failure contains a sentence for a person.
///
/// - Parameters:
///   - omitsOpaque: whether to leave out what can contain other pictures or values of unknown meaning, such as maker
///     notes, and what describes other colors than sRGB.
///   - room: the maximum size of the result, in bytes.
public func replaceMetadata(
    of picture: OwnedDescriptor, by original: OwnedDescriptor, omitsOpaque: Bool, into output: OwnedDescriptor,
    room: UInt64
) -> JobAnswer {
    answer(about: original) { original, format throws(UnreadableFileError) in
        var source = try SourceMetadata(original, format)
        source.omitsOpaque = omitsOpaque
        let picture = try InputFile(picture)
        try checkUpright(picture)
        return .written(
            try picture.withContent { content throws(UnreadableFileError) in
                try write(content, with: source, to: output, room)
            })
    }
}

/// Checks that the picture is upright, because replacing the metadata removes the orientation.
private func checkUpright(_ picture: InputFile) throws(UnreadableFileError) {
    guard let format = FileFormat(picture.bytes(at: 0, count: FileFormat.headBytes)) else {
        throw .invalid("It is not a photo or video in a supported format.")
    }
    var metadata = Metadata()
    guard try read(picture, as: format, &metadata).orientation == 1 else {
        throw .invalid("The edited picture must be upright, with the orientation 1.")
    }
}

/// The metadata blocks of a file. For TIFF and RAW, Exiv2 reads the mapped file itself.
struct SourceMetadata {
    let file: MappedFile?
    let blocks: MetadataBlocks
    var omitsOpaque = false

    init(of descriptor: OwnedDescriptor) throws(UnreadableFileError) {
        let file = try InputFile(descriptor)
        guard let format = FileFormat(file.bytes(at: 0, count: FileFormat.headBytes)) else {
            throw .invalid("It is not a photo or video in a supported format.")
        }
        try self.init(file, format)
    }

    /// Returns a copy of a picture, with this metadata in place of the picture's own metadata.
    ///
    /// - Parameter room: the maximum size of the result, in bytes.
    func written(into picture: UnsafeRawBufferPointer, room: UInt64) throws(UnreadableFileError) -> ImageBytes {
        let tooLarge = UnreadableFileError.enormous("The edited picture becomes larger than was expected.")
        guard let most = Int(exactly: room), let buffer = malloc(min(most, picture.count + (16 << 20))) else {
            throw tooLarge
        }
        var size = 0
        let outcome = withPointer {
            fg_exiv2_replace_metadata(
                fg_exiv2_block(picture), $0, buffer.assumingMemoryBound(to: UInt8.self),
                min(most, picture.count + (16 << 20)), &size)
        }
        guard outcome == fg_exiv2_done, let bytes = ImageBytes(buffer, size) else {
            free(buffer)
            throw outcome == fg_exiv2_no_room ? tooLarge : .invalid("Its metadata cannot be written again.")
        }
        return bytes
    }

    init(_ file: InputFile, _ format: FileFormat) throws(UnreadableFileError) {
        switch format {
        case .tiff, .raw:
            self.file = try file.mapped()
            blocks = MetadataBlocks()
        case .jpeg, .png, .webp, .gif, .heif, .jxl, .movie, .video, .jpeg2000, .bitmap:
            self.file = nil
            var metadata = Metadata()
            _ = try read(file, as: format, &metadata)
            blocks = metadata.blocks
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<fg_exiv2_metadata>) -> Result) -> Result {
        let exif = blocks.exif.map(ExifBlockReader.unmarked) ?? []
        return exif.withUnsafeBufferPointer { exif in
            (blocks.xmp ?? []).withUnsafeBufferPointer { xmp in
                (blocks.iptc ?? []).withUnsafeBufferPointer { iptc in
                    var metadata = fg_exiv2_metadata(
                        file: fg_exiv2_block(file?.content), exif: fg_exiv2_block(UnsafeRawBufferPointer(exif)),
                        xmp: fg_exiv2_block(UnsafeRawBufferPointer(xmp)),
                        iptc: fg_exiv2_block(UnsafeRawBufferPointer(iptc)), omits_opaque: omitsOpaque ? 1 : 0)
                    defer { withExtendedLifetime(file) {} }
                    return body(&metadata)
                }
            }
        }
    }

}

extension fg_exiv2_block {
    /// Creates a block, which is marked as absent if there are no bytes.
    fileprivate init(_ bytes: UnsafeRawBufferPointer?) {
        let exists = bytes?.isEmpty == false
        self.init(
            bytes: exists ? bytes?.baseAddress?.assumingMemoryBound(to: UInt8.self) : nil,
            count: exists ? bytes?.count ?? 0 : 0)
    }
}

private func write(
    _ picture: UnsafeRawBufferPointer, with source: SourceMetadata, to output: OwnedDescriptor, _ room: UInt64
) throws(UnreadableFileError) -> UInt64 {
    let tooLarge = UnreadableFileError.enormous("The edited file is too large for its metadata to be written.")
    guard let room = Int(exactly: room),
        let buffer = mmap(nil, room, PROT_READ | PROT_WRITE, MAP_SHARED, output.rawValue, 0), buffer != MAP_FAILED
    else { throw tooLarge }
    defer { munmap(buffer, room) }
    var size = 0
    let outcome = source.withPointer {
        fg_exiv2_replace_metadata(
            fg_exiv2_block(picture), $0, buffer.assumingMemoryBound(to: UInt8.self), room, &size)
    }
    switch outcome {
    case fg_exiv2_done: return UInt64(size)
    case fg_exiv2_unwritable:
        throw .invalid(
            "This app may not know all metadata of the original, and it cannot be written into a file of this format; hand in a "
                + "JPEG, PNG, WebP or TIFF.")
    case fg_exiv2_no_room: throw tooLarge
    default: throw .invalid("The metadata of the original cannot be written into the edited file.")
    }
}
