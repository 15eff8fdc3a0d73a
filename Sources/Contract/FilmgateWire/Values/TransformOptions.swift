public import FilmgateDBus
public import FilmgateModel

/// The options of `Transform`.
public struct TransformOptions: OptionDictionary, Hashable, Sendable {
    public var transform: ContentTransform

    public init(_ transform: ContentTransform) { self.transform = transform }

    public static let owner = "Transform"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let written = value.map { Parts($0.transform) }
        let degrees = try options.field("rotate", written?.degrees)
        let flip = try options.word("flip", written?.flip)
        let crop = try options.part("crop", written?.crop)
        let transform = ContentTransform(rotatedBy: degrees ?? 0, flip: flip, crop: crop ?? .whole)
        options.check(transform != nil, "'rotate' must be 0, 90, 180 or 270.")
        options.check(transform?.isIdentity == false, "'rotate', 'flip' or 'crop' must change the picture.")
        self.transform = transform ?? .identity
    }

    /// The values of the options that represent a transform.
    private struct Parts {
        var degrees: UInt32?
        var flip: ContentTransform.Flip?
        let crop: UnitRectangle

        init(_ transform: ContentTransform) {
            crop = transform.crop
            for flip in [nil, ContentTransform.Flip.horizontal] {
                for degrees in [0, 90, 180, 270] as [UInt32]
                where ContentTransform(rotatedBy: degrees, flip: flip)?.orientation == transform.orientation {
                    (self.degrees, self.flip) = (degrees == 0 ? nil : degrees, flip)
                    return
                }
            }
        }
    }
}
