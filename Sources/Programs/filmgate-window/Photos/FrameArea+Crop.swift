import FilmgateGTK
import FilmgateModel

extension FrameArea.Frame {
    /// Creates the frame of a picture that is scaled to fit an area, and centered there. Returns nil for an empty area.
    init?(ofPicture size: (width: Double, height: Double), in area: (width: Double, height: Double)) {
        guard area.width > 0, area.height > 0 else { return nil }
        let scale = min(area.width / size.width, area.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        self.init(x: (area.width - width) / 2, y: (area.height - height) / 2, width: width, height: height)
    }

    /// Returns the frame of a part of the picture in this frame.
    func frame(of part: UnitRectangle) -> FrameArea.Frame {
        FrameArea.Frame(
            x: x + part.x * width, y: y + part.y * height, width: part.width * width, height: part.height * height)
    }
}

extension Key {
    /// The distance by which an arrow key moves the frame of a crop, as a fraction of the picture; nil for other keys.
    var cropStep: (x: Double, y: Double)? {
        let step = 0.02
        return switch self {
        case .left: (-step, 0)
        case .right: (step, 0)
        case .up: (0, -step)
        case .down: (0, step)
        default: nil
        }
    }
}
