import CFilmgateTIFF
import FilmgateModel
import Glibc

/// Reads the directories of TIFF with libtiff, without decoding pixels. Uses LibRaw for RAW files with TIFF's
/// structure. A file counts as complete if it contains all strips and tiles.
func readTIFF(_ file: InputFile, _ metadata: inout Metadata) throws(UnreadableFileError) -> MediaFacts {
    let container = try TIFFContainer(file)
    if container.isRaw {
        try metadata.tolerate { () throws(UnreadableFileError) in try container.checkExtents() }
        if container.wasCut { try metadata.note(damage: .truncated("RAW")) }
        return try readRaw(file, as: nil, &metadata)
    }
    let (width, height) = container.dimensions
    try PictureSizeLimits.check(width, height, of: "TIFF")
    try metadata.tolerate { () throws(UnreadableFileError) in
        try container.checkExtents()
        try container.checkParts()
    }
    var facts = MediaFacts(mediaType: .image, mimeType: "image/tiff", pixelWidth: width, pixelHeight: height)
    container.read(&metadata)
    metadata.exif.take(file)
    metadata.describe(&facts)
    if container.wasCut { try metadata.note(damage: .truncated("TIFF")) }
    return facts
}

/// Returns whether a file with TIFF's structure is a RAW file.
///
/// - Throws: if the file is incomplete and `takesDamaged` is false.
func isRaw(_ file: InputFile, takesDamaged: Bool = false) throws(UnreadableFileError) -> Bool {
    let container = try TIFFContainer(file)
    let isRaw = container.isRaw
    if takesDamaged { return isRaw }
    try container.checkExtents()
    if !isRaw { try container.checkParts() }
    if container.wasCut { throw .truncated(isRaw ? "RAW" : "TIFF") }
    return isRaw
}

final class TIFFContainer {
    private let stream: FileStream
    let raw: OpaquePointer

    init(_ file: InputFile) throws(UnreadableFileError) {
        stream = FileStream(file)
        guard let opened = stream.openTIFF("rm") else { throw .broken("TIFF", "its directory cannot be read.") }
        raw = opened
    }

    deinit { TIFFClose(raw) }

    /// The dimensions of the first picture.
    var dimensions: (width: UInt32, height: UInt32) {
        TIFFSetDirectory(raw, 0)
        return (number(TIFFTAG_IMAGEWIDTH) ?? 0, number(TIFFTAG_IMAGELENGTH) ?? 0)
    }

    /// Whether a picture consists of sensor data, or the file is marked as DNG.
    lazy var isRaw: Bool = {
        var isRaw = false
        forEachDirectory {
            if let photometric = short(TIFFTAG_PHOTOMETRIC), [32803, 34892].contains(photometric) { isRaw = true }
            if fg_tiff_fixed(raw, UInt32(TIFFTAG_DNGVERSION)) != nil { isRaw = true }
        }
        return isRaw
    }()

    /// Whether the file has pictures other than smaller versions of the first picture.
    var holdsOtherPictures: Bool {
        var (isFirst, areOthers) = (true, false)
        forEachDirectory {
            let isSmaller = (number(TIFFTAG_SUBFILETYPE) ?? 0) & UInt32(FILETYPE_REDUCEDIMAGE) != 0
            if !isFirst, !isSmaller { areOthers = true }
            isFirst = false
        }
        TIFFSetDirectory(raw, 0)
        return areOthers
    }

    /// Whether a part that was read reaches beyond the end of the file.
    var wasCut: Bool { stream.wasCut }

    func checkExtents() throws(UnreadableFileError) {
        var isWhole = true
        forEachDirectory {
            let count = TIFFIsTiled(raw) != 0 ? TIFFNumberOfTiles(raw) : TIFFNumberOfStrips(raw)
            var index: UInt32 = 0
            while isWhole, index < count {
                let (end, overflows) = TIFFGetStrileOffset(raw, index)
                    .addingReportingOverflow(TIFFGetStrileByteCount(raw, index))
                if overflows || end > stream.file.size { isWhole = false }
                index += 1
            }
        }
        if !isWhole { throw .truncated("TIFF") }
    }

