public import FilmgateJobs
public import FilmgateModel
public import FilmgateSystem
internal import Glibc

/// Makes an image of a file's picture and writes it to the output, a memory file that already has its largest size.
public func render(
    _ descriptor: OwnedDescriptor, as specification: ImageSpecification, into output: OwnedDescriptor
) -> JobAnswer {
    answer(about: descriptor) { file, format throws(Unreadable) in
        let picture = try open(file, as: format, specification)
        let geometry = ImageGeometry(of: specification, width: picture.width, height: picture.height)
        let image = try picture.image(geometry, color: specification.color)
        let bytes = try image.encoded(as: specification.format, color: specification.color)
        defer { withExtendedLifetime((picture, bytes)) {} }
        try write(bytes, to: output)
        return .image(
            RenderedImage(pixelWidth: image.width, pixelHeight: image.height, size: UInt64(bytes.content.count)))
    }
}

private func open(
    _ file: InputFile, as format: FileFormat, _ specification: ImageSpecification
) throws(Unreadable) -> any Picture {
    switch format {
    case .jpeg, .png, .webp, .gif: return try EncodedPicture(file)
    case .heif: return try HEIFPicture(file)
    case .tiff, .raw, .movie:
        // RAW files have TIFF's structure too, and libtiff would show their small preview.
        guard format == .tiff, try readTIFF(file).mimeType == "image/tiff" else {
            throw .invalid("Filmgate cannot show pictures of this kind of file yet.")
        }
        return try EncodedPicture(file)
    }
}

/// The job ends where the output has no room: what its size was computed from was wrong.
private func write(_ image: ImageBytes, to output: OwnedDescriptor) throws(Unreadable) {
    let room = lseek(output.rawValue, 0, SEEK_END)
    guard room >= image.content.count, let start = image.content.baseAddress,
        let target = mmap(nil, image.content.count, PROT_READ | PROT_WRITE, MAP_SHARED, output.rawValue, 0),
        target != MAP_FAILED
    else { throw .enormous("The image has \(image.content.count) bytes, more than were expected.") }
    target.copyMemory(from: start, byteCount: image.content.count)
    munmap(target, image.content.count)
}

/// A file's picture, of which images are made.
protocol Picture {
    /// In pixels, upright.
    var width: UInt32 { get }
    var height: UInt32 { get }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels
}

extension ImageSpecification.Color {
    /// The name that libvips has for the color space to convert to; nil for none.
    var profile: String? {
        switch self {
        case .srgb: "srgb"
        case .original: nil
        }
    }
}
