/// The format of a file, recognized by its first bytes alone.
public enum FileFormat: Hashable, Sendable {
    case jpeg, png, webp, gif, heif, jxl, jpeg2000
    /// TIFF, or one of the many RAW formats that have the structure of TIFF.
    case tiff
    case raw(RawKind)
    case movie(mimeType: String)
    /// A video in another container, which libavformat reads.
    case video(VideoContainerFormat)
    /// A picture format that neither cameras nor phones write.
    case bitmap(BitmapKind)

    public enum RawKind: Hashable, Sendable {
        case crw, cr2, cr3, raf, orf, rw2, mrw, x3f
    }

    /// The number of bytes from the file's beginning that are needed to recognize the format.
    public static let headBytes = 512

    /// Returns nil for a format that the library does not accept.
    public init?(_ head: [UInt8]) {
        if FileFormat.isJPEG(head) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if text(head, 0..<4) == "RIFF", text(head, 8..<12) == "WEBP" {
            self = .webp
        } else if ["GIF87a", "GIF89a"].contains(text(head, 0..<6)) {
            self = .gif
        } else if text(head, 0..<15) == "FUJIFILMCCD-RAW" {
            self = .raw(.raf)
        } else if ["IIRO", "IIRS", "MMOR"].contains(text(head, 0..<4)) {
            self = .raw(.orf)
        } else if text(head, 0..<4) == "IIU\0" {
            self = .raw(.rw2)
        } else if text(head, 0..<2) == "II", text(head, 6..<14) == "HEAPCCDR" {
            self = .raw(.crw)
        } else if text(head, 0..<4) == "\0MRM" {
            self = .raw(.mrw)
        } else if text(head, 0..<4) == "FOVb" {
            self = .raw(.x3f)
        } else if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(text(head, 0..<4)) {
            self = text(head, 8..<10) == "CR" ? .raw(.cr2) : .tiff
        } else if let picture = FileFormat(laterPicture: head) {
            self = picture
        } else if let container = VideoContainerFormat(head) {
            self = .video(container)
        } else if let brand = FileFormat(box: text(head, 4..<8), brands: FileFormat.brands(head)) {
            self = brand
        } else {
            return nil
        }
    }

    public var mediaType: MediaType {
        switch self {
        case .jpeg, .png, .webp, .gif, .heif, .jxl, .jpeg2000, .tiff, .raw, .bitmap: .image
        case .movie, .video: .video
        }
    }

    private init?(laterPicture head: [UInt8]) {
        let signature: [UInt8] = [0x0D, 0x0A, 0x87, 0x0A]
        if head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
            || text(head, 4..<8) == "jP  " && head.dropFirst(8).starts(with: signature)
        {
            self = .jpeg2000
        } else if head.starts(with: [0xFF, 0x0A])
            || text(head, 4..<8) == "JXL " && head.dropFirst(8).starts(with: signature)
        {
            self = .jxl
        } else if text(head, 0..<4) == "8BPS", ["\0\u{1}", "\0\u{2}"].contains(text(head, 4..<6)) {
            self = .bitmap(.psd)
        } else if FileFormat.isBitmap(head) {
            self = .bitmap(.bmp)
        } else {
            return nil
        }
    }

    /// Returns whether the bytes are the beginning of a JPEG. Like decoders, skips bytes before the first segment.
    private static func isJPEG(_ head: [UInt8]) -> Bool {
        guard head.count > 2, head.starts(with: [0xFF, 0xD8]) else { return false }
        return head[2] == 0xFF
            || zip(head.dropFirst(2), head.dropFirst(3)).contains { $0 == 0xFF && isSegmentMarker($1) }
    }

