import Filmgate
import FilmgateText

private enum TransformOption {
    static let angle = Option(
        "angle", value: .one("DEGREES"), completion: .words(PhotoLibrary.Rotation.allCases.map { "\($0.rawValue)" }),
        "By how much to rotate, clockwise: 90, 180 or 270; 90 by default")
    static let part = Option(
        "to", value: .one("X,Y,WIDTH,HEIGHT"),
        "The part to show, as fractions of the sides of what the photo shows; '0,0,0.5,1' is its left half")
}

extension Command {
    static let rotateAssets = Command(
        "assets", "rotate", summary: "Rotate photos and videos",
        details: [
            TranslatableText(
                "Every app sees the rotated picture from then on. The original is kept, and 'assets revert' shows it again. JPEGs are rotated without loss if their size allows it; videos in MP4 and QuickTime are not converted."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetChoice.operand],
        options: [TransformOption.angle] + AssetChoice.options + [ConfirmationPrompt.option],
        examples: [Example("assets rotate IMG_1.JPG --angle 270", "Rotate a photo to the left.")]
    ) { invocation in
        let expected = localized("90, 180 or 270")
        let rotation =
            try invocation.value(TransformOption.angle, expected: expected) { text in
                Int(text).flatMap(PhotoLibrary.Rotation.init)
            } ?? .right
        let choice = try AssetChoice(invocation, operands: invocation.operands)
        let library = try await invocation.library()
        let assets = try await choice.assets(in: library)
        let question = counted("Rotate {n} asset?", "Rotate {n} assets?", assets.count)
        try choice.confirm(question, changing: assets, otherwise: localized("Nothing was changed."))
        let display = invocation.progress(localized("Rotating"), quiet: invocation.writesJSON)
        do throws(PhotoLibraryError) {
            try await library.transform(assets, by: rotation.transform) { done in
                await display.show(done: done, total: assets.count)
            }
        } catch {
            await display.finish()
            throw error
        }
        await display.finish()
        return try invocation.writeResult(
            counted("Rotated {n} asset.", "Rotated {n} assets.", assets.count), "rotated", assets.count)
    }

    static let cropAsset = Command(
        "assets", "crop", summary: "Show only a part of a photo",
        details: [
            TranslatableText(
                "Every app sees only this part from then on. The original is kept, and 'assets revert' shows it again."
            ) + AssetNameResolver.rule
        ],
        operands: [AssetNameResolver.oneOperand], options: [TransformOption.part],
        examples: [Example("assets crop IMG_1.JPG --to 0,0,0.5,1", "Show the left half of a photo.")]
    ) { invocation in
        let expected = localized("four numbers from 0 to 1 that lie within the photo, such as 0,0,0.5,1")
        guard let part = try invocation.value(TransformOption.part, expected: expected, UnitRectangle.init(text:))
        else { throw invocation.usage(localized("Say with --to which part of the photo to show.")) }
        guard part != .whole else {
            throw invocation.usage(localized("The whole photo is shown already; name a part of it with --to."))
        }
        let library = try await invocation.library()
        try await library.crop(try await invocation.asset(invocation.operands[0], in: library), to: part)
        return try invocation.writeResult(localized("The photo shows only this part."), "cropped", 1)
    }
}

extension UnitRectangle {
    /// Parses four numbers separated by commas. Returns nil if they do not form a part within the picture.
    fileprivate init?(text: String) {
        let sides = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2], let height = sides[3] else {
            return nil
        }
        self.init(x: x, y: y, width: width, height: height)
    }
}
