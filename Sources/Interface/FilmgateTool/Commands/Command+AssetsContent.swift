import Filmgate
import FilmgateLibraryTools
import FilmgateText

private enum ContentOption {
    static let video = Option(
        "video", value: .one("FILE"), completion: .files, "The edited video of a live photo, which goes with its photo")
    static let format = Option(
        "adjustment-format", value: .one("NAME"),
        "The format of the adjustment data, such as org.example.Vignette; without one, no app can resume the edit")
    static let version = Option("adjustment-version", value: .one("TEXT"), "The version of the format; 1 by default")
    static let data = Option(
        "adjustment-data", value: .one("FILE"), completion: .files, "What the program needs to resume its edit")
}

extension Command {
    static let setContentOfAsset = Command(
        "assets", "set-content", summary: "Show an edited file in place of an asset's own",
        details: [
            TranslatableText(
                "Every app sees the edited file from then on. The original is kept, and 'assets revert' shows it again. The file must be of the same kind, an image or a video, and upright."
            ) + AssetNameResolver.rule
        ],
        operands: [
            AssetNameResolver.oneOperand,
            CommandOperand("FILE", completion: .files, "The edited file"),
        ],
        options: [ContentOption.video, ContentOption.format, ContentOption.version, ContentOption.data],
        examples: [
            Example("assets set-content IMG_1.JPG developed.jpg", "Show what another program made of a photo.")
        ]
    ) { invocation in
        let library = try await invocation.library()
        let asset = try await invocation.asset(invocation.operands[0], in: library)
        let adjustment = try adjustmentData(invocation)
        let session = try await library.beginEditing(asset)
        var renders = [
            try render(session.input.mediaType == .video ? .fullSizeVideo : .fullSizePhoto, invocation.paths[1])
        ]
        if let video = invocation.text(ContentOption.video) {
            renders.append(try render(.fullSizePairedVideo, DiskPath(video)))
        }
        try await session.finish(ContentEditingOutput(renders, adjustmentData: adjustment))
        try await library.performChanges { request in request.setContent(of: session) }
        return try invocation.writeResult(localized("The asset shows the edited file."), "edited", 1)
    }

    static let revertAssets = Command(
        "assets", "revert", summary: "Show the originals of edited assets again",
        details: [
            TranslatableText("What the edits made is removed. Assets that are not edited stay as they are.")
                + AssetNameResolver.rule
        ],
        operands: [AssetChoice.operand], options: AssetChoice.options + [ConfirmationPrompt.option],
        examples: [Example("assets revert IMG_1.JPG", "Take back all edits of a photo.")]
    ) { invocation in
        let choice = try AssetChoice(invocation, operands: invocation.operands)
        let library = try await invocation.library()
        let assets = try await choice.assets(in: library)
        let edited = try await library.assets(withIdentifiers: assets, reading: [.hasAdjustments])
            .filter(\.hasAdjustments).map(\.id)
        let question = counted(
            "Take back the edits of {n} edited asset?", "Take back the edits of {n} edited assets?", edited.count)
        let reason = counted(
            "The condition or album selects {n} edited asset", "The condition or album selects {n} edited assets",
            edited.count)
        try choice.confirm(question, because: reason, otherwise: localized("Nothing was changed."))
        try await AssetBatchChanger(of: edited).perform(in: library, localized("Reverting"), invocation) {
            part, request in
            for asset in part { request.revertContent(of: asset) }
        }
        return try invocation.writeResult(
            counted("Reverted {n} asset.", "Reverted {n} assets.", edited.count), "reverted", edited.count)
    }

    private static func render(_ type: ResourceType, _ path: DiskPath) throws(CommandFailure) -> NewAssetResource {
        NewAssetResource(type, try file(at: path), filename: path.libraryFilename)
    }

    private static func file(at path: DiskPath) throws(CommandFailure) -> OwnedDescriptor {
        do throws(FailedFile) { return try FoundPath.file(named: path) } catch {
            let values = ["file": Text.printable(path.description), "reason": error.reason]
            throw CommandFailure(.noInput, localized("'{file}' cannot be read: {reason}", values))
        }
    }

    private static func adjustmentData(_ invocation: Invocation) throws -> AdjustmentData {
        let name = invocation.text(ContentOption.format) ?? "org.filmgate.Filmgate"
        let version = invocation.text(ContentOption.version) ?? "1"
        guard let format = AdjustmentFormat(identifier: name, version: version) else {
            throw invocation.usage(
                localized(
                    "'--adjustment-format' and '--adjustment-version' take 1 to {n} bytes.",
                    ["n": "\(AdjustmentFormat.longestName)"]))
        }
        guard let path = invocation.text(ContentOption.data) else { return AdjustmentData(format, data: []) }
        guard let data = try file(at: DiskPath(path)).contents(upTo: AdjustmentFormat.mostData) else {
            throw invocation.usage(
                localized("'--adjustment-data' takes at most {n} bytes.", ["n": "\(AdjustmentFormat.mostData)"]))
        }
        return AdjustmentData(format, data: data)
    }
}
