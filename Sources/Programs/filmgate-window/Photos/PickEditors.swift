import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// Lets the person frame images and trim videos in the preview, as the app asks for.
final class PickEditors {
    private let options: PickSettings
    private let crop: CropEditor
    private let cut: TrimEditor

    /// How far a key moves the frame, as a part of the picture.
    private static let step = 0.02

    init(_ options: PickSettings, _ builder: Builder) {
        self.options = options
        crop = CropEditor(builder)
        cut = TrimEditor(builder)
    }

    /// An image is shown.
    func frame(_ asset: ListedAsset, _ texture: Texture) {
        guard options.question.picker?.crop == .square, asset.duration == nil else { return crop.hide() }
        crop.show(width: texture.width, height: texture.height, chosen: options.crops[asset.id]) { [options] in
            options.setCrop($0, of: asset.id)
        }
    }

    /// An image or a video is about to be shown.
    func trim(_ asset: ListedAsset) {
        guard let longest = options.question.picker?.maxDuration, let duration = asset.duration,
            duration > longest
        else { return cut.hide() }
        cut.show(duration: duration, longest: longest, chosen: options.trims[asset.id]) { [options] in
            options.setTrim($0, of: asset.id)
        }
    }

    /// Moves the frame by steps.
    ///
    /// - Returns: false if there is none.
    func moveFrame(x: Double, y: Double) -> Bool { crop.move(x: x * Self.step, y: y * Self.step) }

    func hide() { crop.hide() }
}