    /// Checks the strips or tiles of the first picture.
    ///
    /// - Throws: if a strip or tile has no offset or no bytes, because libtiff would leave a gap.
    func checkParts() throws(UnreadableFileError) {
        TIFFSetDirectory(raw, 0)
        // Old-style JPEG stores its offsets in a different way.
        if short(TIFFTAG_COMPRESSION) == UInt16(COMPRESSION_OJPEG) { return }
        let count = TIFFIsTiled(raw) != 0 ? TIFFNumberOfTiles(raw) : TIFFNumberOfStrips(raw)
        for index in 0..<count where TIFFGetStrileOffset(raw, index) == 0 || TIFFGetStrileByteCount(raw, index) == 0 {
            throw .broken("TIFF", "a part of its picture is missing.")
        }
    }

    /// Whether the strips of an uncompressed first picture contain all samples. If samples are missing, libtiff reads
    /// the bytes that follow in the file.
    var hasAllSamples: Bool {
        TIFFSetDirectory(raw, 0)
        guard (short(TIFFTAG_COMPRESSION) ?? 1) == UInt16(COMPRESSION_NONE), TIFFIsTiled(raw) == 0,
            let height = number(TIFFTAG_IMAGELENGTH), height > 0
        else { return true }
        let rows = min(max(number(TIFFTAG_ROWSPERSTRIP) ?? height, 1), height)
        let strips = (height - 1) / rows + 1
        return (0..<TIFFNumberOfStrips(raw)).allSatisfy { index in
            let first = index % strips * rows
            return TIFFGetStrileByteCount(raw, index) >= TIFFVStripSize64(raw, min(rows, height - first))
        }
    }

    func read(_ metadata: inout Metadata) {
        TIFFSetDirectory(raw, 0)
        metadata.exif.orientation = short(TIFFTAG_ORIENTATION).map(UInt32.init)
        readTexts([.imageDescription, .make, .model, .software, .dateTime], into: &metadata.exif)
        for tag in [ExifFields.Tag.xpTitle, .xpComment, .xpSubject, .xpKeywords] {
            if let bytes = block(UInt32(tag.rawValue)) { metadata.exif.set(tag, Array(bytes)) }
        }
        if let packet = block(UInt32(TIFFTAG_XMLPACKET)) { metadata.read(xmp: packet) }
        if let block = iptc() { metadata.read(iptc: block) }
        let exif = offset(TIFFTAG_EXIFIFD)
        let position = offset(TIFFTAG_GPSIFD)
        if let exif, TIFFReadEXIFDirectory(raw, exif) != 0 {
            readTexts(
                [
                    .dateTimeOriginal, .dateTimeDigitized, .offsetTime, .offsetTimeOriginal, .offsetTimeDigitized,
                    .subSecTime, .subSecTimeOriginal, .subSecTimeDigitized, .lensModel,
                ], into: &metadata.exif)
            metadata.exif.customRendered = short(Int32(ExifFields.customRenderedTag)).map(UInt32.init)
        }
        if let position, TIFFReadGPSDirectory(raw, position) != 0 { readPosition(into: &metadata.exif) }
    }

