import Filmgate
import FilmgateText

extension Command {
    static let metadataOfAsset = Command(
        "assets", "metadata", summary: "Show what the file of an asset tells of itself",
        details: [
            TranslatableText(
                "Reads the file, and shows its Exif, IPTC and XMP by the names of XMP: 'exif:FNumber', 'tiff:Model', 'dc:title'. docs/metadata.md lists them. 'assets show' shows what the library knows of an asset, which can be different."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetNameResolver.oneOperand],
        options: [.noHeader],
        examples: [Example("assets metadata IMG_1.JPG", "With which exposure was it taken?")]
    ) { invocation in
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[0], in: library)
        let metadata = try await library.metadata(of: asset)
        if invocation.writesJSON {
            try invocation.write(json: JSONOptionDictionary(metadata))
        } else {
            try invocation.writeTable(
                [.init(localized("NAME")), .init(localized("VALUE"), shrinks: true)],
                metadata.names.map { [$0, metadata[$0].joined(separator: ", ")] })
            if metadata.tags.isEmpty { invocation.note(localized("The file tells nothing of itself.")) }
        }
        return .success
    }
}
