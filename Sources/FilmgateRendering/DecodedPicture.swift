internal import FilmgateModel

/// A picture that is decoded already, or while its image is made.
struct DecodedPicture: Picture {
    private let pixels: Pixels
    let width: UInt32
    let height: UInt32

    init(_ pixels: Pixels) {
        self.pixels = pixels
        (width, height) = pixels.uprightSize
    }

    func image(_ geometry: ImageGeometry, color: ImageSpecification.Color) throws(Unreadable) -> Pixels {
        try pixels.shown(by: geometry, color: color)
    }
}
