import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ImageOption {
    static let size = Option("size", value: .one("PIXELS"), "The longer side at most, by default the picture's own")
    static let format = Option(
        "format", value: .one("FORMAT"), completion: .words(formats.map(\.0)),
        "jpeg, png or webp; by default what the name of the file says, or jpeg")
    static let formats: [(String, ImageSpecification.Format)] = [("jpeg", .jpeg), ("png", .png), ("webp", .webp)]
}

extension Command {
    static let imageOfAsset = Command(
        "assets", "image", summary: "Make an image of an asset",
        details: [TranslatableText("The image is upright, in sRGB, and holds no metadata.") + AssetNameResolver.rule],
        operands: [AssetNameResolver.oneOperand],
        options: [.newFile, ImageOption.size, ImageOption.format],
        examples: [Example("assets image ID --size 512 -o small.jpg", "A small copy, to be sent to somebody.")]
    ) { invocation in
        let path = try invocation.newFile()
        var specification = ImageSpecification()
        let side = try invocation.number(ImageOption.size)
        (specification.width, specification.height) = (side, side)
        specification.format =
            try invocation.value(ImageOption.format, expected: localized("jpeg, png or webp")) { text in
                ImageOption.formats.first { $0.0 == text }?.1
            } ?? format(ofFileAt: path)
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[0], in: library)
        let image = try await library.image(for: asset, as: specification, delivery: .highQuality).last
        let record = ImageRecord(
            file: path.description, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight,
            mimeType: image.mimeType)
        return try invocation.write(image.content, to: path, record)
    }

    /// Returns the format that the file's name indicates; JPEG if it indicates none.
    private static func format(ofFileAt path: DiskPath) -> ImageSpecification.Format {
        let name = path.description.lowercased()
        return ImageOption.formats.first { name.hasSuffix(".\($0.0)") }?.1 ?? .jpeg
    }
}

/// The description of an image or a video that was written to a file.
struct ImageRecord: Encodable {
    let file: String
    let pixelWidth: Int
    let pixelHeight: Int
    let mimeType: String

    private enum CodingKeys: String, CodingKey {
        case file
        case pixelWidth = "pixel-width"
        case pixelHeight = "pixel-height"
        case mimeType = "mime-type"
    }
}

extension Option {
    static let newFile = Option(
        "output", letter: "o", value: .one("PATH"), completion: .files, "The file to write; it must not exist yet")
}

extension Invocation {
    func newFile() throws(CommandFailure) -> DiskPath {
        if let text = text(.newFile) { return DiskPath(text) }
        throw usage(localized("Give the file to write: -o PATH."))
    }

    /// Writes a new file, then a description of it, and returns the command's exit code.
    func write(_ content: OwnedDescriptor, to path: DiskPath, _ record: ImageRecord) throws -> ExitCode {
        try NewFileWriter(path).write(content)
        let (width, height) = ("\(record.pixelWidth)", "\(record.pixelHeight)")
        let values = ["file": Text.printable(record.file), "width": width, "height": height]
        try write(record, orText: localized("Wrote '{file}', {width} × {height} pixels.", values) + "\n")
        return .success
    }
}