    private func readTexts(_ tags: [ExifFields.Tag], into fields: inout ExifFields) {
        for tag in tags {
            guard let text = fg_tiff_text(raw, UInt32(tag.rawValue)) else { continue }
            fields.set(tag, Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        }
    }

    private func readPosition(into fields: inout ExifFields) {
        func angle(_ tag: Int32) -> [Double]? {
            fg_tiff_fixed(raw, UInt32(tag)).map { values in
                (0..<3).map { values.load(fromByteOffset: $0 * 8, as: Double.self) }
            }
        }
        guard let latitudeSide = fg_tiff_text(raw, UInt32(GPSTAG_LATITUDEREF)), let latitude = angle(GPSTAG_LATITUDE),
            let longitudeSide = fg_tiff_text(raw, UInt32(GPSTAG_LONGITUDEREF)), let longitude = angle(GPSTAG_LONGITUDE)
        else { return }
        fields.setPosition(
            latitude: ExifEntry.angle(of: latitude), String(cString: latitudeSide),
            longitude: ExifEntry.angle(of: longitude), String(cString: longitudeSide))
    }

    /// Returns the IPTC block. libtiff treats the block as 32-bit numbers, and may swap their bytes. This function
    /// undoes the swap.
    private func iptc() -> [UInt8]? {
        var count: UInt32 = 0
        guard let values = fg_tiff_array32(raw, UInt32(TIFFTAG_RICHTIFFIPTC), &count) else { return nil }
        var words = Array(UnsafeBufferPointer(start: values.assumingMemoryBound(to: UInt32.self), count: Int(count)))
        if TIFFIsByteSwapped(raw) != 0 { TIFFSwabArrayOfLong(&words, tmsize_t(words.count)) }
        return words.withUnsafeBytes { Array($0) }
    }

    /// Calls `body` for each directory of the chain and each subdirectory, after selecting it in libtiff. Stops at a
    /// limit, because libtiff reaches each directory by walking from the first directory.
    private func forEachDirectory(_ body: () -> Void) {
        var index: tdir_t = 0
        var visited = 0
        while visited < TIFFContainer.mostDirectories, TIFFSetDirectory(raw, index) != 0 {
            body()
            visited += 1
            var count: UInt16 = 0
            let below = fg_tiff_array16(raw, UInt32(TIFFTAG_SUBIFD), &count).map {
                Array(UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UInt64.self), count: Int(count)))
            }
            for offset in (below ?? []).prefix(TIFFContainer.mostDirectories - visited) {
                visited += 1
                if TIFFSetSubDirectory(raw, offset) != 0 { body() }
            }
            index += 1
        }
    }

    /// The maximum number of directories. Cameras and scanners write fewer pages.
    private static let mostDirectories = 1000

    func number(_ tag: Int32) -> UInt32? {
        var value: UInt32 = 0
        return fg_tiff_u32(raw, UInt32(tag), &value) ? value : nil
    }

    func short(_ tag: Int32) -> UInt16? {
        var value: UInt16 = 0
        return fg_tiff_u16(raw, UInt32(tag), &value) ? value : nil
    }

    private func offset(_ tag: Int32) -> UInt64? {
        var value: UInt64 = 0
        return fg_tiff_offset(raw, UInt32(tag), &value) ? value : nil
    }

    /// Returns the bytes of a tag, which are valid as long as the container exists.
    func block(_ tag: UInt32) -> UnsafeRawBufferPointer? {
        var count: UInt32 = 0
        return fg_tiff_array32(raw, tag, &count).map { UnsafeRawBufferPointer(start: $0, count: Int(count)) }
    }
}

extension FileStream {
    /// Opens a TIFF with libtiff. Returns nil if the first directory cannot be read. This stream must outlive the
    /// result.
    func openTIFF(_ mode: String, write: TIFFReadWriteProc? = { _, _, _ in 0 }) -> OpaquePointer? {
        TIFFClientOpen(
            "", mode, Unmanaged.passUnretained(self).toOpaque(), readStream, write, seekStream, { _ in 0 },
            sizeOfStream, { _, _, _ in 0 }, { _, _, _ in })
    }
}

private func readStream(_ context: thandle_t?, _ buffer: UnsafeMutableRawPointer?, _ count: tmsize_t) -> tmsize_t {
    guard let context else { return -1 }
    return tmsize_t(FileStream.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
}

private func seekStream(_ context: thandle_t?, _ offset: toff_t, _ origin: Int32) -> toff_t {
    guard let context else { return toff_t.max }
    return toff_t(bitPattern: FileStream.of(context).seek(to: Int64(truncatingIfNeeded: offset), from: origin))
}

private func sizeOfStream(_ context: thandle_t?) -> toff_t { context.map { FileStream.of($0).size } ?? 0 }
