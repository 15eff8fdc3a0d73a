import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ImageOption {
    static let output = Option(
        "output", letter: "o", value: .one("PATH"), completion: .files, "The file to write; it must not exist yet")
    static let size = Option("size", value: .one("PIXELS"), "The longer side at most, by default the picture's own")
    static let format = Option(
        "format", value: .one("FORMAT"), completion: .words(formats.map(\.0)),
        "jpeg, png or webp; by default what the name of the file says, or jpeg")
    static let formats: [(String, ImageSpecification.Format)] = [("jpeg", .jpeg), ("png", .png), ("webp", .webp)]
}

extension Command {
    static let imageOfAsset = Command(
        "assets", "image", summary: TranslatableText("Make an image of an asset"),
        details: [TranslatableText("The image is upright, in sRGB, and holds no metadata.") + AssetNameResolver.rule],
        operands: [CommandOperand("ID", "An identifier from 'assets list', the beginning of one, or a file name")],
        options: [ImageOption.output, ImageOption.size, ImageOption.format],
        examples: [Example("assets image ID --size 512 -o small.jpg", "A small copy, to be sent to somebody.")]
    ) { invocation in
        guard let path = invocation.text(ImageOption.output).map({ DiskPath($0) }) else {
            throw Failure.usage(localized("Give the file to write: -o PATH."), of: invocation.command)
        }
        var specification = ImageSpecification()
        let side = try invocation.number(ImageOption.size)
        (specification.width, specification.height) = (side, side)
        specification.format =
            try invocation.value(ImageOption.format, expected: localized("jpeg, png or webp")) { text in
                ImageOption.formats.first { $0.0 == text }?.1
            } ?? format(ofFileAt: path)
        let library = try await invocation.library()
        guard let asset = try await AssetNameResolver(library: library).assets(invocation.operands).first else {
            throw Failure.usage(localized("Name one asset."), of: invocation.command)
        }
        let image = try await library.image(for: asset, as: specification, delivery: .highQuality).last
        try NewFile(path).write(image.content)
        if invocation.writesJSON {
            let record = ImageRecord(
                file: path.description, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight,
                mimeType: image.mimeType)
            try invocation.output.write(JSON.text(of: record) + "\n")
        } else {
            let values = [
                "file": Text.printable(path.description), "width": "\(image.pixelWidth)",
                "height": "\(image.pixelHeight)",
            ]
            try invocation.output.writeLine(localized("Wrote '{file}', {width} × {height} pixels.", values))
        }
        return .success
    }

    /// Returns the format that the file's name says.
    private static func format(ofFileAt path: DiskPath) -> ImageSpecification.Format {
        let name = path.description.lowercased()
        return ImageOption.formats.first { name.hasSuffix(".\($0.0)") }?.1 ?? .jpeg
    }
}

/// An image or a video that was written to a file.
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
