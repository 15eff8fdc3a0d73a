import FilmgateModel

/// A square part of a picture, which the person moves and resizes.
struct SquareCrop: Equatable {
    /// The width of the picture, in pixels.
    let width: Double
    let height: Double
    /// The side of the square, as a fraction of the picture's shorter side, from 0.1 to 1.
    private(set) var scale = 1.0
    /// The center of the square, as fractions of the picture's width and height.
    private var centerX = 0.5
    private var centerY = 0.5

    /// Creates the square that was chosen before, or the largest square in the middle of the picture.
    ///
    /// - Returns: nil for a picture without pixels.
    init?(width: Int, height: Int, chosen: UnitRectangle?) {
        guard width > 0, height > 0 else { return nil }
        (self.width, self.height) = (Double(width), Double(height))
        guard let chosen else { return }
        scale = min(1, max(0.1, chosen.width * self.width / min(self.width, self.height)))
        (centerX, centerY) = (chosen.x + chosen.width / 2, chosen.y + chosen.height / 2)
        moveInside()
    }

    private var sideX: Double { scale * min(width, height) / width }
    private var sideY: Double { scale * min(width, height) / height }

    var rectangle: UnitRectangle? {
        UnitRectangle(
            x: max(0, centerX - sideX / 2), y: max(0, centerY - sideY / 2), width: min(1, sideX), height: min(1, sideY))
    }

    /// - Parameters:
    ///   - x: the distance, as a fraction of the picture's width.
    ///   - y: the distance, as a fraction of the picture's height.
    mutating func move(x: Double, y: Double) {
        centerX += x
        centerY += y
        moveInside()
    }

    mutating func resize(to scale: Double) {
        self.scale = min(1, max(0.1, scale))
        moveInside()
    }

    private mutating func moveInside() {
        centerX = min(1 - sideX / 2, max(sideX / 2, centerX))
        centerY = min(1 - sideY / 2, max(sideY / 2, centerY))
    }
}
