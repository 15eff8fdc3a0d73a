import Filmgate
import FilmgateText

extension Command {
    static let metadataOfAsset = Command(
        "assets", "metadata", summary: TranslatableText("Show what the file of an asset tells of itself"),
        details: [
            TranslatableText(
                "Reads the file, and shows its Exif, IPTC and XMP by the names of XMP: 'exif:FNumber', 'tiff:Model', 'dc:title'. docs/metadata.md lists them. 'assets show' shows what the library knows of an asset, which can be different."
            ) + AssetNameResolver.rule
        ],
        operands: [CommandOperand("ID", "An identifier from 'assets list', the beginning of one, or a file name")],
        options: [.noHeader],
        examples: [Example("assets metadata IMG_1.JPG", "With which exposure was it taken?")]
    ) { invocation in
        let library = try await invocation.library()
        guard let asset = try await AssetNameResolver(library: library).assets(invocation.operands).first else {
            throw Failure.usage(localized("Name one asset."), of: invocation.command)
        }
        let metadata = try await library.metadata(of: asset)
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: OptionRecord(metadata)) + "\n")
        } else {
            var table = Table(
                [Table.Column(localized("NAME")), Table.Column(localized("VALUE"), shrinks: true)],
                for: invocation.output,
                hasHeadings: !invocation.has(.noHeader))
            try invocation.output.write(table.lines(metadata.names.map { [$0, metadata[$0].joined(separator: ", ")] }))
            if metadata.tags.isEmpty { invocation.note(localized("The file tells nothing of itself.")) }
        }
        return .success
    }
}
