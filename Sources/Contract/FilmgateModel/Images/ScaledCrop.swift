/// The sizes for making an image from a picture, which is first scaled and then cropped. A picture is never enlarged.
public struct ScaledCrop: Hashable, Sendable {
    /// The width to which the whole upright picture is scaled, in pixels.
    public let scaledWidth: UInt32
    public let scaledHeight: UInt32
    /// The part of the scaled picture that is shown.
    public let left: UInt32
    public let top: UInt32
    public let width: UInt32
    public let height: UInt32
    /// The divisor of the picture's sides in the resize mode `fast`: 1, 2, 4 or 8. The remainder at the right and lower
    /// edges is dropped. Nil if the image has exactly the size that follows from the box.
    public let divisor: UInt32?

    /// Whether the whole picture is shown.
    public var isWhole: Bool { width == scaledWidth && height == scaledHeight }

    /// - Parameters:
    ///   - width: the width of the upright picture, in pixels.
    ///   - height: the height of the upright picture, in pixels.
    public init(of specification: ImageSpecification, width: UInt32, height: UInt32) {
        let (whole, crop) = ((width: Double(max(width, 1)), height: Double(max(height, 1))), specification.crop)
        var part = (
            x: crop.x * whole.width, y: crop.y * whole.height, width: crop.width * whole.width,
            height: crop.height * whole.height
        )
        if specification.mode == .fill, let boxWidth = specification.width, let boxHeight = specification.height {
            let ratio = Double(boxWidth) / Double(boxHeight)
            let narrow = (width: min(part.width, part.height * ratio), height: min(part.height, part.width / ratio))
            part.x += (part.width - narrow.width) / 2
            part.y += (part.height - narrow.height) / 2
            (part.width, part.height) = narrow
        }
        let scales = [
            1, specification.maxPixels.map { Double($0) / max(whole.width, whole.height) },
            specification.width.map { Double($0) / part.width },
            specification.height.map { Double($0) / part.height },
        ]
        let scale = scales.compactMap { $0 }.min() ?? 1
        // A faster but larger size could exceed `maxPixels`.
        let isFast = specification.resize == .fast && specification.maxPixels == nil
        divisor = isFast ? ScaledCrop.divisor(width, height, atLeast: scale) : nil
        if let divisor {
            (scaledWidth, scaledHeight) = (max(1, width / divisor), max(1, height / divisor))
        } else {
            scaledWidth = max(1, UInt32((whole.width * scale).rounded()))
            scaledHeight = max(1, UInt32((whole.height * scale).rounded()))
        }
        let isExact = divisor == nil
        let horizontal = isExact ? scale : Double(scaledWidth) / whole.width
        let vertical = isExact ? scale : Double(scaledHeight) / whole.height

        /// Returns the rounded length of a side, limited to the scaled picture and, for an exact size, to the box.
        func side(_ length: Double, _ box: UInt32?, _ scaled: UInt32) -> UInt32 {
            min(max(1, UInt32(length.rounded())), isExact ? box ?? .max : .max, scaled)
        }
        // The uses of `max` are needed because a divided side can be a fraction of a pixel too short.
        self.width = side(part.width * max(horizontal, scale), specification.width, scaledWidth)
        self.height = side(part.height * max(vertical, scale), specification.height, scaledHeight)
        left = min(UInt32((part.x * horizontal).rounded()), scaledWidth - self.width)
        top = min(UInt32((part.y * vertical).rounded()), scaledHeight - self.height)
    }

    /// Returns the largest divisor that leaves both sides at least as long as scaling by `scale` does.
    private static func divisor(_ width: UInt32, _ height: UInt32, atLeast scale: Double) -> UInt32 {
        let divisor = [8, 4, 2].first { (divisor: UInt32) in
            [width, height].allSatisfy { Double($0 / divisor) >= max(1, (Double($0) * scale).rounded()) }
        }
        return divisor ?? 1
    }
}