    /// Returns whether the byte marks a frame, table, comment or application segment of JPEG.
    private static func isSegmentMarker(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC0...0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: true
        default: false
        }
    }

    /// Returns whether the bytes are the beginning of a BMP: a normal file, an array of bitmaps, or a bitmap without
    /// the file header, as in the clipboard.
    private static func isBitmap(_ head: [UInt8]) -> Bool {
        switch text(head, 0..<2) {
        // The reserved bytes of the file header are not checked, because some programs write into them.
        case "BM": hasBitmapHeader(head.dropFirst(14))
        case "BA": text(head, 14..<16) == "BM" && hasBitmapHeader(head.dropFirst(28))
        default:
            [40, 108, 124].contains(head.first) && head.count >= 20 && hasBitmapHeader(head[...])
                && head[12..<14].elementsEqual([1, 0]) && [1, 2, 4, 8, 16, 24, 32].contains(head[14]) && head[15] == 0
                && head[16] <= 6 && head[17..<20].allSatisfy { $0 == 0 }
        }
    }

    /// Returns whether the bytes begin with a valid size of a bitmap header: 12 to 124 bytes.
    private static func hasBitmapHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 4, let size = bytes.first else { return false }
        return (12...124).contains(size) && bytes.dropFirst().prefix(3).allSatisfy { $0 == 0 }
    }

    /// Returns the brands in an `ftyp` box, the major brand first.
    private static func brands(_ head: [UInt8]) -> [String] {
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(size == 0 ? head.count : size, head.count)
        return [text(head, 8..<12)] + stride(from: 16, through: end - 4, by: 4).map { text(head, $0..<$0 + 4) }
    }

    private init?(box: String, brands: [String]) {
        switch box {
        case "ftyp":
            switch brands[0] {
            case let brand where FileFormat.pictureBrands.contains(brand): self = .heif
            case "crx ": self = .raw(.cr3)
            case "qt  ": self = .movie(mimeType: "video/quicktime")
            case let brand where brand.hasPrefix("3gp") || brand.hasPrefix("3g2"):
                self = .movie(mimeType: "video/3gpp")
            case let brand where FileFormat.movieBrands.contains(brand): self = .movie(mimeType: "video/mp4")
            // For an unknown major brand, the compatible brands decide.
            default:
                let isPicture = brands.contains(where: FileFormat.pictureBrands.contains)
                self = isPicture ? .heif : .movie(mimeType: "video/mp4")
            }
        // Old QuickTime files have no `ftyp` box.
        case "moov", "mdat", "wide", "skip", "free", "pnot": self = .movie(mimeType: "video/quicktime")
        default: return nil
        }
    }

    private static let pictureBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis",
    ]
    /// The major brands of videos. The file is a video even if it also contains a picture, such as a cover.
    private static let movieBrands: Set<String> = [
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "MSNV",
    ]
}

/// A video format whose files, unlike MP4, QuickTime and 3GPP files, do not consist of boxes.
public enum VideoContainerFormat: Hashable, Sendable {
    case avi, matroska, webm, transportStream, programStream, windowsMedia, flash
    /// A bare MPEG-1 or MPEG-2 video stream, without a container.
    case elementaryStream

    public init?(_ head: [UInt8]) {
        if text(head, 0..<4) == "RIFF", text(head, 8..<12) == "AVI " {
            self = .avi
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = text(head, 4..<64).contains("webm") ? .webm : .matroska
        } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
            self = .windowsMedia
        } else if head.starts(with: [0x46, 0x4C, 0x56, 0x01]) {
            self = .flash
        } else if head.starts(with: [0, 0, 1, 0xBA]) {
            self = .programStream
        } else if head.starts(with: [0, 0, 1, 0xB3]) {
            self = .elementaryStream
        } else if Self.hasPackets(head, of: 188, from: 0) || Self.hasPackets(head, of: 192, from: 4) {
            self = .transportStream
        } else {
            return nil
        }
    }

    /// Returns whether three consecutive packets of this size each begin with a transport stream's sync byte.
    private static func hasPackets(_ head: [UInt8], of size: Int, from start: Int) -> Bool {
        (0..<3).allSatisfy { start + $0 * size < head.count && head[start + $0 * size] == 0x47 }
    }

    public var mimeType: String {
        switch self {
        case .avi: "video/x-msvideo"
        case .matroska: "video/x-matroska"
        case .webm: "video/webm"
        case .transportStream: "video/mp2t"
        case .programStream, .elementaryStream: "video/mpeg"
        case .windowsMedia: "video/x-ms-wmv"
        case .flash: "video/x-flv"
        }
    }
}

/// A picture format of image editors and drawing programs.
public enum BitmapKind: Hashable, Sendable {
    case bmp, psd

    public var mimeType: String {
        switch self {
        case .bmp: "image/bmp"
        case .psd: "image/vnd.adobe.photoshop"
        }
    }
}

/// Returns one character for each byte in the range. Ignores the part of the range beyond the end.
private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(bytes[range.clamped(to: 0..<bytes.count)].map { Unicode.Scalar($0) }))
}
