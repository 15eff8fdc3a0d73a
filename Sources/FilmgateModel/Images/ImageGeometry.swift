/// How a picture becomes an image: it is scaled to a size, of which a part is shown. Nothing is ever enlarged.
public struct ImageGeometry: Hashable, Sendable {
    /// The size to which the whole upright picture is scaled, in pixels.
    public let scaledWidth: UInt32
    public let scaledHeight: UInt32
    /// The part of it that is shown.
    public let left: UInt32
    public let top: UInt32
    public let width: UInt32
    public let height: UInt32

    /// Whether the whole picture is shown.
    public var isWhole: Bool { width == scaledWidth && height == scaledHeight }

    /// - Parameters:
    ///   - width: of the upright picture, in pixels.
    ///   - height: of the upright picture, in pixels.
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
            1, specification.width.map { Double($0) / part.width },
            specification.height.map { Double($0) / part.height },
        ]
        let scale = scales.compactMap { $0 }.min() ?? 1

        /// One side of the image: rounded, and within its box and the scaled picture.
        func side(_ length: Double, _ box: UInt32?, _ scaled: UInt32) -> UInt32 {
            min(max(1, UInt32((length * scale).rounded())), box ?? .max, scaled)
        }
        scaledWidth = max(1, UInt32((whole.width * scale).rounded()))
        scaledHeight = max(1, UInt32((whole.height * scale).rounded()))
        self.width = side(part.width, specification.width, scaledWidth)
        self.height = side(part.height, specification.height, scaledHeight)
        left = min(UInt32((part.x * scale).rounded()), scaledWidth - self.width)
        top = min(UInt32((part.y * scale).rounded()), scaledHeight - self.height)
    }
}
