public import Filmgate
internal import FilmgateSystem

extension PhotoLibrary {
    /// Requests a small picture of an asset, upright and in sRGB.
    ///
    /// - Parameters:
    ///   - width: the most pixels.
    ///   - height: the most pixels.
    /// - Throws: `PhotoLibraryError`; `Picture.Malformed` if the broker's pixels do not have the size that it names.
    public func picture(of asset: AssetID, width: Int, height: Int) async throws -> Picture {
        var specification = ImageSpecification.fitting(UInt32(clamping: width), UInt32(clamping: height))
        specification.format = .pixels
        let image = try await image(for: asset, as: specification, delivery: .highQuality).last
        let count = try Picture.byteCount(width: image.pixelWidth, height: image.pixelHeight)
        guard let pixels = try image.content.contents(upTo: count) else { throw Picture.Malformed.byteCount }
        return try Picture(width: image.pixelWidth, height: image.pixelHeight, pixels: pixels)
    }
}

extension Picture {
    /// Returns a word that says why there is no picture.
    public static func reason(_ error: any Error) -> String {
        guard let error = error as? PhotoLibraryError else { return "unavailable" }
        return switch error.cause {
        case .invalidContent: "damaged"
        case .tooLarge: "large"
        case .notFound: "gone"
        case .limitsExceeded, .busy: "busy"
        default: "unavailable"
        }
    }
}
